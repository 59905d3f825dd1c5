import { a4, muted, type Style } from '#kit/server/paper/pen.server.ts'
import { type Pen, stamp, taxLabel } from './paper.server.ts'
import { grouped, isNothing, type ReceiptLine, rateShown, unsigned } from './receipts.domain.ts'

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

/** Draws a receipt on sheets of A4. */
export function drawSheet(pen: Pen): void {
  const { paper, receipt, variant, word } = pen
  const { doc, write: at } = paper
  let y = margin

  const quiet = { size: 8, color: muted }
  const line = (weight = 0.6) => paper.rule(left, right, y, { color: '#9aa7ad', weight })
  /** Begins another page where so much no longer fits. */
  const room = (height: number) => {
    if (y + height <= bottom) return
    doc.addPage()
    y = margin
  }
  const money = (amount: string) => `${grouped(amount)} ${receipt.localCurrency}`

  /** A quote says what would be done. */
  const side = ({ side: done }: ReceiptLine) => word(`${variant === 'quote' ? 'offers' : 'deals'}.${done}`)

  const { company, branch, customer } = receipt
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
  const date = `${receipt.businessDate.split('-').toReversed().join('/')} ${receipt.time}`
  corner = at(date, second, corner + 2, half, { align: 'right' })
  y = Math.max(place, corner) + 12
  line(1)
  y += 10

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
      return at(value, x, at(label, x, y, width, quiet), width)
    })
    y = Math.max(...row) + 8
  }
  y += 4

  const head = () => {
    for (const column of columns)
      at(
        word(`columns.${column.key}`, { currency: receipt.localCurrency }),
        left + column.x,
        y,
        column.width,
        {
          ...quiet,
          align: 'isNumber' in column ? 'right' : 'left',
        },
      )
    y += 16
    line()
    y += 6
  }
  if (receipt.lines.length > 0) head()
  for (const one of receipt.lines) {
    if (y + 24 > bottom) {
      doc.addPage()
      y = margin
      head()
    }
    const cells = [
      side(one),
      one.currency,
      grouped(one.quantity),
      `${rateShown(one.rate)} / ${grouped(String(one.quoteUnit))}`,
      grouped(one.localAmount),
    ]
    const ends = columns.map((column, index) =>
      at(cells[index] ?? '', left + column.x, y, column.width, {
        align: 'isNumber' in column ? 'right' : 'left',
        isBold: column.key === 'amount',
      }),
    )
    y = Math.max(...ends) + 4
  }
  for (const { name, quantity, unit, price, discount, amount } of receipt.goods ?? []) {
    room(36)
    const label = `${name}\n${grouped(quantity)} ${unit} × ${grouped(price)}`
    const less = isNothing(discount) ? '' : `\n${word('discount')} −${grouped(discount)}`
    const after = at(label + less, left, y, inner - 130)
    y = Math.max(after, at(grouped(amount), right - 130, y, 130, { isBold: true, align: 'right' })) + 4
  }
  y += 2
  line()
  y += 8

  const pair = (label: string, value: string, style: Style = {}) => {
    room(24)
    const after = at(label, left + inner / 2 - 30, y, inner / 2 - 106, style)
    y = Math.max(after, at(value, right - 130, y, 130, { ...style, align: 'right' })) + 3
  }
  for (const { name, amount } of receipt.fees) pair(name, money(amount))
  for (const tax of receipt.taxes) pair(taxLabel(pen, tax), money(tax.amount))
  if (receipt.beforeRounding !== undefined) pair(word('beforeRounding'), money(receipt.beforeRounding))
  if (!isNothing(receipt.rounding)) pair(word('rounding'), money(receipt.rounding))
  const isOurs = receipt.total.startsWith('-')
  pair(word(isOurs ? 'wePay' : 'youPay'), money(unsigned(receipt.total)), { size: 13, isBold: true })
  if (variant !== 'quote') {
    y += 6
    for (const [title, all] of [
      ['received', receipt.payments],
      ['handedOut', receipt.deliveries],
    ] as const)
      for (const { mode, currency, amount } of all)
        pair(`${word(title)}: ${mode}`, `${grouped(amount)} ${currency}`)
    if (!isNothing(receipt.change)) pair(word('change'), money(receipt.change ?? ''))
  }

  y += 20
  room(150)
  const top = y
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
  if (variant === 'receipt') {
    const foot = Math.max(terms + 44, top + qr)
    for (const [index, who] of ['signature', 'tellerSignature'].entries()) {
      const x = beside + index * (width / 2 + 8)
      paper.rule(x, x + width / 2 - 16, foot, { color: '#1a1f22' })
      at(word(who), x, foot + 3, width / 2 - 16, quiet)
    }
  }
  if (variant === 'void') paper.onEachPage(() => stamp(pen, a4.width / 2, a4.height * 0.42, 120))
}
