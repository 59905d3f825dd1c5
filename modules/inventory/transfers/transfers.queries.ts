import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'
import type { Piece, StockKind } from '../items/items.domain.ts'
import { noUnits, storedUnits, type Units } from '../units/units.domain.ts'
import type { TransferState } from './transfers.domain.ts'

export const rows = rowsOf('inventory.transfer')

const columns = {
  number: 't.number',
  state: 't.state',
  fromBranchId: 't.fromBranchId',
  fromCounterId: 't.fromCounterId',
  toBranchId: 't.toBranchId',
  toCounterId: 't.toCounterId',
  sentDate: 't.sentDate',
  createdAt: 't.createdAt',
}

/** Of a line by batch the units that are missing and those that are too many, once it was counted; else null. */
const batchGap = sql`(select sum(abs(g.units)) from (
  select sum(u.units) as units from (
    select b ->> 'code' as code, (b ->> 'quantity')::numeric as units from jsonb_array_elements(l.units -> 'batches') b
    union all
    select b ->> 'code', -(b ->> 'quantity')::numeric from jsonb_array_elements(l.received_units -> 'batches') b) u
  group by u.code) g where l.received_units is not null)`

const named = (db: Db) =>
  db
    .selectFrom('inventory.transfer as t')
    .innerJoin('organisation.branchNameRead as fb', (join) =>
      join.onRef('fb.companyId', '=', 't.companyId').onRef('fb.branchId', '=', 't.fromBranchId'),
    )
    .innerJoin('organisation.branchNameRead as tb', (join) =>
      join.onRef('tb.companyId', '=', 't.companyId').onRef('tb.branchId', '=', 't.toBranchId'),
    )
    .leftJoin('organisation.counterNameRead as fc', (join) =>
      join.onRef('fc.companyId', '=', 't.companyId').onRef('fc.counterId', '=', 't.fromCounterId'),
    )
    .leftJoin('organisation.counterNameRead as tc', (join) =>
      join.onRef('tc.companyId', '=', 't.companyId').onRef('tc.counterId', '=', 't.toCounterId'),
    )
    .selectAll('t')
    .select([
      'fb.name as fromBranch',
      'tb.name as toBranch',
      'fc.name as fromCounter',
      'tc.name as toCounter',
    ])
    .select([
      sql<string>`trim_scale(t.value)::text`.as('value'),
      sql<string>`trim_scale(t.limit_value)::text`.as('limitValue'),
      sql<string>`coalesce((select trim_scale(sum(abs(l.value) * coalesce(${batchGap}, abs(l.quantity - l.received)) / l.quantity))::text
        from inventory.transfer_line l where l.company_id = t.company_id and l.transfer_id = t.id), '0')`.as(
        'difference',
      ),
    ])
    .$narrowType<{ fromBranch: string; toBranch: string }>()
export type TransferRow = Awaited<ReturnType<ReturnType<typeof find>>>[number]

const seen = (db: Db, scope: Scope, holds: StockKind = 'money') =>
  named(db)
    .where('t.holds', '=', holds)
    .where(({ or }) =>
      or([
        withinScope(scope, 'branchIds', 't.fromBranchId'),
        withinScope(scope, 'branchIds', 't.toBranchId'),
        withinScope(scope, 'counterIds', 't.fromCounterId'),
        withinScope(scope, 'counterIds', 't.toCounterId'),
      ]),
    )

export const list = (holds: StockKind) => (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, seen(db, scope, holds), input, {
    columns,
    place: 't.fromBranchId',
    order: ['createdAt-desc'],
    tie: 't.id',
  })

const atEither = (db: Db, scope: Scope, branchId: string | undefined) =>
  seen(db, scope).$if(branchId !== undefined, (query) =>
    query.where(({ eb, or }) =>
      or([eb('t.fromBranchId', '=', branchId ?? ''), eb('t.toBranchId', '=', branchId ?? '')]),
    ),
  )

/** What branches sent one another between two business dates, in the order of sending: at most one more than so many. */
export const listSentBetween = (
  db: Db,
  scope: Scope,
  { branchId, from, to }: { branchId?: string | undefined; from: string; to: string },
  most: number | null,
) =>
  atEither(db, scope, branchId)
    .where('t.sentDate', '>=', from)
    .where('t.sentDate', '<=', to)
    .whereRef('t.fromBranchId', '<>', 't.toBranchId')
    .orderBy('t.sentDate')
    .orderBy('t.sentAt')
    .orderBy('t.id')
    .$if(most !== null, (query) => query.limit((most ?? 0) + 1))
    .execute()

