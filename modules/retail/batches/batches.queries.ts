import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { BatchPart } from './batches.domain.ts'

interface StockAsk {
  /** Without what packed transfers name. */
  isFree?: boolean
  /** Until the caller's transaction ends. */
  isLocked?: boolean
}

/** What a branch has of the batches of items, expired ones too. */
export async function stockOf(
  db: Db,
  branchId: string,
  itemIds: readonly string[],
  { isFree = false, isLocked = false }: StockAsk = {},
): Promise<(BatchPart & { itemId: string })[]> {
  if (itemIds.length === 0) return []
  const { rows } = await sql<BatchPart & { itemId: string }>`
    select b.item_id, b.code, b.expires_on, trim_scale(${isFree ? sql`greatest(s.quantity - s.promised, 0)` : sql`s.quantity`})::text as quantity
    from retail.batch_stock s join retail.batch b on b.company_id = s.company_id and b.id = s.batch_id
    where s.company_id = kit.company() and s.branch_id = ${branchId} and b.item_id = any(${[...itemIds]}::uuid[]) and s.quantity > 0
    order by s.batch_id ${isLocked ? sql`for update of s` : sql``}`.execute(db)
  return rows
}

/** Batches of an item by their codes, wherever they are. */
export const datesOf = async (db: Db, itemId: string): Promise<Map<string, string>> =>
  new Map(
    (
      await db.selectFrom('retail.batch').select(['code', 'expiresOn']).where('itemId', '=', itemId).execute()
    ).map(({ code, expiresOn }) => [code, expiresOn]),
  )

/** Makes a batch that is not there yet. */
export const begin = (db: Db, itemId: string, { code, expiresOn }: Pick<BatchPart, 'code' | 'expiresOn'>) =>
  db
    .insertInto('retail.batch')
    .values({ itemId, code, expiresOn })
    .onConflict((conflict) => conflict.constraint('batch_code_key').doNothing())
    .execute()

/** Adds units to what a branch has of a batch; takes them where they are below zero. */
export const move = (
  db: Db,
  { branchId, itemId }: { branchId: string; itemId: string },
  { code, quantity }: Pick<BatchPart, 'code' | 'quantity'>,
) =>
  sql`insert into retail.batch_stock (batch_id, branch_id, quantity)
    select id, ${branchId}::uuid, greatest(${quantity}::numeric, 0) from retail.batch
    where company_id = kit.company() and item_id = ${itemId} and code = ${code}
    on conflict (company_id, branch_id, batch_id) do update set quantity = batch_stock.quantity + ${quantity}::numeric`.execute(
    db,
  )

/** Keeps units of a batch of a branch for a packed transfer; gives them back where they are below zero. */
export const promise = (
  db: Db,
  { branchId, itemId }: { branchId: string; itemId: string },
  { code, quantity }: Pick<BatchPart, 'code' | 'quantity'>,
) =>
  sql`update retail.batch_stock s set promised = greatest(s.promised + ${quantity}::numeric, 0)
    from retail.batch b where s.company_id = kit.company() and s.branch_id = ${branchId} and b.company_id = s.company_id
      and b.id = s.batch_id and b.item_id = ${itemId} and b.code = ${code}`.execute(db)

export interface ExpiryFound {
  branchId: string
  branch: string
  sku: string
  name: string
  batch: string
  expiresOn: string
  quantity: string
}

/** What branches have of batches that expire until a day, those first that expire first. */
export async function expiring(db: Db, until: string | null): Promise<ExpiryFound[]> {
  const { rows } = await sql<ExpiryFound>`
    select s.branch_id, n.name as branch, i.sku, i.name, b.code as batch, b.expires_on, trim_scale(s.quantity)::text as quantity
    from retail.batch_stock s
    join retail.batch b on b.company_id = s.company_id and b.id = s.batch_id
    join retail.item i on i.company_id = b.company_id and i.id = b.item_id
    join organisation.branch_name_read n on n.company_id = s.company_id and n.branch_id = s.branch_id
    where s.company_id = kit.company() and s.quantity > 0 and (${until}::date is null or b.expires_on <= ${until}::date)
    order by b.expires_on, n.name, i.name, b.code`.execute(db)
  return rows
}
