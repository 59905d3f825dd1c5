import { serialOf } from '#modules/inventory/units/units.domain.ts'
import type { InputOf } from '#kit/contract/endpoint.contract.ts'
import type { ListInput } from '#kit/contract/list.contract.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { inParts, sheet } from '#kit/server/tables/sheet.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import {
  actOnWhole,
  businessDate,
  counterRows,
  reaches,
  refuseDecimals,
} from '#modules/organisation/public.server.ts'
import { rows as categoryRows } from '../categories/categories.queries.ts'
import { checkPrincipal } from '../principals/using.server.ts'
import { inOrder } from '#modules/ledger/tax-codes/rates.domain.ts'
import { checkTax } from '../taxes/using.server.ts'
import { unitsOf } from '../batches/batches.domain.ts'
import { listSellable } from '../batches/batches.server.ts'
import { countAvailable } from '../stock/stock.server.ts'

import { barcodeOf } from './barcodes.domain.ts'
import { type ItemDraft, items } from './items.contract.ts'
import { type Commission, faultsOfItem } from './items.domain.ts'
import * as queries from './items.queries.ts'

const { rows } = queries
type Key = { id: string; version: number }

export const itemsRouter = serve(items, {
  list: async ({ db, input }) => {
    const [page, present] = [await queries.list(db, input), await presenting(db)]
    return { ...page, items: page.items.map(present) }
  },
  getById: ({ db, input }) => one(db, input.id),
  create,
  update,
  delete: remove,
  enable: (ctx) => turn(ctx, true),
  disable: (ctx) => turn(ctx, false),
  getByBarcode: getByCode,
  listSelection: async ({ db }) => (await queries.selection(db)).map(await pricing(db)),
  export: exported,
})

/** Who asks for what lies in a branch, or at a counter of it, is of there. */
async function refuseOthers(
  { db, actor }: Pick<Ctx, 'actor' | 'db'>,
  branchId: string,
  counterId: string | null,
) {
  const isHere = counterId === null || (await counterRows.find(db, counterId))?.branchId === branchId
  if (!isHere || !reaches(actor.scope, { branchId, counterId })) throw notFound()
}

async function getByCode({ db, actor, now, input }: Ctx<InputOf<typeof items.getByBarcode>>) {
  const { code, branchId, counterId = null } = input
  if (branchId) await refuseOthers({ db, actor }, branchId, counterId)
  const spelt = { sku: code.trim().toUpperCase(), serial: serialOf(code) }
  const found = await queries.byCode(db, barcodeOf(code), spelt)
  if (!found) throw notFound()
  const own = branchId ? await queries.priceAt(db, found.id, branchId) : null
  const here = await sellable(
    db,
    found,
    branchId && { branchId, counterId, today: await businessDate(db, branchId, now) },
  )
  return (await pricing(db))({ ...found, price: own ?? found.price, ...here })
}

/** What may be sold of an item in a branch: at a counter, or out of the store. */
async function sellable(
  db: Db,
  { id, kind, tracking }: { id: string; kind: string; tracking: string },
  at: { branchId: string; counterId: string | null; today: string } | '' | undefined,
) {
  if (!at || kind !== 'goods') return { available: null, batches: [] }
  const { branchId, today } = at
  if (tracking !== 'batch') return { available: await countAvailable(db, at, id), batches: [] }
  const batches = await listSellable(db, branchId, { itemId: id, today })
  return { available: unitsOf(batches), batches }
}

async function pricing(db: Db) {
  const money = await localMoney(db)
  return <R extends { price: string | null }>(row: R) => ({ ...row, price: row.price && money(row.price) })
}

async function presenting(db: Db) {
  const money = await localMoney(db)
  return (row: queries.ItemRow) => ({
    ...row,
    price: row.price && money(row.price),
    leastPrice: row.leastPrice && money(row.leastPrice),
    mostPrice: row.mostPrice && money(row.mostPrice),
    commissions: row.commissions as Commission[],
    reorderLevel: row.reorderLevel && row.reorderLevel.replace(/\..*$/, ''),
  })
}

