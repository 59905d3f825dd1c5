import { clockText, timeText } from '#kit/domain/clock.domain.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { decide } from '#kit/domain/document.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { StreamedFile } from '#kit/server/files.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { pdfFile } from '#kit/server/paper/pen.server.ts'
import { exponentOf } from '#modules/currencies/public.server.ts'
import { branchRows, currentCompany } from '#modules/organisation/public.server.ts'
import { payableOf } from '../basket/basket.domain.ts'
import { recordEvent, readVisibleDeal } from '../deals/deal-records.server.ts'
import { type DealRecord, judgeDeal, presentDeal } from '../deals/deal-view.server.ts'
import { dealWorkflow, voided } from '../workflow/deal-workflow.domain.ts'
import * as queries from '../deals/deals.queries.ts'
import { type Receipt, type ReceiptPaper, type ReceiptVariant, taxesOf } from './receipts.domain.ts'
import { maskedId } from '../third-parties/masked-id.domain.ts'
import { sealedCode } from '../verification/seals.server.ts'
import { receiptPdf } from './receipts.server.ts'
import { dealDocuments } from './documents.contract.ts'

export const documentsRouter = serve(dealDocuments, {
  print: async (ctx) => {
    const row = await readVisibleDeal(ctx, ctx.input.id)
    const { state } = mayPrint(ctx, row, 'print')
    const variant = voided.includes(state) ? 'void' : 'receipt'
    // There is one original: whoever prints it again gets a copy, and so does who prints at the same moment.
    const isCopy = await queries.wasPrinted(ctx.db, row.id, `print.${variant}`)
    await recordEvent(ctx, row, `print.${variant}`, state, '')
    return onPaper(ctx, row, variant === 'receipt' && isCopy ? 'copy' : variant)
  },
  printQuote: async (ctx) => {
    const row = await readVisibleDeal(ctx, ctx.input.id)
    mayPrint(ctx, row, 'printQuote')
    return onPaper(ctx, row, 'quote')
  },
})

const nothing = { gates: [], settlements: [], events: [] }

const mayPrint = (ctx: Ctx, row: DealRecord, act: 'print' | 'printQuote') => {
  const deal = { ...judgeDeal(row, nothing), isNumbered: row.number !== null }
  return decide(dealWorkflow, deal, { act }, ctx).next
}

type Printing = Ctx<{ id: string; paper: ReceiptPaper; language: string }>

async function onPaper(ctx: Printing, row: DealRecord, variant: ReceiptVariant): Promise<StreamedFile> {
  const { paper, language } = ctx.input
  const receipt = await receiptOf(ctx, row)
  const speaks = language.startsWith('zh') ? ('zh_Hant' as const) : ('en' as const)
  const pdf = await receiptPdf(receipt, { paper, language: speaks, variant })
  return pdfFile(receipt.number || variant, pdf)
}

/** What is put on paper of a deal, with the names of its day. */
async function receiptOf(ctx: Printing, row: DealRecord): Promise<Receipt> {
  const deal = await presentDeal(ctx, row)
  const company = await currentCompany(ctx.db)
  const branch = await branchRows.get(ctx.db, row.branchId)
  const timeZone = branch.timeZone ?? company.timeZone
  const paid = (direction: 'in' | 'out') =>
    deal.payments
      .filter((one) => one.direction === direction)
      .map(({ modeName, tendered, amount }) => ({
        mode: modeName,
        currency: deal.localCurrency,
        amount: tendered ?? amount,
      }))
  const change = deal.payments.reduce(
    (sum, { tendered, amount }) => (tendered === null ? sum : sum.plus(tendered).minus(amount)),
    new Exact(0),
  )
  const charged = deal.fees.filter(({ isWaived }) => !isWaived)
  const number = row.number ?? ''
  const exponent = exponentOf(deal.localCurrency)
  const total = new Exact(payableOf(deal.totals)).toFixed(exponent)
  const idNumber = row.identity.split(' ').at(-1) ?? ''
  const ended = deal.events.findLast(({ act }) => act === 'cancel' || act === 'reverse')
  return {
    company,
    branch,
    counter: row.counterName,
    teller: row.maker,
    number,
    businessDate: row.businessDate,
    time: timeText(timeZone, row.settledAt ?? row.createdAt),
    customer: row.customerName === '' ? null : { name: row.customerName, idNumber: maskedId(idNumber) },
    localCurrency: deal.localCurrency,
    lines: deal.lines.map(({ side, currencyCode, subCurrencyCode, quantity, rate, quoteUnit, ...line }) => ({
      side: side === 'buy' ? 'bought' : 'sold',
      currency: subCurrencyCode ?? currencyCode,
      quantity,
      rate,
      quoteUnit,
      localAmount: line.amount,
      ...(line.transfer && { account: line.transfer.name }),
    })),
    fees: charged.map(({ name, fee, tax }) => ({
      name,
      amount: new Exact(fee).minus(tax).toFixed(exponent),
    })),
    taxes: taxesOf(charged, exponent),
    rounding: deal.totals.rounding,
    total,
    payments: paid('in'),
    deliveries: paid('out'),
    change: change.isZero() ? null : change.toFixed(exponent),
    terms: branch.receiptHeader,
    verification: `${ctx.services.publicUrl}/verify/${sealedCode(row)}`,
    validUntil: deal.expiresAt && clockText(timeZone, deal.expiresAt),
    voidReason: ended?.note || null,
  }
}
