import type { Filter, ListInput } from '#kit/contract/list.contract.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { StreamedFile } from '#kit/server/files.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { inParts, sheet } from '#kit/server/tables/sheet.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { applicationTypes } from '#modules/applications.domain.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { keepsStock } from '#modules/settings/public.server.ts'
import { plainAmount } from '#modules/rates/effective/effective.domain.ts'
import { payableOf } from '../basket/basket.domain.ts'
import { withholdReason } from '../deals/deal-view.server.ts'
import { listAwaiting } from '../decisions/decisions.server.ts'
import type { GateKind } from '../gates/gates.domain.ts'
import { atGate, type DealState, dealLists as states } from '../workflow/deal-workflow.domain.ts'
import { dealExport } from './monitoring.contract.ts'
import * as queries from './monitoring.queries.ts'

type Listing = Ctx<Parameters<typeof queries.list>[3]>

const listOf = (shown?: readonly DealState[]) => async (ctx: Listing) => {
  const { db, input, actor } = ctx
  const page = await queries.list(db, actor.scope, shown, input)
  const stopped = page.items.filter(({ openGates }) => openGates.length > 0).map(({ id }) => id)
  return shownPage(ctx, page, await listAwaiting(ctx, stopped))
}

async function approvals(ctx: Listing) {
  const { db, input } = ctx
  const mine = await listAwaiting(ctx)
  const these: Filter = { key: 'id', operator: 'Equals', value: [...mine.keys()], type: 'Guid' }
  // The longest first, unless another order is asked for.
  const sort = input.sort.length > 0 ? input.sort : ['submittedAt-asc']
  const asked = { ...input, sort, filters: [...input.filters, these] }
  // Each was judged by its place: what is decided in somebody's stead may lie outside one's own.
  return shownPage(ctx, await queries.list(db, 'all', atGate, asked), mine)
}

async function shownPage(
  { db, actor }: Listing,
  { items, pagination }: Awaited<ReturnType<typeof queries.list>>,
  mine: Awaited<ReturnType<typeof listAwaiting>>,
) {
  const money = await localMoney(db)
  const parts = await queries.partsOfRows(
    db,
    items.map(({ id }) => id),
  )
  const shownRow = ({ rounding, ...row }: (typeof items)[number]) => ({
    ...row,
    accounts: row.accounts ?? '',
    traded: parts.get(row.id)?.traded ?? [],
    ended: withholdReason(parts.get(row.id)?.ended ?? null, actor),
    applicationType: applicationTypes.MoneyChanging,
    buy: money(row.buy),
    sell: money(row.sell),
    fee: money(row.fee),
    net: money(payableOf({ net: row.net, rounding })),
    amount: money(row.amount),
    state: row.state as DealState,
    openGates: row.openGates as GateKind[],
    // What was settled waits since it was asked to be reversed.
    submittedAt:
      row.state === 'waiting' ? row.submittedAt : (mine.get(row.id)?.routes[0]?.since ?? row.submittedAt),
    decides: mine.get(row.id)?.gates ?? [],
    routes: mine.get(row.id)?.routes ?? [],
  })
  return { items: items.map(shownRow), pagination }
}

/** The lists of deals that were made, and the sums of what they show. */
export const dealLists = {
  list: listOf(),
  allList: listOf(),
  pending: listOf(states.pending),
  history: listOf(states.history),
  cancelled: listOf(states.cancelled),
  approvals,
  totals,
}

async function totals({ db, input, actor }: Ctx<Parameters<typeof queries.sums>[2]>) {
  const sums = await queries.sums(db, actor.scope, input)
  const money = await localMoney(db)
  const mayKnow = actor.permissions.has('view_expected_gain') && (await keepsStock(db))
  const realised = mayKnow ? money(sums.realised) : null
  return {
    deals: sums.deals,
    buy: money(sums.buy),
    sell: money(sums.sell),
    fee: money(sums.fee),
    realised,
    currencies: sums.currencies.map((one) => ({
      ...one,
      bought: plainAmount(one.bought),
      sold: plainAmount(one.sold),
      buy: money(one.buy),
      sell: money(one.sell),
    })),
  }
}

export const dealExportRouter = serve(dealExport, { export: (ctx) => exportOf(ctx, ctx.input.list) })

type DealRow = Awaited<ReturnType<typeof queries.listForExport>>[number]

/** A list as a workbook. */
function exportOf(ctx: Ctx<ListInput>, list: keyof typeof states | 'all'): Promise<StreamedFile> {
  const shown: readonly DealState[] | undefined = list === 'all' ? undefined : states[list]
  return sheet(ctx, {
    name: 'deals',
    texts: 'dealColumns',
    place: ({ branchId }) => branchId,
    columns: {
      number: 'text',
      state: ({ state }) => text(ctx.language, `messages.dealStates.${state}`),
      businessDate: 'text',
      createdAt: 'moment',
      settledAt: 'moment',
      branchName: 'text',
      counterName: 'text',
      customerName: 'text',
      currencies: 'text',
      buy: 'number',
      sell: 'number',
      fee: 'number',
      net: (row) => payableOf(row),
      maker: 'text',
      accounts: 'text',
    },
    rows: inParts(ctx, (db, input, last: DealRow | undefined) =>
      queries.listForExport(db, ctx.actor.scope, shown, input, last?.id),
    ),
  })
}
