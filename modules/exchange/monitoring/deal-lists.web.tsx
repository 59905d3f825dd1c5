import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Filter } from '#kit/contract/list.contract.ts'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { FactList } from '#kit/web/detail/detail-page.web.tsx'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { filtersOf, readState } from '#kit/web/list/filters.web.ts'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { CustomerLink } from '#modules/customers/public.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { GateText } from '../gates/gate.web.tsx'
import { dealLists, dealStates } from '../workflow/deal-workflow.domain.ts'
import type { DealRow } from '../deals/deals.contract.ts'
import { dealExport } from './monitoring.contract.ts'
import { api, useGateMenu } from './deal-acts.web.ts'
import { DealState, Ended, Reasons, Routes, since, Traded } from './deal-cells.web.tsx'
import { DealDetail } from './deal-detail.web.tsx'
import css from './monitoring.module.css'

const SidePanel = lazy(() =>
  import('#kit/web/list/side-panel.web.tsx').then((m) => ({ default: m.SidePanel })),
)

const branchApi = bindContract(branches)
const exports = bindContract(dealExport)
const place = 'exchange:deals'
const searched = ['number', 'customerName', 'maker'] as const

const lists = {
  pending: { home: '/pending-transaction', list: api.pending, sort: 'state-desc' },
  all: { home: '/transaction-monitoring', list: api.allList, sort: 'createdAt-desc' },
  history: { home: '/transaction-history', list: api.history, sort: 'settledAt-desc' },
  cancelled: { home: '/cancelled-rejected-transaction', list: api.cancelled, sort: 'createdAt-desc' },
} as const
type ListName = keyof typeof lists
const approvals = '/transaction-approvals'

const state: Fact<DealRow> = { key: 'state', cell: (_, row) => <DealState row={row} /> }

const customer: Fact<DealRow> = {
  key: 'customerName',
  cell: (name, { customerId, customerType }) => (
    <CustomerLink id={customerId} type={customerType} name={name} />
  ),
}
const traded: Fact<DealRow> = { key: 'traded', cell: (_, row) => <Traded row={row} /> }
const ended: Fact<DealRow> = { key: 'ended', cell: (end) => end && <Ended end={end} /> }

const columnsWith = (
  width: number,
  ...also: readonly ListColumn<DealRow>[]
): readonly ListColumn<DealRow>[] => [
  { key: 'number', kind: 'code', width: 175 },
  { ...state, width },
  ...also,
  { ...traded, width: 240 },
  { key: 'amount', kind: 'money', width: 115 },
  { ...customer, width: 180 },
  { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 175 },
  { key: 'maker', width: 140 },
  { key: 'branchName', width: 150 },
  { key: 'currencies', kind: 'code', width: 130, hidden: true },
  { key: 'buy', kind: 'money', width: 130, hidden: true },
  { key: 'sell', kind: 'money', width: 130, hidden: true },
  { key: 'fee', kind: 'money', width: 90, hidden: true },
  { key: 'net', kind: 'flow', width: 130, hidden: true },
  { key: 'counterName', width: 120, hidden: true },
  { key: 'settledAt', kind: 'dateTime', place: 'branchId', width: 190, hidden: true },
  { key: 'businessDate', kind: 'date', width: 120, hidden: true },
]

/** The state of what is over is a word; while it is open it says who decides. */
const columns: Record<ListName, readonly ListColumn<DealRow>[]> = {
  pending: columnsWith(235),
  all: columnsWith(235),
  history: columnsWith(140),
  cancelled: columnsWith(125, { ...ended, width: 200 }),
}

