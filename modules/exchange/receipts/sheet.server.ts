import { groupDigits } from '#kit/domain/digits.domain.ts'
import { a4, muted, type Style } from '#kit/server/paper/pen.server.ts'
import {
  dueOf,
  type Figure,
  momentOf,
  type Pen,
  settledOf,
  sideLabel,
  stamp,
  totalsOf,
} from './paper.server.ts'
import { isNothing, rateShown } from './receipts.domain.ts'

const { inner, margin } = a4
const bottom = a4.height - margin
const left = margin
const right = a4.width - margin

const columns = [
  { key: 'side', x: 0, width: 90 },
  { key: 'currency', x: 90, width: 70 },
  { key: 'quantity', x: 160, width: 110, isNumber: true },
  { key: 'rate', x: 270, width: 120, isNumber: true },
  { key: 'amount', x: 390, width: inner - 390, isNumber: true },
] as const

const quiet = { size: 8, color: muted }

/** Draws a receipt on sheets of A4. */
export function drawSheet(pen: Pen): void {
  const sheet = openSheet(pen)
  drawHead(pen, sheet)
  drawFacts(pen, sheet)
  drawLines(pen, sheet)
  drawGoods(pen, sheet)
  sheet.y += 2
  sheet.line()
  sheet.y += 8
  drawTotals(pen, sheet)
  sheet.y += 20
  sheet.room(150)
  drawFoot(pen, sheet)
  if (pen.variant === 'void') pen.paper.onEachPage(() => stamp(pen, a4.width / 2, a4.height * 0.42, 120))
}

interface Sheet {
  /** How far down the page it is written. */
  y: number
  line: (weight?: number) => void
  /** Begins another page where so much no longer fits; answers whether it did. */
  room: (height: number) => boolean
}

function openSheet({ paper }: Pen): Sheet {
  const sheet: Sheet = {
    y: margin,
    line: (weight = 0.6) => paper.rule(left, right, sheet.y, { color: '#9aa7ad', weight }),
    room: (height) => {
      if (sheet.y + height <= bottom) return false
      paper.doc.addPage()
      sheet.y = margin
      return true
    },
  }
  return sheet
}

/** The company at the left; title, number and moment at the right. */
function drawHead({ paper, receipt, variant, word }: Pen, sheet: Sheet): void {
  const { write: at } = paper
  const { company } = receipt
  const { y } = sheet
  const half = inner / 2 - 12
  let place = at(company.name, left, y, half, { size: 16, isBold: true })
  place = at(word('licence', { number: company.licenceNumber }), left, place + 2, half, quiet)
  if (company.taxNumber)
    place = at(word('taxNumber', { number: company.taxNumber }), left, place, half, quiet)
  place = at(company.address, left, place, half, quiet)
  place = at(word('phone', { phone: company.phone }), left, place, half, quiet)
  const second = left + inner / 2 + 12
  let corner = at(word(`titles.${variant}`), second, y, half, { size: 16, isBold: true, align: 'right' })
  corner = at(receipt.number, second, corner + 2, half, { size: 11, isBold: true, align: 'right' })
  corner = at(momentOf(receipt), second, corner + 2, half, { align: 'right' })
  sheet.y = Math.max(place, corner) + 12
  sheet.line(1)
  sheet.y += 10
}

/** Who, where and until when, three beside each other. */
function drawFacts({ paper, receipt, variant, word }: Pen, sheet: Sheet): void {
  const { write: at } = paper
  const { branch, customer } = receipt
  const facts = [
    [word('branch'), [branch.name, branch.address, branch.phone].filter(Boolean).join('\n')],
    [word('counter'), receipt.counter],
    [word('teller'), receipt.teller],
    [word('customer'), customer?.name ?? ''],
    [word('idNumber'), customer?.idNumber ?? ''],
    ...(receipt.facts ?? []).map(({ name, value }) => [name, value]),
    [word('validUntil'), variant === 'quote' ? (receipt.validUntil ?? '') : ''],
    [word('reason'), variant === 'void' ? (receipt.voidReason ?? '') : ''],
  ].filter(([, value]) => value !== '') as [string, string][]
  for (let index = 0; index < facts.length; index += 3) {
    const width = inner / 3 - 12
    const row = facts.slice(index, index + 3).map(([label, value], column) => {
      const x = left + (column * inner) / 3
      return at(value, x, at(label, x, sheet.y, width, quiet), width)
    })
    sheet.y = Math.max(...row) + 8
  }
  sheet.y += 4
}

