import type { Style } from '#kit/server/paper/pen.server.ts'
import { type Pen, stamp, taxLabel } from './paper.server.ts'
import {
  grouped,
  isNothing,
  type ReceiptLine,
  rateShown,
  type Settlement,
  unsigned,
} from './receipts.domain.ts'

const mm = 72 / 25.4
/** The paper of a receipt printer, of which it prints 72 mm. */
export const rollWidth = 80 * mm
const rollMargin = 4 * mm
const black = '#000000'
const inner = rollWidth - 2 * rollMargin

/** Draws a receipt on a roll from the top; answers how long it became. */
export function drawRoll(pen: Pen): number {
  const { paper, receipt, variant, word } = pen
  const { doc } = paper
  const left = rollMargin
  let y = 5 * mm

  const block = (text: string, size: number, style: Style = {}) => {
    if (text) y = paper.write(text, left, y, inner, { ...style, size, color: black }) + 1
  }
  const rule = () => {
    y += 3
    doc.lineWidth(0.5).strokeColor(black).dash(1.5, { space: 1.5 })
    doc
      .moveTo(left, y)
      .lineTo(left + inner, y)
      .stroke()
      .undash()
    y += 4
  }
  /** A word at the left, a figure at the right; a long word takes the lines it needs. */
  const pair = (label: string, value: string, { size = 8, isBold = false }: Style = {}) => {
    const style = { size, isBold, color: black }
    const figure = Math.min(paper.widthOf(value, style) + 1, inner * 0.66)
    const after = paper.write(label, left, y, inner - figure - 6, style)
    y = paper.write(value, left + inner - figure, y, figure, { ...style, align: 'right' })
    y = Math.max(after, y) + 1
  }
  const money = (amount: string) => `${grouped(amount)} ${receipt.localCurrency}`
  const settled = (title: string, all: readonly Settlement[]) => {
    for (const { mode, currency, amount } of all) pair(`${title}: ${mode}`, `${grouped(amount)} ${currency}`)
  }

  /** A quote says what would be done. */
  const side = ({ side: done }: ReceiptLine) => word(`${variant === 'quote' ? 'offers' : 'deals'}.${done}`)

  const { company, branch, customer } = receipt
  block(company.name, 11, { isBold: true, align: 'center' })
  block(word('licence', { number: company.licenceNumber }), 7.5, { align: 'center' })
  if (company.taxNumber) block(word('taxNumber', { number: company.taxNumber }), 7.5, { align: 'center' })
  block(branch.name, 8, { isBold: true, align: 'center' })
  block(branch.address || company.address, 7.5, { align: 'center' })
  block(word('phone', { phone: branch.phone || company.phone }), 7.5, { align: 'center' })
  y += 4
  block(word(`titles.${variant}`), 12, { isBold: true, align: 'center' })
  block(receipt.number, 9, { isBold: true, align: 'center' })
  rule()
  pair(word('date'), `${receipt.businessDate.split('-').toReversed().join('/')} ${receipt.time}`)
  pair(word('counter'), receipt.counter)
  pair(word('teller'), receipt.teller)
  if (customer) {
    pair(word('customer'), customer.name)
    pair(word('idNumber'), customer.idNumber)
  }
  for (const { name, value } of receipt.facts ?? []) pair(name, value)
  if (variant === 'quote' && receipt.validUntil)
    pair(word('validUntil'), receipt.validUntil, { isBold: true })
  if (variant === 'void' && receipt.voidReason) pair(word('reason'), receipt.voidReason)
  rule()
  for (const line of receipt.lines) {
    pair(`${side(line)} ${line.currency} ${grouped(line.quantity)}`, grouped(line.localAmount), {
      size: 9,
      isBold: true,
    })
    const rate =
      line.side === 'sent'
        ? `${rateShown(line.rate)} ${line.currency} / 1 ${receipt.localCurrency}`
        : `${rateShown(line.rate)} / ${grouped(String(line.quoteUnit))} ${line.currency}`
    block(`  ${word('rate')} ${rate}`, 7.5)
  }
  for (const { name, quantity, unit, price, discount, amount } of receipt.goods ?? []) {
    pair(name, grouped(amount), { size: 9, isBold: true })
    block(`  ${grouped(quantity)} ${unit} × ${grouped(price)}`, 7.5)
    if (!isNothing(discount)) pair(`  ${word('discount')}`, `−${grouped(discount)}`, { size: 7.5 })
  }
  rule()
  for (const { name, amount } of receipt.fees) pair(name, money(amount))
  for (const tax of receipt.taxes) pair(taxLabel(pen, tax), money(tax.amount))
  if (receipt.beforeRounding !== undefined) pair(word('beforeRounding'), money(receipt.beforeRounding))
  if (!isNothing(receipt.rounding)) pair(word('rounding'), money(receipt.rounding))
  const isOurs = receipt.total.startsWith('-')
  pair(word(isOurs ? 'wePay' : 'youPay'), money(unsigned(receipt.total)), { size: 11, isBold: true })
  if (variant !== 'quote') {
    rule()
    settled(word('received'), receipt.payments)
    settled(word('handedOut'), receipt.deliveries)
    if (!isNothing(receipt.change)) pair(word('change'), money(receipt.change ?? ''))
  }
  const middle = y / 2
  y += 4
  block(variant === 'quote' ? word('notAReceipt') : '', 7.5, { isBold: true, align: 'center' })
  block(receipt.terms, 6.5)
  if (variant === 'receipt') {
    y += 30
    doc
      .lineWidth(0.5)
      .moveTo(left, y)
      .lineTo(left + inner, y)
      .stroke()
    y += 2
    block(word('signature'), 7, { align: 'center' })
  }
  if (receipt.verification) {
    const size = 24 * mm
    y += 6
    paper.qr(receipt.verification, left + (inner - size) / 2, y, size)
    y += size + 3
    block(word('verify'), 6.5, { align: 'center' })
  }
  if (variant === 'void') stamp(pen, rollWidth / 2, middle, 54)
  return y + 6 * mm
}
