import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Filter } from '#kit/contract/list.contract.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { FactList } from '#kit/web/detail/detail-page.web.tsx'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { dateTimeText, groupDigits } from '#kit/web/format.web.ts'
import { filtersOf, readState } from '#kit/web/list/filters.web.ts'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { age } from '#modules/rates/public.web.ts'
import { gateLine, GateText } from '../gates/gate.web.tsx'
import { DealBadge } from '../deals/state.web.tsx'
import { dealLists, dealStates } from '../workflow/deal-workflow.domain.ts'
import type { DealRow } from '../deals/deals.contract.ts'
import { dealExport } from './monitoring.contract.ts'
import { api, useGateMenu } from './deal-acts.web.ts'
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

/** The state of a deal, marked where it waits for whoever looks at it. */
function DealState({ row }: { row: DealRow }) {
  const texts = useTexts(place)
  return (
    <span className={css.state}>
      <DealBadge deal={row} />
      {row.decides.length > 0 && <span className={css.mine}>{texts('yours')}</span>}
    </span>
  )
}

/** The currencies of a deal, with the accounts at banks by which they go. */
const traded: Fact<DealRow> = {
  key: 'currencies',
  kind: 'code',
  cell: (_, row) => [row.currencies, row.accounts].filter(Boolean).join(' · '),
}

const columnsWith = (width: number): readonly ListColumn<DealRow>[] => [
  { key: 'number', kind: 'code', width: 170 },
  { ...state, width },
  { key: 'customerName', width: 200 },
  { ...traded, width: 130 },
  { key: 'buy', kind: 'money', width: 130 },
  { key: 'sell', kind: 'money', width: 130 },
  { key: 'fee', kind: 'money', width: 90 },
  { key: 'net', kind: 'flow', width: 130 },
  { key: 'maker', width: 150 },
  { key: 'branchName', width: 150 },
  { key: 'counterName', width: 120, hidden: true },
  { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 190 },
  { key: 'settledAt', kind: 'dateTime', place: 'branchId', width: 190, hidden: true },
  { key: 'businessDate', kind: 'date', width: 120, hidden: true },
]

/** The state of what is over is a word; while it is open it says who decides. */
const [overColumns, openColumns] = [columnsWith(150), columnsWith(290)]

const summary: readonly Fact<DealRow>[] = [
  { key: 'number', kind: 'code' },
  state,
  { key: 'customerName' },
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

/** How long ago, as it was when the row was drawn. */
const since = (at: string | null, { branchId }: Pick<DealRow, 'branchId'>) =>
  at && <span title={dateTimeText(at, branchId)}>{age(at, Date.now())}</span>

/** What the approver looks at: why it is pending and since when, how much it is, and whose it is. */
const approvalColumns: readonly ListColumn<DealRow>[] = [
  { key: 'number', kind: 'code', width: 180 },
  { key: 'submittedAt', cell: since, width: 130 },
  { key: 'decides', cell: (gates) => <Reasons gates={gates} />, width: 390 },
  { key: 'routes', cell: (_, deal) => <Routes deal={deal} />, width: 310 },
  { key: 'amount', kind: 'money', width: 120 },
  { key: 'maker', width: 140 },
  { ...traded, width: 110 },
  { key: 'customerName', width: 180 },
  { key: 'branchName', width: 140 },
]

function Reasons({ gates }: { gates: DealRow['decides'] }) {
  const texts = useTexts('exchange:gates')
  return gates
    .map((gate) =>
      gate.inStead
        ? texts('inStead', { gate: gateLine(texts, gate), name: gate.inStead })
        : gateLine(texts, gate),
    )
    .join(' · ')
}

/** At which roles it is and since when; marked where the person who looks is among them. */
function Routes({ deal }: { deal: Pick<DealRow, 'branchId' | 'routes'> }) {
  const texts = useTexts(place)
  return deal.routes.map(({ kind, roles, since: at, isTold }) => (
    <span key={kind} className={css.route} data-told={isTold || undefined}>
      {roles.length > 0 ? roles.join(', ') : texts('nobodyYet')} · {since(at, deal)}
    </span>
  ))
}

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
      columns={name === 'history' || name === 'cancelled' ? overColumns : openColumns}
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
