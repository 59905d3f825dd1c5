import { timeText } from '#kit/domain/clock.domain.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { StreamedFile } from '#kit/server/files.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { pdfFile } from '#kit/server/paper/pen.server.ts'
import { localMoney, modeNames } from '#modules/currencies/public.server.ts'
import { addEvent, wasNoted } from '#modules/documents/public.server.ts'
import { type Receipt, receiptPdf } from '#modules/exchange/public.server.ts'
import { branchRows, currentCompany, exponentOf, reaches } from '#modules/organisation/public.server.ts'
import * as returned from '../returns/returns.queries.ts'
import * as sold from '../sales/sales.queries.ts'
import { refundReceipts, saleReceipts } from '../printing/printing.contract.ts'
import { taxRows } from './papers.domain.ts'

type Printing = Ctx<{ id: string; paper: 'roll80' | 'a4'; language: string }>

export const saleReceiptsRouter = serve(saleReceipts, { print: printSale })
export const refundReceiptsRouter = serve(refundReceipts, { print: printRefund })

interface Row {
  id: string
  state: string
  number: string
  branchId: string
  counterId: string
  counter: string
  author: string
  businessDate: string | null
  settledAt: string | null
  total: string
  rounding: string
}

interface Line {
  name: string
  unit: string
  quantity: string
  price: string
  discount: string
  total: string
  net: string
  rates: unknown
  taxes: unknown
  serials: readonly string[]
}

interface Paid {
  mode: string
  amount: string
}

/** A receipt as it was sold, whatever items are called or taxed now. */
async function printSale(ctx: Printing): Promise<StreamedFile> {
  const { db, input } = ctx
  const [row] = await sold.find(db, [input.id])
  if (!row) throw notFound()
  const modes = await modeNames(db, 'payment')
  const moved = (await sold.paymentsOf(db, row.id)).map(({ modeId, tendered }) => ({
    mode: modes.get(modeId) ?? '',
    amount: tendered,
  }))
  // What is set off stands under its own number.
  const deal = row.dealNumber === null ? [] : [{ mode: row.dealNumber, amount: row.dealOwed ?? '0' }]
  const refund = row.refundId === null ? [] : [{ mode: row.refundNumber, amount: row.refundOwed }]
  const paid = [...deal, ...refund, ...moved].filter(({ amount }) => !new Exact(amount).isZero())
  return printed(ctx, {
    type: 'retailSale',
    row,
    lines: await sold.linesOf(db, row.id),
    paid,
    isRefund: false,
  })
}

async function printRefund(ctx: Printing): Promise<StreamedFile> {
  const { db, input } = ctx
  const [row] = await returned.find(db, [input.id])
  if (!row) throw notFound()
  const modes = await modeNames(db, 'payment')
  const paid = (await returned.paymentsOf(db, row.id)).map(({ modeId, amount }) => ({
    mode: modes.get(modeId) ?? '',
    amount,
  }))
  return printed(ctx, {
    type: 'refund',
    row,
    lines: await returned.linesOf(db, row.id),
    paid,
    isRefund: true,
  })
}

interface Printed {
  type: 'refund' | 'retailSale'
  row: Row
  lines: readonly Line[]
  paid: readonly Paid[]
  isRefund: boolean
}

async function printed(ctx: Printing, one: Printed): Promise<StreamedFile> {
  const { db, actor, now, input } = ctx
  const { type, row } = one
  if (!reaches(actor.scope, row)) throw notFound()
  if (row.state !== 'settled') throw new Refusal('NOT_PRINTED_YET', {}, { kind: 'conflict' })
  const subject = { type, id: row.id }
  const isCopy = await wasNoted(db, subject, 'print')
  await addEvent(db, subject, {
    act: 'print',
    fromState: row.state,
    toState: row.state,
    byId: actor.userId,
    byName: actor.name,
    at: now.toISOString(),
    note: '',
  })
  const pdf = await receiptPdf(await receiptOf(ctx, one), {
    paper: input.paper,
    language: input.language.startsWith('zh') ? 'zh_Hant' : 'en',
    variant: one.isRefund ? 'refund' : isCopy ? 'copy' : 'receipt',
  })
  return pdfFile(row.number, pdf)
}

async function receiptOf({ db }: Pick<Ctx, 'db'>, { row, lines, paid, isRefund }: Printed): Promise<Receipt> {
  const [company, branch] = [await currentCompany(db), await branchRows.get(db, row.branchId)]
  const { localCurrency } = company
  const decimals = exponentOf(localCurrency)
  const money = await localMoney(db)
  const signed = (amount: string) => (isRefund ? new Exact(amount).negated().toFixed() : amount)
  const due = new Exact(row.total).plus(row.rounding)
  const given = paid.reduce((sum, { amount }) => sum.plus(amount), new Exact(0))
  const change = given.minus(due)
  const settled = paid.map(({ mode, amount }) => ({ mode, currency: localCurrency, amount: money(amount) }))
  return {
    company,
    branch,
    counter: row.counter,
    teller: row.author,
    number: row.number,
    businessDate: row.businessDate ?? '',
    time: row.settledAt ? timeText(branch.timeZone ?? company.timeZone, row.settledAt) : '',
    customer: null,
    localCurrency,
    lines: [],
    goods: lines.map(({ name, serials, unit, quantity, price, discount, total }) => ({
      // Whoever brings it back is asked for its serial.
      name: [name, ...serials].join(' '),
      unit,
      quantity: new Exact(quantity).toFixed(),
      price: money(price),
      discount: money(discount),
      amount: money(total),
    })),
    fees: [],
    taxes: taxRows(
      lines.map(({ rates, net, taxes }) => ({ rates: rates as string[], net, taxes: taxes as string[] })),
      decimals,
    ),
    beforeRounding: money(row.total),
    rounding: money(row.rounding),
    total: money(signed(due.toFixed())),
    payments: isRefund ? [] : settled,
    deliveries: isRefund ? settled : [],
    change: isRefund || change.isZero() ? null : money(change.toFixed()),
    terms: branch.receiptHeader,
    verification: '',
    validUntil: null,
    voidReason: null,
  }
}
