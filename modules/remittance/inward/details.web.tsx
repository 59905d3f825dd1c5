import { Select, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { findFault } from '#kit/web/failures.web.ts'
import { today } from '#kit/web/format.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { type Texts, useTexts, valueText } from '#kit/web/texts.web.ts'
import { FormDialog } from '../order-pages/form-dialog.web.tsx'
import { type Inward, type InwardDetail, inwards } from './inward.contract.ts'
import { senderKinds } from './details.domain.ts'

const api = bindContract(inwards)
const place = 'remittance:inwards'

/** What the provider is to be asked for: what is wanted in any case, then of what one is enough. */
function asksOf(missing: Inward['missing'], texts: Texts): string[] {
  const named = (code: string) => {
    const fields = missing.filter((one) => one.code === code).map(({ field }) => field)
    // A date alone is not enough, nor is a place.
    const isBirth = fields.includes('senderBirthDate') && fields.includes('senderBirthPlace')
    const names = fields.map((field) =>
      texts(isBirth && field.startsWith('senderBirth') ? 'birth' : `fields.${field}`),
    )
    return [...new Set(names)].join(texts('comma'))
  }
  const [all, oneOf] = [named('FIELD_REQUIRED'), named('ONE_OF_REQUIRED')]
  return [...(all ? [all] : []), ...(oneOf ? [texts('oneOf', { fields: oneOf })] : [])]
}

export const Asks = ({ row }: { row: Inward }) => asksOf(row.missing, useTexts(place)).join('; ')

/** On its page, and where it is paid or entered, until it is there. */
export function ToAsk({ row }: { row: Inward }) {
  const texts = useTexts(place)
  return (
    <section aria-label={texts('fields.isIncomplete')}>
      <Text fw={600}>{texts('fields.isIncomplete')}</Text>
      <ul>
        {asksOf(row.missing, texts).map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {(row.state === 'noticed' || row.state === 'inReview') && <Text>{texts('held')}</Text>}
    </section>
  )
}

/** Takes down what the provider said when it was asked. */
export function DetailsForm({ row, onClose }: { row: InwardDetail; onClose: () => void }) {
  const texts = useTexts(place)
  const { senderKind, senderAddress, senderIdNumber, senderBirthDate, senderBirthPlace } = row
  const [said, setSaid] = useState({
    senderKind,
    senderAddress,
    senderIdNumber,
    senderBirthDate,
    senderBirthPlace,
  })
  const put = (part: Partial<typeof said>) => setSaid((before) => ({ ...before, ...part }))
  const save = useMutation({
    meta: { handled: true },
    mutationFn: () => api.complete.call({ id: row.id, version: row.version, ...said }),
    onSuccess: () => {
      snackbar.success(texts('said.complete'))
      onClose()
    },
  })
  const typed = (field: 'senderAddress' | 'senderBirthPlace' | 'senderIdNumber', maxLength: number) => ({
    label: texts(`fields.${field}`),
    autoComplete: 'off',
    maxLength,
    error: findFault(save.error, field),
    value: said[field],
    onChange: (event: { currentTarget: { value: string } }) => put({ [field]: event.currentTarget.value }),
  })
  return (
    <FormDialog texts={place} title={texts('actions.complete')} change={save} onClose={onClose}>
      {row.isIncomplete && <ToAsk row={row} />}
      <Select
        label={texts('fields.senderKind')}
        allowDeselect={false}
        data={senderKinds.map((value) => ({ value, label: valueText(texts, 'senderKind', value) }))}
        value={said.senderKind}
        onChange={(kind) => kind && put({ senderKind: kind })}
      />
      <TextInput data-autofocus {...typed('senderAddress', 300)} />
      <TextInput {...typed('senderIdNumber', 60)} />
      <DateBox
        label={texts('fields.senderBirthDate')}
        max={today()}
        error={findFault(save.error, 'senderBirthDate')}
        value={said.senderBirthDate ?? ''}
        onChange={(day) => put({ senderBirthDate: day || null })}
      />
      <TextInput {...typed('senderBirthPlace', 100)} />
    </FormDialog>
  )
}
