import { clockText, timeText } from '#kit/domain/clock.domain.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { dayIn } from '#kit/domain/periods.domain.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { pdfFile } from '#kit/server/paper/pen.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { enabledModes, localMoney } from '#modules/currencies/public.server.ts'
import { receiptPdf, sealedCode } from '#modules/exchange/public.server.ts'
import type {
  Receipt,
  ReceiptLanguage,
  ReceiptPaper,
  ReceiptVariant,
} from '#modules/exchange/receipts/receipts.domain.ts'
import {
  branchRows,
  currentCompany,
  exponentOf,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { countPrint, find, type OrderRow } from '../order-rows/orders.queries.ts'
import { orderReceipts } from './order-receipts.contract.ts'

type Printing = Ctx<{ id: string; paper: ReceiptPaper; language: string }>

export const orderReceiptsRouter = serve(orderReceipts, { print })

const given = ['refundPending', 'refunded', 'cancelled', 'expired', 'rejected', 'returned']

async function print(ctx: Printing) {
  const { db, actor, input } = ctx
  const [row] = await find(db, [input.id])
  if (!row) throw notFound()
  requireVisible(actor.scope, 'counterIds', { id: row.counterId })
  const language: ReceiptLanguage = input.language.startsWith('zh') ? 'zh_Hant' : 'en'
  const isVoid = given.includes(row.state)
  const before = row.paidAt === null || isVoid ? 0 : await countPrint(db, row.id)
  const variant: ReceiptVariant = isVoid
    ? 'void'
    : row.paidAt === null
      ? 'quote'
      : before > 0
        ? 'copy'
        : 'receipt'
  const receipt = await receiptOf(ctx, row, language)
  return pdfFile(row.number, await receiptPdf(receipt, { paper: input.paper, language, variant }))
}

/** What is put on paper of an order: both sides as they were fixed, and what is charged. */
async function receiptOf(
  { db, services, now }: Printing,
  row: OrderRow,
  language: ReceiptLanguage,
): Promise<Receipt> {
  const company = await currentCompany(db)
  const branch = await branchRows.get(db, row.branchId)
  const money = await localMoney(db)
  const timeZone = branch.timeZone ?? company.timeZone
  const gets = new Exact(row.gets)
  const word = (key: string) => text(language, `messages.orderReceipt.${key}`)
  const mode = (await enabledModes(db)).find(({ id }) => id === row.modeId)
  const due = new Exact(row.total).plus(row.rounding).toFixed()
  const paidAt = row.paidAt ?? now
  return {
    company,
    branch,
    counter: row.counter,
    teller: row.author,
    number: row.number,
    businessDate: row.businessDate ?? dayIn(timeZone, new Date(paidAt)),
    time: timeText(timeZone, paidAt),
    customer: { name: row.customer, idNumber: '' },
    facts: [
      { name: word('recipient'), value: row.recipientLatin },
      { name: word('provider'), value: row.provider },
      { name: word('arrives'), value: row.arrivesOn.split('-').toReversed().join('/') },
    ],
    localCurrency: company.localCurrency,
    lines: [
      {
        side: 'sent',
        currency: row.currency,
        quantity: gets.isInteger() ? gets.toFixed(0) : gets.toFixed(exponentOf(row.currency)),
        rate: row.rate,
        quoteUnit: 1,
        localAmount: money(row.sends),
      },
    ],
    fees: [{ name: word('fee'), amount: money(new Exact(row.fee).minus(row.tax).toFixed()) }],
    taxes: new Exact(row.tax).isZero()
      ? []
      : [
          {
            name: '',
            rate: new Exact(row.tax)
              .dividedBy(new Exact(row.fee).minus(row.tax))
              .toDecimalPlaces(4)
              .toFixed(),
            net: money(new Exact(row.fee).minus(row.tax).toFixed()),
            amount: money(row.tax),
          },
        ],
    rounding: money(row.rounding),
    total: money(due),
    payments: mode ? [{ mode: mode.name, currency: company.localCurrency, amount: money(due) }] : [],
    deliveries: [],
    change: null,
    terms: branch.receiptHeader,
    verification: row.seal === '' ? '' : `${services.publicUrl}/track/${sealedCode(row)}`,
    validUntil: clockText(timeZone, row.quotedUntil),
    voidReason: null,
  }
}
