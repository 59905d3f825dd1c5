import { randomUUID } from 'node:crypto'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { goodsAdjustments } from '#modules/retail/adjustments/adjustments.contract.ts'
import { items } from '#modules/retail/items/items.contract.ts'
import { retailPolicy } from '#modules/retail/policy/policy.contract.ts'
import { refunds } from '#modules/retail/returns/returns.contract.ts'
import { sales } from '#modules/retail/sales/sales.contract.ts'
import { taxes } from '#modules/retail/taxes/taxes.contract.ts'
import type { Call, Session, TestApp } from './test-app.ts'

interface Line {
  itemId: string
  quantity: string
  serials?: string[]
  batches?: { code: string; quantity: string }[]
}
type Received = Omit<Line, 'batches'> & {
  cost?: string
  batches?: { code: string; quantity: string; expiresOn?: string }[]
}
type Why = 'damaged' | 'expired' | 'opening' | 'ownUse' | 'receipt' | 'supplierReturn'

/** Switches on that the demonstration's company sells goods, by an approval as Malaysia asks for it. */
export async function sellGoods({ call, send }: Pick<Session, 'call' | 'send'>): Promise<void> {
  const paper = new File([Uint8Array.from(Buffer.from('%PDF-1.4\n%EOF\n'))], 'approval.pdf')
  const { body } = await send(retailPolicy.uploadDocument, {}, paper)
  const { status, error } = await call(retailPolicy.update, {
    version: body.version,
    isOn: true,
    reference: 'BNM/2026/118',
    approvedOn: '2026-01-05',
  })
  if (status !== 200) throw new Error(JSON.stringify(error))
}

type Kind = 'card' | 'cash'
interface Sold {
  discount?: string
  payments?: [kind: Kind, amount: string][]
}

/** What lies in stock of an item, as `quantity / value`. */
const poolOf = (app: TestApp) => async (itemId: string) =>
  (
    await app.owner<{ pool: string }>(
      `select trim_scale(quantity) || ' / ' || value::numeric(20, 2) as pool from ledger.pool
          where kind = 'retail' and item_id = '${itemId}'`,
    )
  )[0]?.pool

/** What the catalogue of a shop is made of. */
function catalogue(call: Call) {
  const item = async (sku: string, price: string, more = {}) =>
    (await call(items.create, { sku, name: sku, kind: 'goods', unit: 'piece', price, ...more })).body
  const tax = async (code: string, versions: [validFrom: string, rate: string][]) =>
    (
      await call(taxes.create, {
        code,
        name: code,
        kind: 'standard',
        versions: versions.map(([validFrom, rate]) => ({ validFrom, rates: [rate] })),
      })
    ).body.id
  return { item, tax }
}

/** A counter with an open day, at which the administrator sells. */
export async function openShop(app: TestApp) {
  let session = await app.signIn('admin')
  const call: Call = (...asked) => session.call(...asked)
  await sellGoods(session)
  const branchId = (await call(branches.list, {})).body.items[0]?.id ?? ''
  const counterId =
    (await call(counters.list, {})).body.items.find((one) => one.branchId === branchId)?.id ?? ''
  const modes = (await call(paymentModes.listSelection)).body
  const modeId = (kind: Kind) => modes.find((mode) => mode.kind === kind)?.id ?? ''
  const moving = <E extends Endpoint>(endpoint: E, input: CallOf<E>) =>
    call(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
  await moving(days.open, { counterId })
  const key = ({ id, version }: { id: string; version: number }) => ({ id, version })
  const adjusted = (reason: Why, lines: Received[]) =>
    moving(goodsAdjustments.create, { branchId, reason, supplier: 'Northern Wholesale', lines })
  const parked = async (lines: Line[], discount = '0') =>
    (await call(sales.create, { id: randomUUID(), branchId, counterId, lines, discount })).body
  const paid = (sale: { id: string; version: number }, payments: [kind: Kind, amount: string][]) =>
    moving(sales.settle, {
      ...key(sale),
      payments: payments.map(([kind, amount]) => ({ modeId: modeId(kind), amount })),
    })
  const sold = async (lines: Line[], { discount = '0', payments }: Sold = {}) => {
    const sale = await parked(lines, discount)
    return (await paid(sale, payments ?? [['card', sale.total]])).body
  }
  const returned = async (saleId: string, ...lines: [position: number, quantity: string][]) => {
    const { body } = await call(refunds.create, {
      id: randomUUID(),
      saleId,
      counterId,
      reason: 'Not wanted',
      lines: lines.map(([position, quantity]) => ({ position, quantity })),
    })
    return (await moving(refunds.settle, key(body))).body
  }
  /** Goes to noon of a day, with the day of the counter, and signs in anew. */
  const goTo = async (day: string) => {
    app.setNow(new Date(`${day}T04:00:00Z`))
    await app.owner(`update inventory.day set business_date = $1 where state = 'open'`, [day])
    session = await app.signIn('admin')
  }
  return {
    call,
    login: session.login,
    goTo,
    branchId,
    counterId,
    modeId,
    moving,
    key,
    ...catalogue(call),
    adjusted,
    parked,
    paid,
    sold,
    returned,
    pool: poolOf(app),
    /** What the check of the books finds wrong. */
    wrong: () =>
      inCompany(session.login.company.companyId, async () =>
        (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0),
      ),
  }
}
