import { Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isUnreadable, readNumber } from '#kit/domain/numbers.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { amountText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader } from '#kit/web/parts.web.tsx'
import { useSheetKeys } from '#kit/web/sheet-keys.web.ts'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { structure } from '#modules/organisation/structure/structure.contract.ts'
import { workspaceTypes } from '#modules/organisation/structure/structure.domain.ts'
import type { WorkspaceNode } from '#modules/organisation/structure/structure.contract.ts'
import { cashCode } from './limit-sheet.domain.ts'
import { type LimitLine, type LimitSheet, stockLimits } from './limits.contract.ts'
import { limitActs, limitFields, limitUnits } from './limits.domain.ts'
import { LimitsFoot } from './limits-foot.web.tsx'
import css from './limits.module.css'

const api = bindContract(stockLimits)
const structureApi = bindContract(structure)
const place = 'inventory:limits'

/** What is typed of a line: its figures in the order of the fields, how they count, and what happens beyond them. */
interface Typed {
  figures: readonly string[]
  unit: LimitLine['unit']
  act: LimitLine['act']
}

const rule = { decimals: 4, digits: 14 }
const keyOf = ({ itemId }: Pick<LimitLine, 'itemId'>) => itemId ?? cashCode
const typedOf = (line: LimitLine): Typed => ({
  figures: limitFields.map((field) => line[field] ?? ''),
  unit: line.unit,
  act: line.act,
})

const levelNames = {
  [workspaceTypes.Region]: 'regionId',
  [workspaceTypes.Branch]: 'branchId',
  [workspaceTypes.Counter]: 'counterId',
} as const

/** Every place below a node, with the names that lead there; the company itself has no id. */
const placesOf = (node: WorkspaceNode, names: readonly string[] = []): { value: string; label: string }[] => {
  const name = node.type === workspaceTypes.Company ? [] : [...names, node.name]
  const level = node.type === workspaceTypes.Company ? '' : `${levelNames[node.type]} ${node.id}`
  return [
    { value: level, label: [...name].join(' · ') || node.name },
    ...node.children.flatMap((child) => placesOf(child, name)),
  ]
}

/** How much of each currency the company, a region, a branch or a counter should have. */
export function StockLimits() {
  const texts = useTexts(place)
  const [chosen, setChosen] = useState('')
  const tree = useQuery(structureApi.get.queryOptions())
  const [level, id] = chosen.split(' ')
  const asked = level ? { [level]: id } : {}
  const query = useQuery(api.list.queryOptions(asked))
  return (
    <SheetPage>
      <PageHeader title={texts('title')} />
      <p>{texts('about')}</p>
      <Select
        label={texts('level')}
        w={340}
        searchable
        allowDeselect={false}
        data={tree.data ? placesOf(tree.data) : []}
        value={chosen}
        onChange={(value) => setChosen(value ?? '')}
      />
      <Loaded query={query} height={480}>
        {(sheet) => <Limits key={chosen} sheet={sheet} asked={asked} reload={() => void query.refetch()} />}
      </Loaded>
    </SheetPage>
  )
}

function Limits(props: { sheet: LimitSheet; asked: Record<string, string | undefined>; reload: () => void }) {
  const { sheet, asked, reload } = props
  const texts = useTexts(place)
  const { canUpdate } = usePermissionFlags(api)
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map())
  const at = (line: LimitLine) => typed.get(keyOf(line)) ?? typedOf(line)
  const set = (key: string, now: Typed) => setTyped((before) => new Map([...before, [key, now]]))
  const { table, onKeyDown, onPaste, left, forgetLeft } = useSheetKeys(
    sheet.lines.map((line) => ({ id: keyOf(line), code: line.code })),
    limitFields.length,
    (filled) => {
      const lines = sheet.lines.filter((line) => filled.has(keyOf(line)))
      const merged = lines.map((line) => {
        const given = filled.get(keyOf(line)) ?? []
        const figures = at(line).figures.map((text, column) => given[column] || text)
        return [keyOf(line), { ...at(line), figures }] as const
      })
      setTyped(new Map([...typed, ...merged]))
    },
  )
  const done = () => {
    snackbar.success(texts('said.updated'))
    setTyped(new Map())
    forgetLeft()
    reload()
  }
  const changed = sheet.lines.filter((line) => typed.has(keyOf(line)))
  const isWrong = changed.some((line) => at(line).figures.some((text) => isUnreadable(text, rule)))
  const save = useMutation({
    mutationFn: () => api.update.call(draftOf(asked, changed, at)),
    onSuccess: done,
  })
  const take = useMutation({
    mutationFn: (file: File) => api.upload.call({ ...asked, file }),
    onSuccess: done,
  })
  const columns = ['code', ...limitFields, 'unit', 'act'].map((field) => ({
    title: texts(`fields.${field}`),
  }))
  return (
    <>
      <Sheet ref={table} label={texts('title')} columns={columns}>
        {sheet.lines.map((line, row) => (
          <LimitRow
            key={keyOf(line)}
            {...{ line, canUpdate, onKeyDown }}
            local={sheet.local}
            typed={at(line)}
            onChange={(now) => set(keyOf(line), now)}
            onPaste={(event, column) => onPaste(event, row, column)}
          />
        ))}
      </Sheet>
      {canUpdate && (
        <LimitsFoot
          count={changed.length}
          left={left}
          isWrong={isWrong}
          isSaving={save.isPending}
          isTaking={take.isPending}
          onTake={(file) => take.mutate(file)}
          onUndo={() => setTyped(new Map())}
          onSave={() => save.mutate()}
        />
      )}
    </>
  )
}

