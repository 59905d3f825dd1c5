import { Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isUnreadable, readNumber } from '#kit/domain/numbers.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { type GridColumn, LineGrid } from '#kit/web/document/line-grid.web.tsx'
import { NumberCell } from '#kit/web/document/number-cell.web.tsx'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { amountText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader } from '#kit/web/parts.web.tsx'
import { useTypedRows } from '#kit/web/sheet-keys.web.ts'
import { SheetPage } from '#kit/web/sheet.web.tsx'
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

const rule = { decimals: 4, digits: 14 }
const keyOf = ({ itemId }: Pick<LimitLine, 'itemId'>) => itemId ?? cashCode
/** What is typed of a line: its figures in the order of the fields, how they count, and what happens beyond them. */
const typedOf = (line: LimitLine) => [...limitFields.map((field) => line[field] ?? ''), line.unit, line.act]
const [unitAt, actAt] = [limitFields.length, limitFields.length + 1]

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
  const rows = sheet.lines.map((line) => ({ id: keyOf(line), code: line.code, begin: typedOf(line) }))
  const { typed, textsOf, set, undo, left, onPaste } = useTypedRows(rows, limitFields.length)
  const at = (line: LimitLine) => textsOf(keyOf(line))
  const done = () => {
    snackbar.success(texts('said.updated'))
    undo()
    reload()
  }
  const changed = sheet.lines.filter((line) => typed.has(keyOf(line)))
  const isWrong = changed.some((line) =>
    at(line).some((text, column) => column < unitAt && isUnreadable(text, rule)),
  )
  const save = useMutation({
    mutationFn: () => api.update.call(draftOf(asked, changed, at)),
    onSuccess: done,
  })
  const take = useMutation({
    mutationFn: (file: File) => api.upload.call({ ...asked, file }),
    onSuccess: done,
  })
  const columns = useColumns(sheet.local, canUpdate, at, (line, column, text) =>
    set(keyOf(line), at(line).with(column, text)),
  )
  return (
    <>
      <LineGrid
        label={texts('title')}
        columns={columns}
        lines={sheet.lines}
        keyOf={keyOf}
        onPaste={onPaste}
      />
      {canUpdate && (
        <LimitsFoot
          count={changed.length}
          left={left}
          isWrong={isWrong}
          isSaving={save.isPending}
          isTaking={take.isPending}
          onTake={(file) => take.mutate(file)}
          onUndo={undo}
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
  at: (line: LimitLine) => readonly string[],
) {
  const { regionId = null, branchId = null, counterId = null } = asked
  return {
    regionId,
    branchId,
    counterId,
    lines: lines.map((line) => {
      const [minimum, target, maximum, bundle] = at(line).map((text) => readNumber(text, rule) ?? null)
      return {
        itemId: line.itemId,
        unit: at(line)[unitAt] === 'local' ? ('local' as const) : ('units' as const),
        act: at(line)[actAt] === 'warn' ? ('warn' as const) : ('block' as const),
        minimum: minimum ?? null,
        target: target ?? null,
        maximum: maximum ?? null,
        bundle: bundle ?? null,
      }
    }),
  }
}

/** Of each currency, and of all cash: what this level says, and in grey what holds there and from where. */
function useColumns(
  local: string,
  canUpdate: boolean,
  at: (line: LimitLine) => readonly string[],
  onChange: (line: LimitLine, column: number, text: string) => void,
): GridColumn<LimitLine>[] {
  const texts = useTexts(place)
  const nameOf = ({ itemId, code }: LimitLine) => (itemId === null ? texts('allCash', { local }) : code)
  const fieldOf = (field: string, line: LimitLine) =>
    texts('fieldOf', { field: texts(`fields.${field}`), name: nameOf(line) })
  const choice = (field: 'act' | 'unit', column: number, values: readonly string[]) => ({
    title: texts(`fields.${field}`),
    show: (line: LimitLine) => (
      <Select
        size="xs"
        w={120}
        aria-label={fieldOf(field, line)}
        disabled={!canUpdate || (field === 'unit' && line.itemId === null)}
        data={values.map((value) => ({ value, label: texts(`values.${field}.${value}`, { local }) }))}
        value={at(line)[column] ?? null}
        onChange={(value) => onChange(line, column, value ?? '')}
      />
    ),
  })
  return [
    {
      title: texts('fields.code'),
      isHead: true,
      show: (line) =>
        line.itemId === null ? nameOf(line) : <CurrencyLabel code={line.code} flagCode={line.flagCode} />,
    },
    ...limitFields.map((field, column): GridColumn<LimitLine> => ({
      title: texts(`fields.${field}`),
      input: (line, keys) => (
        <>
          <NumberCell
            {...keys}
            w={120}
            label={fieldOf(field, line)}
            readOnly={!canUpdate || (line.itemId === null && field !== 'maximum')}
            value={at(line)[column] ?? ''}
            error={isUnreadable(at(line)[column] ?? '', rule)}
            onChange={(text) => onChange(line, column, text)}
          />
          <Holds line={line} field={field} />
        </>
      ),
    })),
    choice('unit', unitAt, limitUnits),
    choice('act', actAt, limitActs),
  ]
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
