import { useMemo, useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { type Column, DataTable, type MenuEntry } from '#kit/web/table/data-table.web.tsx'
import { type Deal, deals } from './deals.ts'

// The address says how the table is set up: `/table?kind=client&n=500&sel=multiple`.
const query = new URLSearchParams(location.search)
const on = (name: string) => query.has(name)
const isClient = query.get('kind') === 'client'
const total = Number(query.get('n') ?? (isClient ? 100_000 : 245))
const state = query.get('state')

const said: string[] = []
Object.assign(globalThis, { said })
const say = (what: string, data?: unknown) =>
  void said.push(data === undefined ? what : `${what} ${JSON.stringify(data)}`)

const columns: Column<Deal>[] = [
  {
    key: 'no',
    title: 'Number',
    width: 120,
    pinned: true,
    orderEnabled: true,
    searchEnabled: true,
    placeholder: 'KL-',
  },
  { key: 'at', title: 'Time', width: 140, orderEnabled: true, orderBy: 'desc' },
  { key: 'side', title: 'Side', width: 80, searchEnabled: true, cellTemplate: (side) => <b>{side}</b> },
  { key: 'customer.name', title: 'Customer', orderEnabled: true, searchEnabled: true, placeholder: 'Name' },
  {
    key: 'currency',
    title: 'Currency',
    width: 100,
    orderEnabled: true,
    tooltipMessage: 'The foreign currency of the deal',
    tooltipDirection: 'bottom',
  },
  {
    key: 'quantity',
    title: 'Quantity',
    width: 120,
    align: 'end',
    orderEnabled: true,
    cellTemplate: (quantity) => groupDigits(quantity),
  },
  {
    key: 'rate',
    title: 'Rate',
    width: 110,
    align: 'end',
    orderEnabled: true,
    headerActionTemplate: () => (
      <button type="button" aria-label="About rates" style={{ minWidth: 24, minHeight: 24 }}>
        ?
      </button>
    ),
  },
  { key: 'status', title: 'Status', width: 120, narrow: true },
  { key: 'branch', title: 'Branch', orderEnabled: true },
  { key: 'note', title: 'Note', hidden: true },
]

const idOf = (row: Deal) => row.id
const details = (row: Deal) => `Deal ${row.no} of ${row.customer.name}`
const menu = (row: Deal): MenuEntry[] => (row.no === 'KL-100004' ? [] : entries(row))
const entries = (row: Deal): MenuEntry[] => [
  { label: 'Open', shortcut: 'Enter', onSelect: () => say(`open ${row.no}`) },
  { label: 'Print receipt', onSelect: () => say(`print ${row.no}`) },
  { label: 'Cancel deal', danger: true, onSelect: () => say(`cancel ${row.no}`) },
]
const bulk = (ids: readonly string[], clear: () => void) => (
  <button
    type="button"
    onClick={() => {
      say(`export ${ids.length}`)
      clear()
    }}
  >
    Export
  </button>
)

export function TablePage() {
  const [page, setPage] = useState({ page: 1, limit: Number(query.get('limit') ?? 50) })
  const [selected, setSelected] = useState<readonly string[]>([])
  const [listed, setListed] = useState('all')
  // As the filters of a list would.
  Object.assign(globalThis, { list: setListed })
  const all = useMemo(() => (isClient ? deals(total) : []), [])
  const from = (page.page - 1) * page.limit
  const shown = useMemo(
    () => (isClient ? all : deals(Math.min(page.limit, total - from), from)),
    [all, page, from],
  )
  // `estimate=100` says so although there are `n`.
  const estimate = Number(query.get('estimate')) || total
  const server = {
    pageSize: page.limit,
    pageNum: page.page,
    totalItems: estimate,
    isEstimate: on('estimate'),
  }
  return (
    <DataTable<Deal>
      label="Transactions"
      columns={on('nocolumns') ? (undefined as unknown as Column<Deal>[]) : columns}
      rows={state === null || state === 'refetch' ? shown : []}
      rowId={idOf}
      loading={state === 'loading' || state === 'refetch'}
      error={state === 'error' ? 'The list could not be read.' : undefined}
      pagination={isClient ? (on('clientpage') ? { clientSide: true } : undefined) : server}
      onPage={(to) => {
        say('page', to)
        setPage(to)
      }}
      serverOrdering={!isClient}
      threeWaySort={on('three')}
      onSort={(sort) => say('sort', sort)}
      search={on('search')}
      globalSearch={on('search')}
      {...(isClient ? {} : { onSearch: (search) => say('search', search) })}
      searchValues={on('badsearch') ? { columns: { nope: 'x' } } : undefined}
      selection={(query.get('sel') ?? 'none') as 'none' | 'single' | 'multiple'}
      selected={on('controlled') ? selected : undefined}
      onSelect={(ids) => {
        say(`select ${ids.length}`)
        setSelected(ids)
      }}
      selectAllConfirm={on('confirm') ? 'Really all of them?' : false}
      bulkActions={on('bulk') ? bulk : undefined}
      expand={on('expand') ? details : undefined}
      detailsArrow={on('arrow')}
      groupBy={on('group') ? 'branch' : undefined}
      contextMenu={on('menu') ? menu : undefined}
      additionalActions={on('noactions') ? true : undefined}
      onRowActivate={(row) => say(`activate ${row.no}`)}
      summary={on('summary') ? { no: 'Total', quantity: '1,204,333.00' } : undefined}
      listed={listed}
      persistKey={query.get('persist') ?? undefined}
    />
  )
}
