// Long because one deal is written and read with all that belongs to it in few statements.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Subject } from '#modules/subject.domain.ts'
import { clearGates, clearRoutes, gateList, gatesInsert, gatesOf } from '#modules/approvals/public.server.ts'
import type { ChargedFee } from '#modules/charges/charged/charged.domain.ts'
import { chargedList, chargedOf, clearCharged, insertCharged } from '#modules/charges/public.server.ts'
import type { ModeKind } from '#modules/currencies/modes/modes.domain.ts'
import { nextNumber, type Series } from '#modules/organisation/public.server.ts'
import type { Piece } from '../basket/basket.domain.ts'
import type { TakenBack } from '../settlement/settlement.server.ts'
import type { PricedLine, PricedPayment } from '../pricing/pricing.domain.ts'
import type { ThirdParty } from '../third-parties/third-parties.domain.ts'
import { type PaymentState, subjectType } from '../workflow/deal-workflow.domain.ts'
import type { GateDraft } from '../gates/gates.domain.ts'

export const rows = rowsOf('exchange.deal')

export interface DealParts {
  lines: {
    position: number
    side: 'buy' | 'sell'
    currencyId: string
    currencyCode: string
    subCurrencyId: string | null
    subCurrencyCode: string | null
    itemId: string
    quantity: string
    quoteUnit: number
    rate: string
    usualRate: string
    mid: string
    rateRule: PricedLine['rateRule']
    reason: string
    amount: string
    pieces: PricedLine['pieces']
    /** By an account at a bank; `id` is what its lines name it by. */
    transfer: { id: string; accountId: string; name: string; reference: string; state: PaymentState } | null
    settlementId: string | null
    cost: string | null
  }[]
  payments: {
    id: string
    direction: 'in' | 'out'
    modeId: string
    modeName: string
    modeKind: ModeKind
    needsClearing: boolean
    amount: string
    tendered: string | null
    pieces: Piece[]
    reference: string
    thirdParty: ThirdParty | null
    state: PaymentState
    settlementId: string | null
  }[]
  fees: ChargedFee[]
  gates: (GateDraft & {
    id: string
    state: 'open' | 'approved' | 'rejected' | 'lapsed'
    lapsesAt: string | null
    decidedById: string | null
    decidedBy: string | null
    decidedFor: string | null
    decidedAt: string | null
    note: string
  })[]
  events: {
    act: string
    by: string
    byId: string | null
    forName: string
    at: string
    note: string
    from: string
    to: string
  }[]
  settlements: {
    id: string
    entryId: string
    entryAt: string
    reversalId: string | null
    businessDate: string
  }[]
}

/** A deal, where other modules hold something of it. */
export const dealSubject = (id: string): Subject => ({ type: subjectType, id })
const ofDeal = (id: string) => sql`company_id = kit.company() and deal_id = ${id}`
type Source = ReturnType<typeof ofDeal>

/** How each part of a deal is read, from its table or from what a statement has just written there. */
const lists = {
  lines: (from: Source) => sql`select coalesce(json_agg(json_build_object('position', position, 'side', side,
    'currencyId', currency_id, 'currencyCode', currency_code, 'subCurrencyId', sub_currency_id,
    'subCurrencyCode', sub_currency_code, 'itemId', item_id, 'quantity', trim_scale(quantity)::text, 'quoteUnit', quote_unit,
    'rate', trim_scale(rate)::text, 'usualRate', trim_scale(usual_rate)::text, 'mid', trim_scale(mid)::text,
    'rateRule', rate_rule, 'reason', reason, 'amount', amount::text, 'pieces', pieces, 'settlementId', settlement_id,
    'cost', cost::text, 'transfer', case when transfer_id is not null then json_build_object('id', transfer_id, 'accountId', account_id,
      'name', account_name, 'reference', reference, 'state', state) end) order by position), '[]') from ${from}`,
  payments: (
    from: Source,
  ) => sql`select coalesce(json_agg(json_build_object('id', id, 'direction', direction, 'modeId', mode_id,
    'modeName', mode_name, 'modeKind', mode_kind, 'needsClearing', needs_clearing, 'amount', amount::text,
    'tendered', tendered::text, 'pieces', pieces, 'reference', reference, 'thirdParty', third_party, 'state', state,
    'settlementId', settlement_id) order by id), '[]') from ${from}`,
  fees: chargedList,
  gates: gateList,
  events: (
    from: Source,
  ) => sql`select coalesce(json_agg(json_build_object('act', act, 'by', by_name, 'byId', by_id,
    'forName', for_name, 'at', at, 'note', note, 'from', from_state, 'to', to_state) order by position), '[]') from ${from}`,
  settlements: (from: Source) => sql`select coalesce(json_agg(json_build_object('id', id, 'entryId', entry_id,
    'entryAt', entry_at, 'reversalId', reversal_id, 'businessDate', business_date) order by id), '[]') from ${from}`,
}

