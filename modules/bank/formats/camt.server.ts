import { SaxesParser } from 'saxes'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { type Element, takeBalance, takeEntry, textAt } from './camt.domain.ts'
import {
  type DecimalsOf,
  finishStatement,
  type Statement,
  type StatementKind,
  startStatement,
} from './statement.domain.ts'

const mostDepth = 32
/** Elements and characters of one entry: a batch lists its payments in it. */
const mostOfOne = 4_194_304

const kinds: Record<string, StatementKind> = { Stmt: 'full', Rpt: 'lines', Ntfctn: 'lines' }
const wanted = new Set(['Acct', 'Bal', 'Ntry', 'Id', 'ElctrncSeqNb'])

/**
 * The statements of camt.053, .052 or .054, of any version, read while its text comes in pieces. Hostile until read: no document
 * type and so no entity of its own, bounded depth, bounded size of an entry.
 * @throws Refusal BANKFILE_DTD, BANKFILE_DEPTH, BANKFILE_SHAPE or BANKFILE_TRUNCATED (with the line), BANKFILE_FORMAT, BANKFILE_NONE
 */
export function readCamt(pieces: Iterable<string>, decimalsOf: DecimalsOf): Statement[] {
  const reader = camtReader(decimalsOf)
  for (const piece of pieces) reader.write(piece)
  return reader.end()
}

function camtReader(decimalsOf: DecimalsOf) {
  const parser = new SaxesParser()
  const statements: Statement[] = []
  const open: Element[] = []
  let statement: Statement | undefined
  let [depth, size, isClosing, format] = [0, 0, false, '']
  parser.on('error', () => {
    throw isClosing
      ? new Refusal('BANKFILE_TRUNCATED', { expected: '</Document>' })
      : new Refusal('BANKFILE_SHAPE', { line: parser.line })
  })
  parser.on('doctype', () => {
    throw new Refusal('BANKFILE_DTD')
  })
  parser.on('opentag', ({ name: given, attributes }) => {
    const name = given.slice(given.indexOf(':') + 1)
    depth += 1
    size += 1
    if (depth > mostDepth) throw new Refusal('BANKFILE_DEPTH', { most: mostDepth })
    if (depth === 2) format = formatOf(name)
    const kind = depth === 3 ? kinds[name] : undefined
    if (kind) statement = startStatement(format, kind)
    if (open.length === 0 && !(statement && depth === 4 && wanted.has(name))) return
    const element = {
      name,
      currency: (attributes as Record<string, string>)['Ccy'] ?? '',
      text: '',
      children: [],
    }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const onText = (text: string) => {
    const element = open.at(-1)
    if (!element) return
    element.text += text
    size += text.length
    if (size > mostOfOne) throw new Refusal('BANKFILE_SHAPE', { line: parser.line })
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    depth -= 1
    const element = open.pop()
    if (element && open.length === 0 && statement) {
      take(statement, element)
      size = 0
    }
    if (depth === 2 && statement) {
      statements.push(finishStatement(statement, decimalsOf))
      statement = undefined
    }
  })
  return {
    write: (piece: string) => parser.write(piece),
    end() {
      isClosing = true
      parser.close()
      if (statements.length === 0) throw new Refusal('BANKFILE_NONE', { format: format || 'camt' })
      return statements
    },
  }
}

/** Which message it is, by the element of its first versions too. */
function formatOf(name: string): string {
  if (name.startsWith('BkToCstmrStmt')) return 'camt.053'
  if (name.startsWith('BkToCstmrAcctRpt')) return 'camt.052'
  if (name.startsWith('BkToCstmrDbtCdtNtfctn')) return 'camt.054'
  throw new Refusal('BANKFILE_FORMAT', { expected: 'camt.053, camt.052, camt.054', found: name.slice(0, 60) })
}

function take(statement: Statement, element: Element): void {
  if (element.name === 'Bal') takeBalance(statement, element)
  else if (element.name === 'Ntry') takeEntry(statement, element)
  else if (element.name === 'Acct') {
    statement.account =
      textAt(element, 'Id', 'IBAN') ||
      textAt(element, 'Id', 'Othr', 'Id') ||
      textAt(element, 'Id', 'PrtryAcct', 'Id') ||
      textAt(element, 'Id', 'BBAN')
    statement.currency = textAt(element, 'Ccy')
  } else if (element.name === 'ElctrncSeqNb' || !statement.number) statement.number = element.text.trim()
}
