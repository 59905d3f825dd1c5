import { Refusal } from '#kit/domain/refusal.domain.ts'
import {
  dayOf,
  type DecimalsOf,
  finishStatement,
  lineWith,
  type Statement,
  startStatement,
} from './statement.domain.ts'

/** An element of OFX with what is in it. */
interface Node {
  name: string
  text: string
  children: Node[]
}

const mostDepth = 24
/** Elements that always hold others: cut off, they are not taken for a text. */
const holders =
  /^(?:OFX|\w+MSGSRSV\d|\w+TRNRS|\w*STMTRS|BANKTRANLIST|STMTTRN|SONRS|STATUS|LEDGERBAL|BANKACCTFROM|CCACCTFROM)$/
const tokens = /<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Z][A-Z0-9._]{0,31})\s*(\/?)>|([^<]+)|(<)/gi
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const decoded = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,6})|(\w{2,4}));/g, (all, code: string | undefined, name: string | undefined) =>
    code
      ? String.fromCodePoint(Number(code) <= 0x10ffff ? Number(code) : 0xfffd)
      : (entities[name ?? ''] ?? all),
  )

/**
 * The elements of OFX, SGML 1.x or XML 2.x: an element with a text needs no closing tag, one whose closing tag is in the file holds
 * others. What is not closed is a file that was cut off.
 * @throws Refusal BANKFILE_DTD, BANKFILE_TRUNCATED, BANKFILE_DEPTH, BANKFILE_SHAPE
 */
function readNodes(body: string): Node {
  const closed = new Set(
    [...body.matchAll(/<\/([A-Z][A-Z0-9._]*)\s*>/gi)].map(([, name = '']) => name.toUpperCase()),
  )
  const root: Node = { name: '', text: '', children: [] }
  const open = [root]
  // An element without a closing tag takes the text behind it; one with a closing tag may turn out to hold only a text.
  let leaf: Node | undefined
  for (const [, cdata, slash, tag = '', isEmpty, text, stray] of body.matchAll(tokens)) {
    const name = tag.toUpperCase()
    const into = leaf ?? open.at(-1) ?? root
    if (stray) throw new Refusal('BANKFILE_SHAPE', { line: 0 })
    if (cdata !== undefined) into.text += cdata
    else if (text !== undefined) into.text += decoded(text)
    else if (!slash) {
      const node = { name, text: '', children: [] }
      while (open.length > 1 && (open.at(-1)?.text.trim() ?? '') !== '') open.pop()
      open.at(-1)?.children.push(node)
      leaf = isEmpty || closed.has(name) || holders.test(name) ? undefined : node
      if (!isEmpty && !leaf) open.push(node)
      if (open.length > mostDepth) throw new Refusal('BANKFILE_DEPTH', { most: mostDepth })
    } else {
      leaf = undefined
      const at = open.findLastIndex((node) => node.name === name)
      if (at > 0) open.length = at
    }
  }
  if (open.some((node) => node.name === 'OFX'))
    throw new Refusal('BANKFILE_TRUNCATED', { expected: '</OFX>' })
  return root
}

const child = (node: Node | undefined, ...way: string[]) => {
  let found = node
  for (const name of way) found = found?.children.find((one) => one.name === name)
  return found
}
const textAt = (node: Node | undefined, ...way: string[]) =>
  (child(node, ...way)?.text ?? '').replaceAll(/\s+/g, ' ').trim()
function* allOf(node: Node, names: RegExp): Generator<Node> {
  for (const one of node.children)
    if (names.test(one.name)) yield one
    else yield* allOf(one, names)
}

/** An amount: point or comma is its decimal sign, thousands are not grouped; `1,650` could be either and is none. */
function amountOf(text: string): string | undefined {
  const [, sign = '', whole = '', rest] = /^([+-]?)(\d{0,18})(?:[.,](\d{0,10}))?$/.exec(text) ?? []
  if (whole === '' && !rest) return undefined
  if (text.includes(',') && rest?.length === 3) return undefined
  return `${sign === '-' ? '-' : ''}${whole || '0'}${rest ? `.${rest}` : ''}`
}