/** All that belongs to a deal, by one statement. */
export async function parts(db: Db, id: string): Promise<DealParts> {
  const { rows: found } = await sql<DealParts>`
    select
      (${lists.lines(sql`exchange.deal_line where ${ofDeal(id)}`)}) as lines,
      (${lists.payments(sql`exchange.deal_payment where ${ofDeal(id)}`)}) as payments,
      (${chargedOf(dealSubject(id))}) as fees,
      (${gatesOf(dealSubject(id))}) as gates,
      (${lists.events(sql`exchange.deal_event where ${ofDeal(id)}`)}) as events,
      (${lists.settlements(sql`exchange.settlement where ${ofDeal(id)}`)}) as settlements`.execute(db)
  return only(found)
}

/** The one row of a statement that always answers one. */
function only<T>([row]: readonly T[]): T {
  if (!row) throw new Error('A statement that answers one row answered none')
  return row
}

interface Content {
  lines: readonly PricedLine[]
  payments: readonly PricedPayment[]
  fees: readonly ChargedFee[]
}

/** A handover of lines: where, when, and of each line by its place what it had cost and what its rate earned. */
export interface HandedOver {
  settlementId: string
  branchId: string
  businessDate: string
  lines: readonly { position: number; cost: string | null; dealing: string }[]
}

/** Takes away what a deal consists of, before it is written anew or deleted: what other modules hold of it goes with no foreign key. */
export const clearContent = (db: Db, dealId: string) =>
  sql`with l as (delete from exchange.deal_line where ${ofDeal(dealId)}),
    p as (delete from exchange.deal_payment where ${ofDeal(dealId)}),
    f as (${clearCharged(dealSubject(dealId))}),
    r as (${clearRoutes(dealSubject(dealId))})
    ${clearGates(dealSubject(dealId))}`.execute(db)

/** Something that happened to a deal. */
interface DealEvent {
  act: string
  fromState: string
  toState: string
  byId: string | null
  byName: string
  forName?: string
  at: string
  note: string
}

interface Settlement {
  id: string
  businessDate: string
  entryId: string
  entryAt: string
  at: string
  byId: string
  byName: string
}

/** What a new deal begins with beside its content: its history, its gates, and its handover where it is settled at once. */
interface Begin {
  event: DealEvent
  gates: readonly GateDraft[]
  handedOver?: HandedOver | undefined
  settlement?: Settlement | undefined
}

type Insert = Parameters<(typeof lists)['lines']>[0]
type Inserts = Record<keyof typeof lists, Insert | undefined>