const summary: readonly Fact<DealRow>[] = [
  { key: 'number', kind: 'code' },
  state,
  ended,
  customer,
  traded,
  { key: 'buy', kind: 'money' },
  { key: 'sell', kind: 'money' },
  { key: 'fee', kind: 'money' },
  { key: 'net', kind: 'flow' },
  { key: 'maker' },
  { key: 'branchName' },
  { key: 'counterName' },
  { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  { key: 'settledAt', kind: 'dateTime', place: 'branchId' },
]

/** What the approver looks at: why it is pending and since when, how much it is, and whose it is. */
const approvalColumns: readonly ListColumn<DealRow>[] = [
  { key: 'number', kind: 'code', width: 180 },
  { key: 'submittedAt', cell: since, width: 130 },
  { key: 'decides', cell: (gates) => <Reasons gates={gates} />, width: 390 },
  { key: 'routes', cell: (_, deal) => <Routes deal={deal} />, width: 310 },
  { key: 'amount', kind: 'money', width: 120 },
  { key: 'maker', width: 140 },
  { ...traded, width: 270 },
  { ...customer, width: 180 },
  { key: 'branchName', width: 140 },
]

const stateFilter = (states: readonly string[]): Filter => ({
  key: 'state',
  operator: 'Equals',
  value: [...states],
  type: 'select',
})

/** What the list shows, as filters of the address and those that the list itself is. */
function useShown(name: ListName): { own: Filter[]; all: Filter[] } {
  const search = useSearch({ strict: false })
  const own = filtersOf(readState(search, lists[name].list.endpoint.columns ?? {}), searched)
  return { own, all: name === 'all' ? own : [...own, stateFilter(dealLists[name])] }
}

function DealList({ name }: { name: ListName }) {
  const texts = useTexts(place)
  const menu = useGateMenu()
  const { home, list, sort } = lists[name]
  const branchChoices = useQuery(branchApi.listSelection.queryOptions()).data
  const states = name === 'all' ? dealStates : dealLists[name]
  const { own } = useShown(name)
  return (
    <ListPage<DealRow>
      texts={place}
      title={texts(`titles.${name}`)}
      list={list}
      columns={columns[name]}
      search={searched}
      choices={{ state: states, branchId: branchChoices ?? [] }}
      sort={sort}
      open={({ id }) => `${home}/${id}`}
      panel={(row) => <FactList texts={place} row={row} facts={summary} />}
      {...(name === 'pending' || name === 'all' ? { menu } : {})}
      actions={
        <>
          {name !== 'cancelled' && <Totals name={name} />}
          {/* What is shown is what is taken away. */}
          <ExportButton file={() => exports.export.call({ filters: own as never, list: name })}>
            {texts('export')}
          </ExportButton>
        </>
      }
    />
  )
}

/** The deals that wait for the decision of whoever looks, the longest first: decided from the row or on the page of the deal. */
export function Approvals() {
  const texts = useTexts(place)
  const menu = useGateMenu()
  return (
    <ListPage<DealRow>
      texts={place}
      title={texts('titles.approvals')}
      list={api.approvals}
      columns={approvalColumns}
      search={searched}
      sort="submittedAt-asc"
      open={({ id }) => `${approvals}/${id}`}
      panel={(row) => (
        <>
          <div className={css.gates}>
            {row.decides.map((gate, at) => (
              <GateText key={at} gate={gate} />
            ))}
            <Routes deal={row} />
          </div>
          <FactList texts={place} row={row} facts={summary} />
        </>
      )}
      menu={menu}
    />
  )
}

/** What the shown deals come to, over all pages; by currency in a panel. */
function Totals({ name }: { name: ListName }) {
  const texts = useTexts(place)
  const [isOpen, setOpen] = useState(false)
  const { all } = useShown(name)
  const query = useQuery(api.totals.queryOptions({ filters: all as never }))
  const sums = query.data
  return (
    <>
      {sums && (
        <span className={css.sums}>
          {(['buy', 'sell', 'fee'] as const).map((part) => (
            <span key={part}>
              {texts(`fields.${part}`)} <b className="agio-number">{groupDigits(sums[part])}</b>
            </span>
          ))}
        </span>
      )}
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts('totals')}
      </Button>
      {isOpen && (
        <Suspense>
          <SidePanel title={texts('totals')} onClose={() => setOpen(false)}>
            <Loaded query={query} height={240}>
              {({ deals, realised, currencies }) => (
                <>
                  <p>{texts('count', { count: deals })}</p>
                  <p>{texts('excluded')}</p>
                  {realised !== null && (
                    <p>
                      {texts('fields.realised')} <b className="agio-number">{groupDigits(realised)}</b>
                    </p>
                  )}
                  <Lines
                    texts={place}
                    label={texts('totals')}
                    rows={currencies}
                    rowKey={({ currencyId }) => currencyId}
                    columns={[
                      { key: 'currencies', isHead: true, cell: ({ code }) => code },
                      { key: 'bought', kind: 'number' },
                      { key: 'sold', kind: 'number' },
                      { key: 'buy', kind: 'number' },
                      { key: 'sell', kind: 'number' },
                    ]}
                  />
                </>
              )}
            </Loaded>
          </SidePanel>
        </Suspense>
      )}
    </>
  )
}

function DetailIn({ back }: { back: string }) {
  const { id } = useParams({ strict: false }) as { id: string }
  return <DealDetail id={id} back={back} />
}

/** What is pending, what may be decided by the person who looks first. */
export const PendingDeals = () => <DealList name="pending" />
export const AllDeals = () => <DealList name="all" />
export const DealHistory = () => <DealList name="history" />
export const CancelledDeals = () => <DealList name="cancelled" />

export const PendingDeal = () => <DetailIn back={lists.pending.home} />
export const MonitoredDeal = () => <DetailIn back={lists.all.home} />
export const HistoricDeal = () => <DetailIn back={lists.history.home} />
export const CancelledDeal = () => <DetailIn back={lists.cancelled.home} />
export const DealToDecide = () => <DetailIn back={approvals} />
