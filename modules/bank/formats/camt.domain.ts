import { Exact } from '#kit/domain/decimals.domain.ts'
import { dayOf, lineWith, negate, type Statement } from './statement.domain.ts'

/** An element of an entry: its name without a prefix, its text, and its currency where it is an amount. */
export interface Element {
  name: string
  currency: string
  text: string
  children: Element[]
}

const child = (element: Element | undefined, ...way: string[]) => {
  let found = element
  for (const name of way) found = found?.children.find((one) => one.name === name)
  return found
}
const children = (element: Element | undefined, ...way: string[]): Element[] => {
  let found = element ? [element] : []
  for (const name of way) found = found.flatMap((one) => one.children.filter((below) => below.name === name))
  return found
}

/** The text at a way of names, on one line; '' where there is none. */
export const textAt = (element: Element | undefined, ...way: string[]): string =>
  (child(element, ...way)?.text ?? '').replaceAll(/\s+/g, ' ').trim()

/** The day of a date or a date-time, as it is written: a moment without a zone stays that day everywhere. */
function dateAt(element: Element | undefined): string | undefined {
  const text = textAt(element, 'Dt') || textAt(element, 'DtTm')
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:$|[TZ+-])/.exec(text) ?? []
  return dayOf(Number(year), Number(month), Number(day))
}

/** The amount of an element, its mark applied: a debit is negative. The mark is the direction, a reversal only says why. */
function signedAt(element: Element, amount: Element | undefined): string | undefined {
  const written = (amount?.text ?? '').trim()
  const mark = textAt(element, 'CdtDbtInd')
  if (!/^\d{1,18}(?:\.\d{1,10})?$|^\.\d{1,10}$/.test(written) || !/^(?:CRDT|DBIT)$/.test(mark))
    return undefined
  return mark === 'DBIT' ? negate(written) : written
}

const openings = ['OPBD', 'PRCD']

/** Takes a balance: booked ones open and close; interim, available and expected ones only say their currency. */
export function takeBalance(statement: Statement, element: Element): void {
  const code = textAt(element, 'Tp', 'CdOrPrtry', 'Cd') || textAt(element, 'Tp', 'Cd')
  const given = child(element, 'Amt')
  if (given?.currency) statement.others.add(given.currency)
  const [amount, on] = [signedAt(element, given), dateAt(child(element, 'Dt'))]
  const isFull = statement.kind === 'full'
  if (!isFull || ![...openings, 'CLBD'].includes(code)) return
  if (amount === undefined || on === undefined) {
    const found = `${code} ${given?.text ?? ''}`.slice(0, 80)
    statement.faults.push({ code: 'STATEMENT_LINE_AMOUNT', data: { line: 0, found } })
    return
  }
  const balance = { amount, on, currency: given?.currency ?? '' }
  if (code === 'CLBD') statement.closing = balance
  else if (code === 'OPBD' || !statement.opening) statement.opening = balance
}

/** Takes a booked entry as one line: its details say what for, never how much. A pending one is not money yet. */
export function takeEntry(statement: Statement, entry: Element): void {
  const given = child(entry, 'Amt')
  if (given?.currency) statement.others.add(given.currency)
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
  const line = statement.lines.length + 1 + statement.faults.length
  if (status !== 'BOOK') {
    statement.notes.push({
      code: 'NOTE_PENDING',
      data: { status: status.slice(0, 20), amount: given?.text ?? '' },
    })
    return
  }
  const amount = signedAt(entry, given)
  if (amount === undefined) {
    const found = `${textAt(entry, 'CdtDbtInd')} ${given?.text ?? ''}`.trim().slice(0, 80)
    statement.faults.push({ code: 'STATEMENT_LINE_AMOUNT', data: { line, found } })
    return
  }
  const valueOn = dateAt(child(entry, 'ValDt')) ?? null
  const bookedOn = dateAt(child(entry, 'BookgDt')) ?? valueOn
  if (!bookedOn) {
    statement.faults.push({ code: 'STATEMENT_LINE_DATE', data: { line, found: '' } })
    return
  }
  statement.lines.push(
    lineWith({
      bookedOn,
      valueOn,
      amount,
      isReversal: textAt(entry, 'RvslInd') === 'true',
      ...detailsOf(entry, amount.startsWith('-'), given?.currency ?? ''),
    }),
  )
}

function detailsOf(entry: Element, isOut: boolean, currency: string) {
  const all = children(entry, 'NtryDtls', 'TxDtls').concat(children(entry, 'TxDtls'))
  const one = all.length === 1 ? all[0] : undefined
  const parties = child(one, 'RltdPties')
  const side = isOut ? 'Cdtr' : 'Dbtr'
  const endToEnd = textAt(one, 'Refs', 'EndToEndId')
  const account = child(parties, `${side}Acct`)
  const texts = all.flatMap((details) =>
    children(details, 'RmtInf', 'Ustrd').map((element) => textAt(element)),
  )
  const more = [...texts.slice(0, 20), textAt(one, 'AddtlTxInf'), textAt(entry, 'AddtlNtryInf')]
  return {
    bankReference: textAt(entry, 'AcctSvcrRef') || textAt(one, 'Refs', 'AcctSvcrRef'),
    reference: endToEnd === 'NOTPROVIDED' ? '' : endToEnd || textAt(one, 'Refs', 'ChqNb'),
    text: [...new Set(more)].filter(Boolean).join(' ').slice(0, 1000),
    counterparty: textAt(parties, side, 'Nm') || textAt(parties, side, 'Pty', 'Nm'),
    counterpartyAccount: textAt(account, 'Id', 'IBAN') || textAt(account, 'Id', 'Othr', 'Id'),
    original: originalOf(entry, one, currency),
    charges: chargesOf(entry, one, currency),
  }
}

const numeric = /^\d{1,18}(?:\.\d{1,10})?$/

/** What was instructed, where it is of another currency than the account. */
function originalOf(entry: Element, one: Element | undefined, currency: string) {
  const found =
    child(entry, 'AmtDtls', 'InstdAmt', 'Amt') ??
    child(one, 'AmtDtls', 'InstdAmt', 'Amt') ??
    child(one, 'InstdAmt') ??
    child(entry, 'InstdAmt')
  const amount = found?.text.trim() ?? ''
  if (!found?.currency || found.currency === currency || !numeric.test(amount)) return null
  return { amount, currency: found.currency }
}

/** What the bank kept, where it says so in the currency of the account. */
function chargesOf(entry: Element, one: Element | undefined, currency: string): string | null {
  const charges = [...children(entry, 'Chrgs'), ...children(one, 'Chrgs')]
  const amounts = charges.flatMap((charge) => {
    const total = child(charge, 'TtlChrgsAndTaxAmt')
    return total ? [total] : [...children(charge, 'Rcrd', 'Amt'), ...children(charge, 'Amt')]
  })
  const own = amounts.filter((amount) => amount.currency === currency && numeric.test(amount.text.trim()))
  if (own.length === 0) return null
  return own.reduce((sum, amount) => sum.plus(amount.text.trim()), new Exact(0)).toFixed()
}
