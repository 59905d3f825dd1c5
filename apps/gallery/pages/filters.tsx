import { useState } from 'react'
import type { Columns } from '#kit/contract/list.contract.ts'
import { toChoices } from '#kit/web/choices.web.ts'
import { dateConditions, DateFilter } from '#kit/web/list/date-filter.web.tsx'
import { FilterBar } from '#kit/web/list/filter-bar.web.tsx'
import { filtersOf, type ListState } from '#kit/web/list/filters.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { Said } from '../sheet.tsx'

const columns = {
  name: 'String',
  amount: 'Number',
  day: 'Date',
  state: 'select',
  isEnabled: 'Boolean',
  branchId: 'Guid',
} as const satisfies Columns
const branches = [
  { id: '0192d3a4-0000-7000-8000-000000000001', name: 'Penang' },
  { id: '0192d3a4-0000-7000-8000-000000000002', name: 'Johor Bahru' },
]

/** One column of each type of value; below, what a list call would send. */
export function FiltersPage() {
  const texts = useTexts('gallery:samples')
  const [state, setState] = useState<ListState>({ page: 1, q: '', match: 'And', filter: [] })
  const choices = {
    state: toChoices(texts, 'state', ['Settled', 'Held']),
    branchId: toChoices(texts, 'branchId', branches),
  }
  return (
    <>
      <FilterBar
        columns={columns}
        choices={choices}
        texts={texts}
        state={state}
        canSearch
        onChange={(part) => setState({ ...state, ...part })}
      />
      <Said what={filtersOf(state, ['name'])} />
    </>
  )
}

export function DateFilterPage() {
  const [range, setRange] = useState({ from: '', to: '' })
  return (
    <>
      <DateFilter value={range} onChange={setRange} />
      <Said what={dateConditions(range)} />
    </>
  )
}
