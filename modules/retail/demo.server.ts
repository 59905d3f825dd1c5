// Long because one shop is told whole: its catalogue, its stock, what it sells and takes back, and what it sends on.
import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import type { Stage } from '#modules/demonstration.contract.ts'
import type { Player, Step } from '#modules/demonstration.domain.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { goodsAdjustments } from './adjustments/adjustments.contract.ts'
import type { Reason } from './adjustments/adjustments.domain.ts'
import { categories } from './categories/categories.contract.ts'
import { shelves } from './demo-items.domain.ts'
import { isBarcode } from './items/barcodes.domain.ts'
import { items } from './items/items.contract.ts'
import { retailPolicy } from './policy/policy.contract.ts'
import { principals } from './principals/principals.contract.ts'
import { refunds } from './returns/returns.contract.ts'
import { sales } from './sales/sales.contract.ts'
import { taxes } from './taxes/taxes.contract.ts'
import { goodsTransfers } from './transfers/transfers.contract.ts'

/** Units by SKU. */
type Goods = Record<string, number>

const approval = { reference: 'BNM/MSB/2026/118', approvedOn: '2026-01-05' }
/** A tenth of the price is the house's own. */
const commissions = [{ validFrom: '2024-01-01', rate: '0.1' }]
const standard = [
  { validFrom: '2018-09-01', rates: ['0.06'] },
  { validFrom: '2024-03-01', rates: ['0.08'] },
]

/** So many units of each item are bought at first, of precious metal fewer. */
const bought = { usual: 12, precious: 3 }

/** Up to this the manager posts a receipt alone. */
const managerLimit = 5000

/** What comes in and goes out besides, made by the manager, who may post up to a limit. */
const adjusted: readonly { reason: Reason; goods: Goods; note?: string; steps?: readonly Step[] }[] = [
  { reason: 'opening', goods: { MAGNET: 40, KEYRING: 30 }, note: 'Found at the first stocktaking' },
  { reason: 'supplierReturn', goods: { 'CASE-28': 1 }, note: 'Wheel broken on arrival' },
  { reason: 'damaged', goods: { 'ADP-UK': 1 }, note: 'Broken in the display' },
  { reason: 'expired', goods: { 'SIM-JP8': 2 }, note: 'Activation date has passed' },
  { reason: 'ownUse', goods: { 'CBL-C1': 1 }, note: 'For the back office' },
  { reason: 'receipt', goods: { 'GOLD-5G': 3 } },
  {
    reason: 'receipt',
    goods: { 'GOLD-5G': 5 },
    steps: [['admin', 'reject', { note: 'More than the shop sells in a year' }]],
  },
  { reason: 'receipt', goods: { 'GOLD-5G': 4 }, steps: [['manager', 'cancel']] },
]

interface Sold {
  goods: Goods
  /** Of goods kept by serial, by SKU. */
  serials?: Readonly<Record<string, string[]>>
  name?: string
  discount?: string
  by?: Player
  /** How it is paid, where it is; `asked` stops at the person who has to allow it. */
  paid?: 'asked' | 'card' | 'cash' | 'both'
  before?: readonly Step[]
  steps?: readonly Step[]
  /** Portions of its lines that come back. */
  returned?: readonly {
    lines: readonly [position: number, quantity: string][]
    reason: string
    by?: Player
    steps?: readonly Step[]
  }[]
}