/** The inserts of what a deal consists of; undefined where there is nothing of that kind. */
function insertsOf(db: Db, dealId: string, { lines, payments, fees }: Content, begin?: Begin): Inserts {
  const { event, gates = [], handedOver, settlement } = begin ?? {}
  const settlementId = handedOver?.settlementId ?? null
  const state = handedOver ? 'cleared' : 'expected'
  const lineRows = lines.map(({ transfer, ...line }, at) => ({
    ...line,
    cost: null,
    ...handedOver?.lines[at],
    ...(transfer && {
      accountId: transfer.account.id,
      accountName: transfer.account.name,
      reference: transfer.reference,
      state,
    }),
  }))
  const paymentRows = payments.map(({ mode, ...one }) => ({
    ...one,
    modeId: mode.id,
    modeName: mode.name,
    modeKind: mode.kind,
    needsClearing: mode.needsClearing,
    state,
  }))
  return {
    lines: sql`
      insert into exchange.deal_line (deal_id, position, side, currency_id, currency_code, sub_currency_id, sub_currency_code,
        item_id, quantity, quote_unit, rate, usual_rate, mid, rate_rule, reason, amount, pieces, cost, dealing, settlement_id, branch_id,
        settled_on, account_id, transfer_id, account_name, reference, state)
      select ${dealId}, position, side, "currencyId", "currencyCode", "subCurrencyId", "subCurrencyCode", "itemId", quantity,
        "quoteUnit", rate, "usualRate", mid, "rateRule", reason, amount, pieces, cost, dealing, ${settlementId},
        ${handedOver?.branchId ?? null}, ${handedOver?.businessDate ?? null}, "accountId",
        case when "accountId" is not null then uuidv7() end, "accountName", reference, state
      from jsonb_to_recordset(${JSON.stringify(lineRows)}::jsonb) t (position smallint, side text, "currencyId" uuid,
        "currencyCode" text, "subCurrencyId" uuid, "subCurrencyCode" text, "itemId" uuid, quantity numeric, "quoteUnit" int,
        rate numeric, "usualRate" numeric, mid numeric, "rateRule" jsonb, reason text, amount numeric, pieces jsonb, cost numeric,
        dealing numeric, "accountId" uuid, "accountName" text, reference text, state text)`,
    payments: sql`
      insert into exchange.deal_payment (deal_id, direction, mode_id, mode_name, mode_kind, needs_clearing, amount, tendered,
        pieces, reference, third_party, state, settlement_id)
      select ${dealId}, direction, "modeId", "modeName", "modeKind", "needsClearing", amount, tendered, pieces, reference, "thirdParty",
        state, ${settlementId}
      from jsonb_to_recordset(${JSON.stringify(paymentRows)}::jsonb) t (direction text, "modeId" uuid, "modeName" text,
        "modeKind" text, "needsClearing" boolean, amount numeric, tendered numeric, pieces jsonb, reference text, "thirdParty" jsonb, state text)`,
    fees: fees.length === 0 ? undefined : insertCharged(dealSubject(dealId), fees),
    settlements:
      settlement &&
      sql`
      insert into exchange.settlement (id, deal_id, business_date, entry_id, entry_at, at, by_id, by_name)
      values (${settlement.id}, ${dealId}, ${settlement.businessDate}, ${settlement.entryId}, ${settlement.entryAt},
        ${settlement.at}, ${settlement.byId}, ${settlement.byName})`,
    events:
      event &&
      sql`
      insert into exchange.deal_event (deal_id, position, act, from_state, to_state, by_id, by_name, for_name, at, note)
      values (${dealId}, 1, ${event.act}, ${event.fromState}, ${event.toState}, ${event.byId}, ${event.byName},
        ${event.forName ?? ''}, ${event.at}, ${event.note})`,
    gates: gates.length === 0 ? undefined : sql`${gatesInsert(db, dealSubject(dealId), gates)}`,
  }
}

/** The part of a statement that does these inserts, and the part that answers what they have written. */
function withInserts(inserts: Inserts) {
  const keys = Object.keys(lists) as (keyof typeof lists)[]
  return {
    ctes: keys.flatMap((key) => {
      const insert = inserts[key]
      return insert ? [sql`${sql.ref(key)} as (${insert} returning *)`] : []
    }),
    answers: sql.join(
      keys.map((key) => {
        const written = inserts[key] ? lists[key](sql.ref(key)) : sql`select '[]'::json`
        return sql`(${written}) as ${sql.ref(key)}`
      }),
    ),
  }
}

/** Writes what a deal consists of. */
export async function writeContent(db: Db, dealId: string, content: Content): Promise<void> {
  const { ctes } = withInserts(insertsOf(db, dealId, content))
  await sql`with ${sql.join(ctes)} select`.execute(db)
}

/**
 * Writes a new deal with all that belongs to it by one statement, and answers what it wrote. Where a series is given it takes the
 * next number of it, which is the last lock of its transaction: whatever is kept or moved comes before.
 */
export async function insertDeal(
  db: Db,
  values: Omit<Insertable<DB['exchange.deal']>, 'companyId' | 'number'> & { id: string },
  series: Series | null,
  content: Content,
  begin: Begin,
): Promise<{ row: Selectable<DB['exchange.deal']>; parts: DealParts }> {
  const { ctes, answers } = withInserts(insertsOf(db, values.id, content, begin))
  const number = series && sql<string>`(select number from taken)`
  const deal = db.insertInto('exchange.deal').values({ ...values, number })
  const { rows: found } = await sql<Selectable<DB['exchange.deal']> & DealParts>`
    with ${series ? sql`${numbering(series, values.id)},` : sql``} deal as (${deal} returning *),
      ${sql.join(ctes)}
    select deal.*, ${answers} from deal`.execute(db)
  const { lines, payments, fees, gates, events, settlements, ...row } = only(found)
  return { row, parts: { lines, payments, fees, gates, events, settlements } }
}

