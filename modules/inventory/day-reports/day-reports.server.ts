import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import {
  allAccounts,
  listEarnedAt,
  listHeldSince,
  listMovedAt,
  mapping,
  type Span,
} from '#modules/ledger/public.server.ts'
import { currentCompany, reaches } from '#modules/organisation/public.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import * as days from '../business-days/business-days.queries.ts'
import { isStillBlind } from '../counts/blindness.queries.ts'
import { presentDay } from '../days/days.server.ts'
import { listSigned } from '../handovers/handovers.queries.ts'
import { drawer, type StockItem } from '../items/items.domain.ts'
import { itemsOf } from '../items/items.server.ts'
import { eventText } from '../reports/reports.server.ts'
import { dayReports, drawerReport, type DrawerRow, type HappenedRow } from './day-reports.contract.ts'
import { countedAtEnd } from './day-reports.queries.ts'

type Asked = Pick<Ctx<{ dayId: string }>, 'actor' | 'db' | 'input' | 'language' | 'now'>

export const dayReportsRouter = serve(dayReports, {
  list: report,
  export: async (ctx) => {
    const { day, drawer: rows } = await report(ctx)
    return reportSheet(ctx, drawerReport, {
      rows,
      period: `${day.counterName}-${day.businessDate}`,
      titles: {},
    })
  },
})

/** What a teller may know of a day; what the rates and the goods earned is a right of its own. */
const plainParts = new Set(['fee', 'rounding', 'shortOver'])

async function report(ctx: Asked) {
  const { db, actor, input, language } = ctx
  const [row] = await days.find(db, [input.dayId])
  if (!row || !reaches(actor.scope, row)) throw notFound()
  const span: Span = { from: row.openedAt, until: row.closedAt }
  const isBlind =
    !actor.permissions.has('view_expected_count') &&
    (row.state !== 'closed' || (await isStillBlind(db, row, actor.userId)))
  const known = await itemsOf(db, drawer)
  const moved = await listMovedAt(db, row.counterId, span)
  const itemOf = (id: string): Pick<StockItem, 'code' | 'exponent' | 'flagCode'> =>
    known.get(id) ?? { code: '', exponent: 2, flagCode: '' }
  const happened = moved.map(({ event, itemId, count, quantityIn, quantityOut }): HappenedRow => {
    const { code, exponent } = itemOf(itemId)
    const size = (quantity: string) => new Exact(quantity).toFixed(exponent)
    return {
      event,
      what: eventText(language, event, new Exact(quantityOut).isZero()),
      code,
      count,
      quantityIn: isBlind ? null : size(quantityIn),
      quantityOut: isBlind ? null : size(quantityOut),
    }
  })
  const { localCurrency } = await currentCompany(db)
  return {
    day: await presentDay(ctx, row),
    local: localCurrency,
    isBlind,
    drawer: await drawerOf(db, row, {
      // What the closing count has found, and what went to the vault then, comes after what was held.
      moved: await listMovedAt(db, row.counterId, { ...span, isEndLeftOut: true }),
      known,
      isBlind,
    }),
    happened,
    // What was short or over would say what should lie there.
    earned: isBlind ? [] : await earnedOf(ctx, row.counterId, span),
    signed: await listSigned(db, row.id),
  }
}

async function drawerOf(
  db: Db,
  row: days.DayRow,
  {
    moved,
    known,
    isBlind,
  }: {
    moved: Awaited<ReturnType<typeof listMovedAt>>
    known: ReadonlyMap<string, StockItem>
    isBlind: boolean
  },
): Promise<DrawerRow[]> {
  const opening = await listHeldSince(db, row.counterId, row.openedAt)
  const counted = await countedAtEnd(db, row.id)
  const sums = new Map<string, { in: InstanceType<typeof Exact>; out: InstanceType<typeof Exact> }>()
  for (const { itemId, quantityIn, quantityOut } of moved) {
    const sum = sums.get(itemId) ?? { in: new Exact(0), out: new Exact(0) }
    sums.set(itemId, { in: sum.in.plus(quantityIn), out: sum.out.plus(quantityOut) })
  }
  return [...known.values()].flatMap(({ id, code, flagCode, exponent }) => {
    const start = new Exact(opening.get(id) ?? 0)
    const sum = sums.get(id) ?? { in: new Exact(0), out: new Exact(0) }
    const found = counted.get(id)
    if (start.isZero() && sum.in.isZero() && sum.out.isZero() && found === undefined) return []
    const size = (amount: InstanceType<typeof Exact> | string) => new Exact(amount).toFixed(exponent)
    const counts = found ? size(found.counted) : null
    if (isBlind)
      return {
        itemId: id,
        code,
        flagCode,
        // Who takes the drawer over counts it without knowing what the other found.
        counted: null,
        opening: null,
        quantityIn: null,
        quantityOut: null,
        held: null,
        difference: null,
      }
    return {
      itemId: id,
      code,
      flagCode,
      opening: size(start),
      quantityIn: size(sum.in),
      quantityOut: size(sum.out),
      held: found ? size(found.expected) : size(start.plus(sum.in).minus(sum.out)),
      counted: counts,
      difference: found ? size(new Exact(found.counted).minus(found.expected)) : null,
    }
  })
}

async function earnedOf(
  { db, actor, language }: Pick<Asked, 'actor' | 'db' | 'language'>,
  counterId: string,
  span: Span,
) {
  const money = await localMoney(db)
  const isAll = actor.permissions.has('view_expected_gain')
  const plain = new Set(
    (await mapping(db)).flatMap(({ part, accountId }) => (plainParts.has(part) ? [accountId] : [])),
  )
  const names = new Map(
    (await allAccounts(db, language)).map(({ id, code, name }) => [id, `${code} ${name}`]),
  )
  return (await listEarnedAt(db, counterId, span))
    .filter(({ accountId }) => isAll || plain.has(accountId))
    .map(({ accountId, amount }) => ({ account: names.get(accountId) ?? '', amount: money(amount) }))
}