/** Sold by the teller, who may give no discount and sell little below cost. */
const sold: readonly Sold[] = [
  { goods: { 'SIM-MY7': 1, 'ADP-UNI': 1 }, name: 'Lady in red' },
  { goods: { 'CASE-20': 1, 'LOCK-3': 1 }, name: 'Back after the exchange' },
  { goods: { 'CASE-24': 1, 'TAG-L': 2 }, discount: '20', name: 'Asks for a discount', paid: 'asked' },
  { goods: { 'SILVER-1': 3 }, discount: '180', name: 'Collector', paid: 'asked' },
  { goods: { PILLOW: 1, EYEMASK: 1 }, steps: [['teller', 'cancel']] },
  { goods: { 'SIM-MY15': 2, 'MAP-KL': 1 }, paid: 'cash' },
  { goods: { 'GOLD-1G': 1 }, paid: 'card' },
  { goods: { 'SIM-EU14': 1, 'SIM-JP8': 1 }, serials: { 'SIM-EU14': ['SIM-EU14-0001'] }, paid: 'card' },
  {
    goods: { 'SIM-EU14': 1 },
    serials: { 'SIM-EU14': ['SIM-EU14-0002'] },
    name: 'Fetches a passport',
  },
  { goods: { 'COACH-SG': 2 }, paid: 'cash' },
  { goods: { 'INS-14': 2, WRAP: 1 }, paid: 'both' },
  { goods: { 'BOOK-MY': 1, MAGNET: 3, POSTCARD: 1 }, paid: 'cash' },
  { goods: { 'PWB-20': 1 }, discount: '9', by: 'manager', paid: 'card' },
  {
    goods: { 'ADP-UNI2': 4, 'CBL-C2': 3, 'TAG-L': 4 },
    paid: 'card',
    returned: [
      { lines: [[1, '1']], reason: 'Does not fit the socket' },
      { lines: [[2, '1']], reason: 'Bought twice', steps: [['manager', 'approve']] },
      {
        lines: [[3, '1']],
        reason: 'Changed mind',
        steps: [['manager', 'reject', { note: 'Already written upon' }]],
      },
      { lines: [[3, '2']], reason: 'Changed mind', steps: [['teller', 'cancel']] },
      {
        lines: [
          [1, '1'],
          [2, '1'],
        ],
        reason: 'Faulty plug',
        by: 'manager',
        steps: [['manager', 'settle']],
      },
    ],
  },
]

/** A shop beside the money: switched on, its catalogue, stock, sales and returns, each in every state. */
export async function seedRetail(stage: Stage): Promise<void> {
  await switchOn(stage)
  const itemId = await fillCatalogue(stage)
  const { perform } = stage
  const page = { pageSize: 100 }
  const branch = (await perform('admin', branches.list, page)).items.find(({ code }) => code === 'KLC')
  const seats = (await perform('admin', counters.list, page)).items
  const branchId = branch?.id ?? ''
  const counterId = seats.find((one) => one.branchId === branchId && one.code === 'C2')?.id ?? ''
  await stockShop(stage, branchId, itemId)
  const modes = await perform('admin', paymentModes.listSelection, {})
  const modeOf = (kind: 'card' | 'cash') => modes.find((mode) => mode.kind === kind)?.id ?? ''
  for (const one of sold) await sell(stage, { branchId, counterId, itemId, modeOf }, one)
  const other = seats.find((one) => one.branchId !== branchId)?.branchId
  if (other) await supply(stage, { fromBranchId: branchId, toBranchId: other }, itemId)
}

/** Goods for the store of another branch: some on their way, some still packed. */
async function supply(
  { perform, follow }: Stage,
  ends: { fromBranchId: string; toBranchId: string },
  itemId: (sku: string) => string,
): Promise<void> {
  const move = async (goods: Goods, serials: string[], steps: readonly Step[]) => {
    const lines = Object.entries(goods).map(([sku, units]) => ({
      itemId: itemId(sku),
      quantity: String(units),
      ...(trackingOf(sku) === 'serial' && { serials }),
    }))
    await follow(goodsTransfers, await perform('admin', goodsTransfers.create, { ...ends, lines }), steps)
  }
  const asia = (from: number, units: number) => serialsOf('SIM-ASIA', from, units)
  await move({ 'SIM-ASIA': 2, 'SIM-KR10': 3, 'TAG-L': 2 }, asia(1, 2), [['admin', 'sendToTransit']])
  await move({ 'SIM-ASIA': 1, MAGNET: 5 }, asia(3, 1), [])
}