async function one(db: Db, id: string) {
  const row = await queries.get(db, id)
  if (!row) throw notFound()
  return (await presenting(db))(row)
}

/** Throws for what is wrong with an item, each fault at its field. */
async function check(db: Db, draft: ItemDraft, id?: string): Promise<void> {
  const { price, leastPrice, mostPrice, categoryId } = draft
  await refuseDecimals(db, { price, leastPrice, mostPrice })
  const [fault, ...more] = faultsOfItem(draft)
  if (fault) throw new Refusal(fault.code, {}, { fields: [fault, ...more] })
  await checkTax(db, draft.taxId)
  await checkPrincipal(db, draft.principalId)
  if (categoryId !== null && !(await categoryRows.find(db, categoryId))?.isEnabled)
    throw refuseField('categoryId', 'CATEGORY_UNKNOWN')
  const codes = draft.barcodes.map(({ code }) => barcodeOf(code))
  const taken = await queries.inUse(db, codes, id)
  const at = codes.findIndex((code) => taken.has(code))
  if (at >= 0) throw refuseField(`barcodes.${at}.code`, 'BARCODE_IN_USE')
}

/** The draft as it is stored; what is ours altogether has no principal. */
const stored = ({ kind, commissions, principalId, ...draft }: ItemDraft) => ({
  ...draft,
  kind,
  commissions: JSON.stringify(kind === 'agency' ? inOrder(commissions) : []),
  principalId: kind === 'agency' ? principalId : null,
})

const barcodesOf = ({ barcodes }: ItemDraft) =>
  barcodes.map(({ code, units }) => ({ code: barcodeOf(code), units }))

async function create({ db, input, actor }: Ctx<ItemDraft>) {
  actOnWhole(actor.assigned)
  await check(db, input)
  const { barcodes: _, ...values } = stored(input)
  const { id } = await rows.insert(db, values)
  await queries.setBarcodes(db, id, barcodesOf(input))
  return one(db, id)
}

async function update({ db, input: { id, version, ...draft }, actor }: Ctx<Key & ItemDraft>) {
  actOnWhole(actor.assigned)
  const before = await rows.lock(db, { id, version })
  // What lies in stock stays goods: its cost would be lost from sight.
  const fixed = (['kind', 'tracking'] as const).find((key) => before[key] !== draft[key])
  if (fixed && (await queries.isUsed(db, id)))
    throw refuseField(fixed, fixed === 'kind' ? 'KIND_FIXED' : 'TRACKING_FIXED')
  await check(db, draft, id)
  const { barcodes: _, ...values } = stored(draft)
  await rows.update(db, { id, version }, values)
  await queries.setBarcodes(db, id, barcodesOf(draft))
  return one(db, id)
}

async function turn({ db, input, actor }: Ctx<Key>, isEnabled: boolean) {
  actOnWhole(actor.assigned)
  await rows.update(db, input, { isEnabled })
  return one(db, input.id)
}

async function remove(ctx: Ctx<Key>) {
  const { db, input, actor } = ctx
  actOnWhole(actor.assigned)
  await rows.lock(db, input)
  if (await queries.isUsed(db, input.id)) throw new Refusal('ITEM_USED')
  await queries.setBarcodes(db, input.id, [])
  await queries.forgetBranches(db, input.id)
  await rows.remove(db, input)
  return replyMessage(ctx, 'removed')
}

function exported(ctx: Ctx<ListInput>) {
  return sheet(ctx, {
    name: 'items',
    texts: 'retailCatalogue',
    columns: {
      sku: 'text',
      name: 'text',
      category: 'text',
      tax: 'text',
      unit: 'text',
      supplier: 'text',
      price: 'number',
      barcodes: (row: queries.ItemRow) => row.barcodes.map(({ code }) => code).join(' '),
    },
    rows: inParts(ctx, (db, input, last: queries.ItemRow | undefined) => queries.part(db, input, last?.id)),
  })
}