/** What is saved of the lines that were changed: a blank figure is no limit of this level. */
function draftOf(
  asked: Record<string, string | undefined>,
  lines: readonly LimitLine[],
  at: (line: LimitLine) => Typed,
) {
  const { regionId = null, branchId = null, counterId = null } = asked
  return {
    regionId,
    branchId,
    counterId,
    lines: lines.map((line) => {
      const { figures, unit, act } = at(line)
      const [minimum, target, maximum, bundle] = figures.map((text) => readNumber(text, rule) ?? null)
      return {
        itemId: line.itemId,
        unit,
        act,
        minimum: minimum ?? null,
        target: target ?? null,
        maximum: maximum ?? null,
        bundle: bundle ?? null,
      }
    }),
  }
}

interface LimitRowProps {
  line: LimitLine
  local: string
  typed: Typed
  canUpdate: boolean
  onChange: (now: Typed) => void
  onKeyDown: ReturnType<typeof useSheetKeys>['onKeyDown']
  onPaste: (event: React.ClipboardEvent, column: number) => void
}

/** One currency, or all cash: what this level says, and in grey what holds there and from where. */
function LimitRow({ line, local, typed, canUpdate, onChange, onKeyDown, onPaste }: LimitRowProps) {
  const texts = useTexts(place)
  const { figures, unit, act } = typed
  const name = line.itemId === null ? texts('allCash', { local }) : line.code
  const isOpen = (field: (typeof limitFields)[number]) => line.itemId !== null || field === 'maximum'
  const fieldOf = (field: string) => texts('fieldOf', { field: texts(`fields.${field}`), name })
  return (
    <tr>
      <th scope="row">
        {line.itemId === null ? name : <CurrencyLabel code={line.code} flagCode={line.flagCode} />}
      </th>
      {limitFields.map((field, column) => (
        <td key={field}>
          <TextInput
            size="xs"
            w={120}
            inputMode="decimal"
            autoComplete="off"
            maxLength={30}
            aria-label={fieldOf(field)}
            readOnly={!canUpdate || !isOpen(field)}
            value={figures[column] ?? ''}
            error={isUnreadable(figures[column] ?? '', rule)}
            onChange={(event) =>
              onChange({ ...typed, figures: figures.with(column, event.currentTarget.value) })
            }
            onKeyDown={onKeyDown}
            onPaste={(event) => onPaste(event, column)}
          />
          <Holds line={line} field={field} />
        </td>
      ))}
      <td>
        <Select
          size="xs"
          w={120}
          aria-label={fieldOf('unit')}
          allowDeselect={false}
          disabled={!canUpdate || line.itemId === null}
          data={limitUnits.map((value) => ({ value, label: texts(`values.unit.${value}`, { local }) }))}
          value={unit}
          onChange={(value) => onChange({ ...typed, unit: value === 'local' ? 'local' : 'units' })}
        />
      </td>
      <td>
        <Select
          size="xs"
          w={120}
          aria-label={fieldOf('act')}
          allowDeselect={false}
          disabled={!canUpdate}
          data={limitActs.map((value) => ({ value, label: texts(`values.act.${value}`) }))}
          value={act}
          onChange={(value) => onChange({ ...typed, act: value === 'warn' ? 'warn' : 'block' })}
        />
      </td>
    </tr>
  )
}

function Holds({ line, field }: { line: LimitLine; field: (typeof limitFields)[number] }) {
  const texts = useTexts(place)
  const holds = line.holds[field]
  return (
    holds && (
      <div className={css.level}>
        {texts(`holds.${holds.level}`, {
          value: amountText(holds.value, holds.unit === 'units' ? line.exponent : 2),
        })}
      </div>
    )
  )
}