/** The central bank's approval is on file, as the country asks. */
async function switchOn({ perform, upload }: Stage): Promise<void> {
  const paper = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n')
  const { version } = await upload('admin', retailPolicy.uploadDocument, 'approval.pdf', paper)
  await perform('admin', retailPolicy.update, { version, isOn: true, ...approval })
}

/** A number of the shop's own range, with its check digit. */
const barcodeAt = (index: number): string =>
  Array.from({ length: 10 }, (_, digit) => `20${String(index).padStart(10, '0')}${digit}`).find(isBarcode) ??
  ''

async function fillCatalogue({ perform }: Stage): Promise<(sku: string) => string> {
  const tax = async (code: string, name: string, kind: 'exempt' | 'standard' | 'zero') =>
    (
      await perform('admin', taxes.create, {
        code,
        name,
        kind,
        versions: kind === 'standard' ? standard : [],
        isDefault: kind === 'standard',
      })
    ).id
  await tax('SST', 'Sales and service tax', 'standard')
  const taxIds = {
    ZERO: await tax('ZERO', 'Zero-rated', 'zero'),
    EXEMPT: await tax('EXEMPT', 'Exempt', 'exempt'),
  }
  const ids = new Map<string, string>()
  let count = 0
  for (const [sortOrder, shelf] of shelves.entries()) {
    const { code, name, parent = '', kind = 'goods', unit = 'piece', supplier = '', principal = '' } = shelf
    const made = { code, name, parentId: ids.get(parent) ?? null, sortOrder }
    const { id: categoryId } = await perform('admin', categories.create, {
      ...made,
      taxId: shelf.tax ? taxIds[shelf.tax] : null,
    })
    ids.set(code, categoryId)
    const principalId = principal
      ? (await perform('admin', principals.create, { code, name: principal })).id
      : null
    for (const [sku, label, price] of shelf.items) {
      count += 1
      const { id } = await perform('admin', items.create, {
        sku,
        name: label,
        kind,
        unit,
        supplier,
        categoryId,
        price,
        principalId,
        commissions: kind === 'agency' ? commissions : [],
        isPrecious: shelf.isPrecious ?? false,
        reorderLevel: kind === 'goods' ? '4' : null,
        tracking: trackingOf(sku),
        barcodes: kind === 'goods' ? [{ code: barcodeAt(count) }] : [],
      })
      ids.set(sku, id)
    }
  }
  return (sku) => ids.get(sku) ?? ''
}

const goodsOf = (shelf: (typeof shelves)[number]) =>
  shelf.items.flatMap(([sku, , , cost]) => (cost ? [{ sku, cost }] : []))
const trackingOf = (sku: string) =>
  shelves.flatMap(({ tracking }) => tracking?.[sku] ?? []).at(0) ?? 'quantity'
const costs = new Map(shelves.flatMap(goodsOf).map(({ sku, cost }) => [sku, cost]))

/** The serials with these numbers. */
const serialsOf = (sku: string, from: number, units: number): string[] =>
  Array.from({ length: units }, (_, at) => `${sku}-${String(from + at).padStart(4, '0')}`)

/** What comes in of an item that is kept one by one: serials from the first on, or two batches of which one runs out soon. */
function trackedOf(sku: string, units: number, now: Date) {
  const tracking = trackingOf(sku)
  if (tracking === 'serial') return { serials: serialsOf(sku, 1, units) }
  if (tracking !== 'batch') return {}
  const early = Math.floor(units / 2)
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  return {
    batches: [
      { code: 'L1', quantity: String(early), expiresOn: inDays(20) },
      { code: 'L2', quantity: String(units - early), expiresOn: inDays(300) },
    ],
  }
}

