import { Select } from '@mantine/core'
import { DateBox } from '#kit/web/date-box.web.tsx'
import type { HeadForm } from '#kit/web/document/lines-form.web.tsx'
import type { bindContract } from '#kit/web/api.web.ts'
import type { manualEntries } from '../entries/entries.contract.ts'
import { type EntryKind, entryKinds } from '../entries/entries.domain.ts'

type Api = ReturnType<typeof bindContract<typeof manualEntries>>
export type Choices = Awaited<ReturnType<Api['choices']['call']>>

/** What an entry says above its lines. */
export interface Head {
  kind: EntryKind
  branchId: string
  businessDate: string
  reason: string
  autoReverseOn: string
}

/** An opening is not undone by itself. */
const datesOf = (kind: EntryKind) =>
  kind === 'opening' ? (['businessDate'] as const) : (['businessDate', 'autoReverseOn'] as const)

interface HeadFieldsProps {
  form: HeadForm<Head>
  choices: Choices
  /** Its number is of its branch. */
  isFixed: boolean
}

/** The inputs above the lines. */
export function HeadFields({ form: { head, set, faultAt, texts }, choices, isFixed }: HeadFieldsProps) {
  return (
    <>
      <Select
        label={texts('fields.branchId')}
        w={220}
        searchable
        disabled={isFixed}
        data={choices.branches.map(({ id, name }) => ({ value: id, label: name }))}
        value={head.branchId || null}
        error={faultAt('branchId')}
        onChange={(value) => set({ branchId: value ?? '' })}
      />
      <Select
        label={texts('fields.kind')}
        w={170}
        data={entryKinds.map((kind) => ({ value: kind, label: texts(`values.kind.${kind}`) }))}
        value={head.kind}
        error={faultAt('kind')}
        onChange={(value) => set({ kind: value === 'opening' ? 'opening' : 'adjusting' })}
      />
      {datesOf(head.kind).map((key) => (
        <DateBox
          key={key}
          label={texts(`fields.${key}`)}
          w={170}
          value={head[key]}
          error={faultAt(key)}
          onChange={(value) => set({ [key]: value })}
        />
      ))}
    </>
  )
}