/** Adds what happened to the history of a deal. */
export const note = (db: Db, dealId: string, event: DealEvent) =>
  sql`insert into exchange.deal_event (deal_id, position, act, from_state, to_state, by_id, by_name, for_name, at, note)
    select ${dealId}, coalesce(max(position), 0) + 1, ${event.act}, ${event.fromState}, ${event.toState}, ${event.byId},
      ${event.byName}, ${event.forName ?? ''}, ${event.at}, ${event.note}
    from exchange.deal_event where company_id = kit.company() and deal_id = ${dealId}`.execute(db)

/** Whether a deal was on paper as this before. It stays locked, so that two who ask at once get different answers. */
export async function wasPrinted(db: Db, dealId: string, act: string): Promise<boolean> {
  await sql`select from exchange.deal where company_id = kit.company() and id = ${dealId} for update`.execute(
    db,
  )
  const { rows: found } = await sql`select from exchange.deal_event
    where company_id = kit.company() and deal_id = ${dealId} and act = ${act} limit 1`.execute(db)
  return found.length > 0
}

/** The parts of a statement that take the next number, and keep it as the deal's: `taken` has it. */
const numbering = (series: Series, dealId: string) => sql`taken as (${nextNumber(series)}),
  numbered as (insert into exchange.deal_number (branch_id, number, deal_id) select ${series.branchId}, number, ${dealId} from taken)`