/** A receipt of each supplier, and what else comes in and goes out. */
async function stockShop(
  { perform, follow, now }: Stage,
  branchId: string,
  itemId: (sku: string) => string,
): Promise<void> {
  const adjust = async (
    reason: Reason,
    goods: Goods,
    { supplier = '', invoice = '', note = '', by = 'manager' as Player, steps = [] as readonly Step[] },
  ) => {
    const isIncoming = reason === 'receipt' || reason === 'opening'
    const lines = Object.entries(goods).map(([sku, units]) => ({
      itemId: itemId(sku),
      quantity: String(units),
      cost: isIncoming ? new Exact(costs.get(sku) ?? 0).times(units).toFixed(2) : '0',
      ...(isIncoming && trackedOf(sku, units, now)),
    }))
    const draft = { branchId, reason, supplier, invoice, note, lines }
    await follow(goodsAdjustments, await perform(by, goodsAdjustments.create, draft), steps)
  }
  const bySupplier = Map.groupBy(
    shelves.flatMap((shelf) => goodsOf(shelf).map((one) => ({ ...one, shelf }))),
    ({ shelf }) => shelf.supplier ?? '',
  )
  for (const [supplier, own] of bySupplier) {
    const unitsOf = ({ shelf }: (typeof own)[number]) => (shelf.isPrecious ? bought.precious : bought.usual)
    const total = own.reduce((sum, one) => sum.plus(new Exact(one.cost).times(unitsOf(one))), new Exact(0))
    await adjust('receipt', Object.fromEntries(own.map((one) => [one.sku, unitsOf(one)])), {
      supplier,
      invoice: `INV-${1040 + own.length}`,
      // What the manager posts alone adds up within a day.
      ...(total.greaterThan(managerLimit) ? { steps: [['admin', 'approve']] } : { by: 'admin' }),
    })
  }
  for (const { reason, goods, ...said } of adjusted) {
    const [sku = ''] = Object.keys(goods)
    const supplier = shelves.find((shelf) => goodsOf(shelf).some((one) => one.sku === sku))?.supplier ?? ''
    const isSupplied = reason === 'receipt' || reason === 'supplierReturn'
    await adjust(reason, goods, { ...said, ...(isSupplied && { supplier }) })
  }
}

interface Shop {
  branchId: string
  counterId: string
  itemId: (sku: string) => string
  modeOf: (kind: 'card' | 'cash') => string
}

async function sell(
  { perform, follow }: Stage,
  { branchId, counterId, itemId, modeOf }: Shop,
  { goods, serials = {}, name = '', discount = '0', by = 'teller', paid, steps = [], returned = [] }: Sold,
): Promise<void> {
  const lines = Object.entries(goods).map(([sku, units]) => ({
    itemId: itemId(sku),
    quantity: String(units),
    serials: serials[sku] ?? [],
  }))
  const draft = { id: randomUUIDv7(), branchId, counterId, name, discount, lines }
  const sale = await perform(by, sales.create, draft)
  // In cash somebody hands over whole notes.
  const notes = (amount: string) => new Exact(amount).dividedBy(10).ceil().times(10).toFixed()
  const half = new Exact(sale.total).dividedBy(2).toFixed(2)
  const pay = (kind: 'card' | 'cash', amount: string) => ({ modeId: modeOf(kind), amount })
  const payments = {
    asked: [],
    card: [pay('card', sale.total)],
    cash: [pay('cash', notes(sale.total))],
    both: [pay('card', half), pay('cash', notes(half))],
  }
  await follow(sales, sale, [
    ...(paid ? [[by, 'settle', { payments: payments[paid] }] as const] : []),
    ...steps,
  ])
  for (const { lines: back, reason, by: taker = 'teller', steps: acts = [] } of returned) {
    const asked = { id: randomUUIDv7(), saleId: sale.id, counterId, reason }
    const portions = back.map(([position, quantity]) => ({ position, quantity }))
    await follow(refunds, await perform(taker, refunds.create, { ...asked, lines: portions }), acts)
  }
}