/** The transfers in these states that the reader may see, at either end of a branch. */
export const inStates = (
  db: Db,
  scope: Scope,
  states: readonly TransferState[],
  branchId: string | undefined,
) =>
  atEither(db, scope, branchId)
    .where('t.state', 'in', [...states])
    .execute()

export const find = (holds: StockKind) => (db: Db, ids: readonly string[]) =>
  named(db)
    .where('t.holds', '=', holds)
    .where('t.id', 'in', [...ids])
    .execute()

const none = sql`${JSON.stringify(noUnits)}::jsonb`

export interface LineRow {
  transferId: string
  itemId: string
  quantity: string
  value: string
  pieces: Piece[]
  received: string | null
  units: Units
  receivedUnits: Units
}

export async function linesOf(db: Db, ids: readonly string[]): Promise<LineRow[]> {
  const { rows: found } = await sql<LineRow>`
    select transfer_id, item_id, trim_scale(quantity)::text as quantity, trim_scale(value)::text as value, pieces,
      trim_scale(received)::text as received, coalesce(units, ${none}) as units,
      coalesce(received_units, ${none}) as received_units
    from inventory.transfer_line where company_id = kit.company() and transfer_id = any(${[...ids]}::uuid[])
    order by transfer_id, position`.execute(db)
  return found
}

interface NewLine {
  itemId: string
  quantity: string
  pieces: readonly Piece[]
  units?: Units
}

export const addLines = (db: Db, transferId: string, lines: readonly NewLine[]) =>
  db
    .insertInto('inventory.transferLine')
    .values(
      lines.map(({ itemId, quantity, pieces, units = noUnits }, index) => ({
        transferId,
        position: index + 1,
        itemId,
        quantity,
        pieces: JSON.stringify(pieces),
        units: storedUnits(units),
      })),
    )
    .execute()

/** What each line of a transfer has cost, once it is sent. */
export const setValues = (db: Db, id: string, values: readonly string[]) =>
  sql`update inventory.transfer_line l set value = v.value
    from unnest(${[...values]}::numeric[]) with ordinality v (value, position)
    where l.company_id = kit.company() and l.transfer_id = ${id} and l.position = v.position`.execute(db)

/** Which units of each line left, or have arrived so far. */
export const setUnits = (
  db: Db,
  id: string,
  lines: readonly { itemId: string; units: Units; receivedUnits: Units }[],
) =>
  sql`update inventory.transfer_line l set units = v.units, received_units = v.received_units
    from unnest(${lines.map(({ itemId }) => itemId)}::uuid[], ${lines.map(({ units }) => storedUnits(units))}::jsonb[],
      ${lines.map(({ receivedUnits }) => storedUnits(receivedUnits))}::jsonb[]) v (item_id, units, received_units)
    where l.company_id = kit.company() and l.transfer_id = ${id} and l.item_id = v.item_id`.execute(db)

/** What was counted of each line where the transfer arrived. */
export const setReceived = (db: Db, id: string, counted: readonly NewLine[]) =>
  sql`update inventory.transfer_line l set received = v.quantity, received_pieces = v.pieces
    from unnest(${counted.map(({ itemId }) => itemId)}::uuid[], ${counted.map(({ quantity }) => quantity)}::numeric[],
      ${counted.map(({ pieces }) => JSON.stringify(pieces))}::jsonb[]) v (item_id, quantity, pieces)
    where l.company_id = kit.company() and l.transfer_id = ${id} and l.item_id = v.item_id`.execute(db)

/** Takes the next number of a branch's transfers. */
export async function numberOf(
  db: Db,
  kind: 'goodsTransfer' | 'transfer',
  { branchId, code, year }: { branchId: string; code: string; year: number },
): Promise<string> {
  const series = { branchId, code: `${code}-${kind === 'transfer' ? 'T' : 'GT'}`, kind, year }
  const { rows: found } = await sql<{
    number: string
  }>`with n as (${nextNumber(series)}) select number from n`.execute(db)
  return found[0]?.number ?? ''
}

/** The numbers of transfers by their ids. */
export async function numbersOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await db
    .selectFrom('inventory.transfer')
    .select(['id', 'number'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(found.map(({ id, number }) => [id, number]))
}