/** Takes the next number of a series for a deal: the last lock of a transaction, so that none is ever missing. */
export async function takeNumber(db: Db, series: Series, dealId: string): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with ${numbering(series, dealId)} select number from taken`.execute(db)
  return only(found).number
}

/** Says with which handover lines and payments went. */
export const markSettled = (
  db: Db,
  dealId: string,
  { settlementId, branchId, businessDate, lines }: HandedOver,
  paymentIds: readonly string[],
) =>
  sql`with l as (
    update exchange.deal_line d set settlement_id = ${settlementId}, branch_id = ${branchId}, settled_on = ${businessDate}, cost = t.cost, dealing = t.dealing,
      state = case when d.transfer_id is not null then 'cleared' end
    from unnest(${lines.map(({ position }) => position)}::smallint[], ${lines.map(({ cost }) => cost)}::numeric[],
      ${lines.map(({ dealing }) => dealing)}::numeric[]) t (position, cost, dealing)
    where d.company_id = kit.company() and d.deal_id = ${dealId} and d.position = t.position
  )
  update exchange.deal_payment p set settlement_id = ${settlementId}, state = 'cleared'
  where p.company_id = kit.company() and p.deal_id = ${dealId} and p.id = any(${[...paymentIds]}::uuid[])`.execute(
    db,
  )

/** What became of a payment, or of the transfer of a line. */
export const markPayment = (db: Db, dealId: string, id: string, state: PaymentState) =>
  sql`with l as (update exchange.deal_line set state = ${state} where ${ofDeal(dealId)} and transfer_id = ${id})
    update exchange.deal_payment set state = ${state} where ${ofDeal(dealId)} and id = ${id}`.execute(db)

/**
 * What a deal comes to is set off instead of paid in cash: nothing of it is rounded, and no pieces are handed over for it.
 */
export const setOffPayments = (db: Db, dealId: string) =>
  sql`with d as (update exchange.deal set rounding = 0 where company_id = kit.company() and id = ${dealId} returning net)
    update exchange.deal_payment p set mode_kind = 'offset', amount = abs(d.net), tendered = null, pieces = '[]' from d
    where p.company_id = kit.company() and p.deal_id = ${dealId} and d.net <> 0`.execute(db)

/** Says with which receipt of goods a deal was settled: its payment has that number in the place of its mode. */
export const nameBasket = (db: Db, dealId: string, number: string) =>
  sql`with p as (update exchange.deal_payment set mode_name = ${number} where ${ofDeal(dealId)})
    update exchange.deal set basket_number = ${number} where company_id = kit.company() and id = ${dealId}`.execute(
    db,
  )

/** The deals of a counter that may be settled with goods: submitted, at no gate and not on hold, paid in cash by the customer alone. */
export const listForBasket = (db: Db, counterId: string) =>
  db
    .selectFrom('exchange.deal as d')
    .select(['d.id', 'd.version', 'd.number', 'd.customerName', 'd.currencies', 'd.net'])
    .where('d.counterId', '=', counterId)
    .where('d.state', '=', 'pending')
    .where('d.isOnHold', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('exchange.dealPayment as p')
            .select('p.id')
            .whereRef('p.companyId', '=', 'd.companyId')
            .whereRef('p.dealId', '=', 'd.id')
            .where(({ or, eb }) => or([eb('p.modeKind', '<>', 'cash'), eb('p.thirdParty', 'is not', null)])),
        ),
      ),
    )
    .where('d.accounts', 'is', null)
    .orderBy('d.createdAt')
    .limit(100)
    .execute()

/** The deal of a handover, as the journal names it; undefined for any other id. */
export const dealOfSettlement = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('exchange.settlement').select('dealId').where('id', '=', id).executeTakeFirst())
    ?.dealId

/** The numbers of the deals that these settlements belong to, by settlement. */
export async function numbersOfSettlements(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('exchange.settlement as s')
    // Each in the part of its own month: a plan for many would read the deals of all.
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('exchange.deal as d')
          .select('d.number')
          .whereRef('d.companyId', '=', 's.companyId')
          .whereRef('d.id', '=', 's.dealId')
          .offset(0)
          .as('d'),
      (join) => join.onTrue(),
    )
    .select(['s.id', 'd.number'])
    .where('s.id', 'in', ids)
    .execute()
  return new Map(found.flatMap(({ id, number }) => (number === null ? [] : [[id, number] as const])))
}

/** The deals of walk-in customers as parties of the books. */
export async function walkIns(db: Db, ids: readonly string[]) {
  const found = await db
    .selectFrom('exchange.deal')
    .select(['id', 'number', 'customerName'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    found.map(({ id, number, customerName }) => [
      id,
      { id, name: [number, customerName].filter(Boolean).join(' ') },
    ]),
  )
}

export const insertSettlement = (db: Db, dealId: string, settlement: Settlement) =>
  db
    .insertInto('exchange.settlement')
    .values({ ...settlement, dealId })
    .execute()

/** A gain of an item stands with the first purchase of it that came back. */
export const markReversed = (db: Db, dealId: string, { id, reversalId, businessDate, gains }: TakenBack) =>
  sql`with gain as (
    select * from unnest(${[...gains.keys()]}::uuid[], ${[...gains.values()]}::numeric[]) g (item_id, amount)
  ), l as (
    update exchange.deal_line l set reversed_on = ${businessDate}, reversal_gain = (select g.amount from gain g
      where g.item_id = l.item_id and l.side = 'buy' and not exists (select from exchange.deal_line o
        where o.company_id = l.company_id and o.deal_id = l.deal_id and o.settlement_id = l.settlement_id
          and o.item_id = l.item_id and o.side = 'buy' and o.position < l.position))
    where l.company_id = kit.company() and l.deal_id = ${dealId} and l.settlement_id = ${id}
  )
  update exchange.settlement set reversal_id = ${reversalId}
  where company_id = kit.company() and deal_id = ${dealId} and id = ${id}`.execute(db)

/** Deals of a customer who is another from now on count towards that one; the names on them stay those of their day. */
export async function followCustomer(db: Db, fromId: string, toId: string): Promise<void> {
  await db.updateTable('exchange.deal').set({ customerId: toId }).where('customerId', '=', fromId).execute()
}

/** These deals, of which some ids may be none. */
export const someOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('exchange.deal')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()

/** Whether anything is still open at a counter. */
export async function countOpenAt(db: Db, counterId: string): Promise<number> {
  const { n } = await db
    .selectFrom('exchange.deal')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('counterId', '=', counterId)
    .where('state', 'in', ['waiting', 'pending', 'partiallySettled'])
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** How many deals of these branches, up to a day, are neither settled nor given up. */
export async function countOpenUpTo(db: Db, branchIds: readonly string[], to: string): Promise<number> {
  const { n } = await db
    .selectFrom('exchange.deal')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where(sql<boolean>`branch_id = any(${[...branchIds]}::uuid[])`)
    .where('state', 'in', ['waiting', 'pending', 'partiallySettled'])
    .where('businessDate', '<=', to)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Whether a counter has dealt on a business date. */
export const hasDealtOn = async (db: Db, counterId: string, date: string): Promise<boolean> =>
  (await db
    .selectFrom('exchange.deal')
    .select('id')
    .where('counterId', '=', counterId)
    .where('businessDate', '=', date)
    .limit(1)
    .executeTakeFirst()) !== undefined