const dateOf = (text: string) => {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(?:\d{2,6}(?:\.\d*)?)?\s*(?:\[.*\])?$/.exec(text) ?? []
  return dayOf(Number(year), Number(month), Number(day))
}

/** The bank's own error is what there is to say, where it sent nothing else. */
function refuseError(status: Node | undefined): void {
  const number = textAt(status, 'CODE')
  if (status && textAt(status, 'SEVERITY').toUpperCase() === 'ERROR')
    throw new Refusal('BANKFILE_BANK_ERROR', { number, message: textAt(status, 'MESSAGE').slice(0, 200) })
}

function takeLine(statement: Statement, node: Node): void {
  const [written, posted] = [textAt(node, 'TRNAMT'), textAt(node, 'DTPOSTED')]
  const [amount, bookedOn] = [amountOf(written), dateOf(posted)]
  const line = statement.lines.length + 1 + statement.faults.length
  if (amount === undefined)
    statement.faults.push({ code: 'STATEMENT_LINE_AMOUNT', data: { line, found: written } })
  else if (!bookedOn) statement.faults.push({ code: 'STATEMENT_LINE_DATE', data: { line, found: posted } })
  else
    statement.lines.push(
      lineWith({
        bookedOn,
        amount,
        bankReference: textAt(node, 'FITID'),
        reference: textAt(node, 'CHECKNUM') || textAt(node, 'REFNUM'),
        counterparty: textAt(node, 'NAME') || textAt(node, 'PAYEE', 'NAME'),
        text: textAt(node, 'MEMO') || textAt(node, 'NAME'),
        counterpartyAccount: textAt(node, 'BANKACCTTO', 'ACCTID'),
      }),
    )
}

function readStatement(node: Node, decimalsOf: DecimalsOf): Statement {
  const statement = startStatement('OFX', 'closing')
  statement.currency = textAt(node, 'CURDEF')
  statement.account = textAt(
    child(node, 'BANKACCTFROM') ?? child(node, 'CCACCTFROM') ?? child(node, 'INVACCTFROM'),
    'ACCTID',
  )
  if (node.name === 'INVSTMTRS') {
    const { account, currency } = statement
    statement.faults.push({ code: 'STATEMENT_INVESTMENT', data: { account, currency } })
    return statement
  }
  const ledger = child(node, 'LEDGERBAL')
  if (ledger) {
    const [amount, on] = [amountOf(textAt(ledger, 'BALAMT')), dateOf(textAt(ledger, 'DTASOF'))]
    if (amount === undefined || on === undefined)
      statement.faults.push({
        code: 'STATEMENT_LINE_AMOUNT',
        data: { line: 0, found: textAt(ledger, 'BALAMT') },
      })
    else statement.closing = { amount, on, currency: statement.currency }
  }
  for (const line of allOf(node, /^STMTTRN$/)) takeLine(statement, line)
  return finishStatement(statement, decimalsOf)
}

/**
 * The statements of an OFX file, each with its closing ledger balance; the available balance is none.
 * @throws Refusal BANKFILE_BANK_ERROR, BANKFILE_NONE, and as its elements are read
 */
export function readOfx(text: string, decimalsOf: DecimalsOf): Statement[] {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Refusal('BANKFILE_DTD')
  const at = text.search(/<OFX>/i)
  if (at < 0) throw new Refusal('BANKFILE_NONE', { format: 'OFX' })
  const root = readNodes(text.slice(at))
  for (const answer of allOf(root, /^(?:SONRS|(?:CC|INV)?STMTTRNRS)$/)) refuseError(child(answer, 'STATUS'))
  const found = [...allOf(root, /^(?:CC|INV)?STMTRS$/)]
  if (found.length === 0) throw new Refusal('BANKFILE_NONE', { format: 'OFX' })
  return found.map((node) => readStatement(node, decimalsOf))
}