/** The lines of currency under their heads, which each page repeats. */
function drawLines(pen: Pen, sheet: Sheet): void {
  const { paper, receipt, word } = pen
  const { write: at } = paper
  const alignOf = (column: (typeof columns)[number]) => ('isNumber' in column ? 'right' : 'left')
  const head = () => {
    for (const column of columns) {
      const label = word(`columns.${column.key}`, { currency: receipt.localCurrency })
      at(label, left + column.x, sheet.y, column.width, { ...quiet, align: alignOf(column) })
    }
    sheet.y += 16
    sheet.line()
    sheet.y += 6
  }
  if (receipt.lines.length > 0) head()
  for (const one of receipt.lines) {
    if (sheet.room(24)) head()
    const cells = [
      [sideLabel(pen, one), one.account && word('byBank', { name: one.account })].filter(Boolean).join('\n'),
      one.currency,
      groupDigits(one.quantity),
      `${rateShown(one.rate)} / ${groupDigits(String(one.quoteUnit))}`,
      groupDigits(one.localAmount),
    ]
    const ends = columns.map((column, index) =>
      at(cells[index] ?? '', left + column.x, sheet.y, column.width, {
        align: alignOf(column),
        isBold: column.key === 'amount',
      }),
    )
    sheet.y = Math.max(...ends) + 4
  }
}

function drawGoods({ paper, receipt, word }: Pen, sheet: Sheet): void {
  const { write: at } = paper
  for (const { name, quantity, unit, price, discount, amount } of receipt.goods ?? []) {
    sheet.room(36)
    const label = `${name}\n${groupDigits(quantity)} ${unit} × ${groupDigits(price)}`
    const less = isNothing(discount) ? '' : `\n${word('discount')} −${groupDigits(discount)}`
    const after = at(label + less, left, sheet.y, inner - 130)
    const end = at(groupDigits(amount), right - 130, sheet.y, 130, { isBold: true, align: 'right' })
    sheet.y = Math.max(after, end) + 4
  }
}

function drawTotals(pen: Pen, sheet: Sheet): void {
  const { write: at } = pen.paper
  const pair = ({ label, amount }: Figure, style: Style = {}) => {
    sheet.room(24)
    const after = at(label, left + inner / 2 - 30, sheet.y, inner / 2 - 106, style)
    const end = at(amount, right - 130, sheet.y, 130, { ...style, align: 'right' })
    sheet.y = Math.max(after, end) + 3
  }
  for (const figure of totalsOf(pen)) pair(figure)
  pair(dueOf(pen), { size: 13, isBold: true })
  if (pen.variant === 'quote') return
  sheet.y += 6
  for (const figure of settledOf(pen)) pair(figure)
}

/** The code to verify it by, beside it the terms, and below them who signs. */
function drawFoot({ paper, receipt, variant, word }: Pen, { y: top }: Sheet): void {
  const { write: at } = paper
  const qr = 92
  const beside = receipt.verification ? left + qr + 16 : left
  if (receipt.verification) {
    paper.qr(receipt.verification, left, top, qr)
    at(word('verify'), left, top + qr + 4, qr, { ...quiet, size: 6.5 })
  }
  const width = right - beside
  let terms = top
  if (variant === 'quote') terms = at(word('notAReceipt'), beside, terms, width, { isBold: true }) + 4
  terms = at(receipt.terms, beside, terms, width, quiet)
  if (variant !== 'receipt') return
  const foot = Math.max(terms + 44, top + qr)
  for (const [index, who] of ['signature', 'tellerSignature'].entries()) {
    const x = beside + index * (width / 2 + 8)
    paper.rule(x, x + width / 2 - 16, foot, { color: '#1a1f22' })
    at(word(who), x, foot + 3, width / 2 - 16, quiet)
  }
}
