import type { Face, Pen } from './paper.server.ts'
import { drawQr, stamp, taxLabel } from './paper.server.ts'
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
export const rollMargin = 4 * mm
const inner = rollWidth - 2 * rollMargin

/** Draws a receipt on a roll from the top; answers how long it became. */
export function drawRoll(pen: Pen): number {
  const { doc, receipt, variant, word } = pen
  const left = rollMargin
  let y = 5 * mm

  const block = (text: string, size: number, { face = 'regular' as Face, center = false } = {}) => {
    if (!text) return
    doc.font(face).fontSize(size).fillColor('#000000')
    // Line by line: a line that ends in a break would not stand in the middle.
    for (const part of text.split('\n')) {
      doc.text(part, left, y, { width: inner, align: center ? 'center' : 'left' })
      y = doc.y
    }
    y += 1
  }
  const rule = () => {
    y += 3
    doc.lineWidth(0.5).strokeColor('#000000').dash(1.5, { space: 1.5 })
    doc
      .moveTo(left, y)
      .lineTo(left + inner, y)
      .stroke()
      .undash()
    y += 4
  }
  /** A word at the left, a figure at the right; a long word takes the lines it needs. */
  const pair = (label: string, value: string, { size = 8, face = 'regular' as Face } = {}) => {
    doc.font(face).fontSize(size).fillColor('#000000')
    const figure = Math.min(doc.widthOfString(value) + 1, inner * 0.66)
    const first = y
    doc.text(label, left, first, { width: inner - figure - 6 })
    const afterLabel = doc.y
    doc.text(value, left + inner - figure, first, { width: figure, align: 'right' })
    y = Math.max(afterLabel, doc.y) + 1
  }
  const money = (amount: string) => `${grouped(amount)} ${receipt.localCurrency}`
  const settled = (title: string, all: readonly Settlement[]) => {
    for (const { mode, currency, amount } of all) pair(`${title}: ${mode}`, `${grouped(amount)} ${currency}`)
  }

  /** A quote says what would be done. */
  const side = ({ side: done }: ReceiptLine) => word(`${variant === 'quote' ? 'offers' : 'deals'}.${done}`)

  const { company, branch, customer } = receipt
  block(company.name, 11, { face: 'bold', center: true })
  block(word('licence', { number: company.licenceNumber }), 7.5, { center: true })
  if (company.taxNumber) block(word('taxNumber', { number: company.taxNumber }), 7.5, { center: true })
  block(branch.name, 8, { face: 'bold', center: true })
  block(branch.address || company.address, 7.5, { center: true })
  block(word('phone', { phone: branch.phone || company.phone }), 7.5, { center: true })
  y += 4
  block(word(`titles.${variant}`), 12, { face: 'bold', center: true })
  block(receipt.number, 9, { face: 'bold', center: true })
  rule()
  pair(word('date'), `${receipt.businessDate.split('-').toReversed().join('/')} ${receipt.time}`)
  pair(word('counter'), receipt.counter)
  pair(word('teller'), receipt.teller)
  if (customer) {
    pair(word('customer'), customer.name)
    pair(word('idNumber'), customer.idNumber)
  }
  if (variant === 'quote' && receipt.validUntil)
    pair(word('validUntil'), receipt.validUntil, { face: 'bold' })
  if (variant === 'void' && receipt.voidReason) pair(word('reason'), receipt.voidReason)
  rule()
  for (const line of receipt.lines) {
    pair(`${side(line)} ${line.currency} ${grouped(line.quantity)}`, grouped(line.localAmount), {
      size: 9,
      face: 'bold',
    })
    block(
      `  ${word('rate')} ${rateShown(line.rate)} / ${grouped(String(line.quoteUnit))} ${line.currency}`,
      7.5,
    )
  }
  rule()
  for (const { name, amount } of receipt.fees) pair(name, money(amount))
  for (const tax of receipt.taxes) pair(taxLabel(pen, tax), money(tax.amount))
  if (!isNothing(receipt.rounding)) pair(word('rounding'), money(receipt.rounding))
  const isOurs = receipt.total.startsWith('-')
  pair(word(isOurs ? 'wePay' : 'youPay'), money(unsigned(receipt.total)), { size: 11, face: 'bold' })
  if (variant !== 'quote') {
    rule()
    settled(word('received'), receipt.payments)
    settled(word('handedOut'), receipt.deliveries)
    if (!isNothing(receipt.change)) pair(word('change'), money(receipt.change ?? ''))
  }
  const middle = y / 2
  y += 4
  block(variant === 'quote' ? word('notAReceipt') : '', 7.5, { face: 'bold', center: true })
  block(receipt.terms, 6.5)
  if (variant === 'receipt') {
    y += 30
    doc
      .lineWidth(0.5)
      .moveTo(left, y)
      .lineTo(left + inner, y)
      .stroke()
    y += 2
    block(word('signature'), 7, { center: true })
  }
  if (receipt.verification) {
    const size = 24 * mm
    y += 6
    drawQr(doc, receipt.verification, left + (inner - size) / 2, y, size)
    y += size + 3
    block(word('verify'), 6.5, { center: true })
  }
  if (variant === 'void') stamp(pen, rollWidth / 2, middle, 54)
  return y + 6 * mm
}
