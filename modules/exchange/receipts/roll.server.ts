import { groupDigits } from '#kit/domain/digits.domain.ts'
import type { Style } from '#kit/server/paper/pen.server.ts'
import { dueOf, momentOf, type Pen, settledOf, sideLabel, stamp, totalsOf } from './paper.server.ts'
import { isNothing, rateShown } from './receipts.domain.ts'

const mm = 72 / 25.4
/** The paper of a receipt printer, of which it prints 72 mm. */
export const rollWidth = 80 * mm
const left = 4 * mm
const black = '#000000'
const inner = rollWidth - 2 * left

/** Draws a receipt on a roll from the top; answers how long it became. */
export function drawRoll(pen: Pen): number {
  const roll = openRoll(pen)
  drawHead(pen, roll)
  roll.rule()
  drawFacts(pen, roll)
  roll.rule()
  drawLines(pen, roll)
  drawGoods(pen, roll)
  roll.rule()
  drawTotals(pen, roll)
  const middle = roll.y / 2
  roll.y += 4
  drawFoot(pen, roll)
  if (pen.variant === 'void') stamp(pen, rollWidth / 2, middle, 54)
  return roll.y + 6 * mm
}

/** What is written on a roll, each below the last. */
interface Roll {
  /** How far down it is written. */
  y: number
  block: (text: string, size: number, style?: Style) => void
  rule: () => void
  /** A word at the left, a figure at the right; a long word takes the lines it needs. */
  pair: (label: string, value: string, style?: Style) => void
}

function openRoll({ paper }: Pen): Roll {
  const { doc } = paper
  const roll: Roll = {
    y: 5 * mm,
    block: (text, size, style = {}) => {
      if (text) roll.y = paper.write(text, left, roll.y, inner, { ...style, size, color: black }) + 1
    },
    rule: () => {
      roll.y += 3
      doc.lineWidth(0.5).strokeColor(black).dash(1.5, { space: 1.5 })
      doc
        .moveTo(left, roll.y)
        .lineTo(left + inner, roll.y)
        .stroke()
        .undash()
      roll.y += 4
    },
    pair: (label, value, { size = 8, isBold = false } = {}) => {
      const style = { size, isBold, color: black }
      const figure = Math.min(paper.widthOf(value, style) + 1, inner * 0.66)
      const after = paper.write(label, left, roll.y, inner - figure - 6, style)
      const end = paper.write(value, left + inner - figure, roll.y, figure, { ...style, align: 'right' })
      roll.y = Math.max(after, end) + 1
    },
  }
  return roll
}

function drawHead({ receipt, variant, word }: Pen, roll: Roll): void {
  const { company, branch } = receipt
  const { block } = roll
  block(company.name, 11, { isBold: true, align: 'center' })
  block(word('licence', { number: company.licenceNumber }), 7.5, { align: 'center' })
  if (company.taxNumber) block(word('taxNumber', { number: company.taxNumber }), 7.5, { align: 'center' })
  block(branch.name, 8, { isBold: true, align: 'center' })
  block(branch.address || company.address, 7.5, { align: 'center' })
  block(word('phone', { phone: branch.phone || company.phone }), 7.5, { align: 'center' })
  roll.y += 4
  block(word(`titles.${variant}`), 12, { isBold: true, align: 'center' })
  block(receipt.number, 9, { isBold: true, align: 'center' })
}

function drawFacts({ receipt, variant, word }: Pen, { pair }: Roll): void {
  pair(word('date'), momentOf(receipt))
  pair(word('counter'), receipt.counter)
  pair(word('teller'), receipt.teller)
  if (receipt.customer) {
    pair(word('customer'), receipt.customer.name)
    pair(word('idNumber'), receipt.customer.idNumber)
  }
  for (const { name, value } of receipt.facts ?? []) pair(name, value)
  if (variant === 'quote' && receipt.validUntil)
    pair(word('validUntil'), receipt.validUntil, { isBold: true })
  if (variant === 'void' && receipt.voidReason) pair(word('reason'), receipt.voidReason)
}

function drawLines(pen: Pen, { pair, block }: Roll): void {
  const { receipt, word } = pen
  for (const line of receipt.lines) {
    pair(
      `${sideLabel(pen, line)} ${line.currency} ${groupDigits(line.quantity)}`,
      groupDigits(line.localAmount),
      {
        size: 9,
        isBold: true,
      },
    )
    const rate =
      line.side === 'sent'
        ? `${rateShown(line.rate)} ${line.currency} / 1 ${receipt.localCurrency}`
        : `${rateShown(line.rate)} / ${groupDigits(String(line.quoteUnit))} ${line.currency}`
    block(`  ${word('rate')} ${rate}`, 7.5)
    if (line.account) block(`  ${word('byBank', { name: line.account })}`, 7.5)
  }
}

function drawGoods({ receipt, word }: Pen, { pair, block }: Roll): void {
  for (const { name, quantity, unit, price, discount, amount } of receipt.goods ?? []) {
    pair(name, groupDigits(amount), { size: 9, isBold: true })
    block(`  ${groupDigits(quantity)} ${unit} × ${groupDigits(price)}`, 7.5)
    if (!isNothing(discount)) pair(`  ${word('discount')}`, `−${groupDigits(discount)}`, { size: 7.5 })
  }
}

function drawTotals(pen: Pen, { pair, rule }: Roll): void {
  for (const { label, amount } of totalsOf(pen)) pair(label, amount)
  const { label, amount } = dueOf(pen)
  pair(label, amount, { size: 11, isBold: true })
  if (pen.variant === 'quote') return
  rule()
  for (const paid of settledOf(pen)) pair(paid.label, paid.amount)
}

function drawFoot({ paper, receipt, variant, word }: Pen, roll: Roll): void {
  const { block } = roll
  block(variant === 'quote' ? word('notAReceipt') : '', 7.5, { isBold: true, align: 'center' })
  block(receipt.terms, 6.5)
  if (variant === 'receipt') {
    roll.y += 30
    paper.doc
      .lineWidth(0.5)
      .moveTo(left, roll.y)
      .lineTo(left + inner, roll.y)
      .stroke()
    roll.y += 2
    block(word('signature'), 7, { align: 'center' })
  }
  if (!receipt.verification) return
  const size = 24 * mm
  roll.y += 6
  paper.qr(receipt.verification, left + (inner - size) / 2, roll.y, size)
  roll.y += size + 3
  block(word('verify'), 6.5, { align: 'center' })
}
