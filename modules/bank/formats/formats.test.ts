import { describe, expect, test } from 'vitest'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { currencyDecimals } from './decimals.server.ts'
import { readStatements as readBy } from './read.server.ts'
import { sumLines } from './statement.domain.ts'

const readStatements = (bytes: Uint8Array) => readBy(bytes, (code) => currencyDecimals.get(code))

const read = (text: string) => readStatements(Buffer.from(text))
const amounts = (text: string) => read(text).flatMap(({ lines }) => lines.map(({ amount }) => amount))
const faults = (text: string) => read(text).flatMap((statement) => statement.faults)
function refusal(bytes: string | Buffer) {
  try {
    return { code: '', data: {}, statements: readStatements(Buffer.from(bytes)) }
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, data: error.data }
    throw error
  }
}

const balance = (code: string, amount: string, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="MYR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
const entry = (amount: string, mark: string, more = '') =>
  `<Ntry><Amt Ccy="MYR">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>${more}</Ntry>`
const details = (...inside: string[]) =>
  `<NtryDtls>${inside.map((one) => `<TxDtls>${one}</TxDtls>`).join('')}</NtryDtls>`
const camt = (opening: string, closing: string, entries: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr/><Stmt><Id>1</Id><Acct><Id><Othr><Id>0068123456</Id></Othr></Id><Ccy>MYR</Ccy></Acct>${balance('OPBD', opening, '2026-03-01')}${balance('CLBD', closing, '2026-03-02')}${entries}</Stmt></BkToCstmrStmt></Document>`
const mt940 = (opening: string, lines: readonly string[], closing: string) =>
  [
    ':20:1',
    ':25:0068123456',
    ':28C:1',
    `:60F:${opening}`,
    ...lines.map((line) => `:61:${line}`),
    `:62F:${closing}`,
    '-',
  ].join('\n')
const ofx = (lines: readonly string[], end = '</OFX>') =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>MYR<BANKACCTFROM><ACCTID>0068123456</BANKACCTFROM><BANKTRANLIST>${lines.join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1>${end}`
const ofxLine = (amount: string, more = '') =>
  `<STMTTRN><DTPOSTED>20260314<TRNAMT>${amount}<FITID>7001${more}</STMTTRN>`

describe('camt:', () => {
  test('details say what for, never how much', () => {
    const text = camt(
      '5000.00',
      '12663.56',
      entry('429.56', 'CRDT', details('<Amt Ccy="MYR">329.56</Amt>', '<Amt Ccy="MYR">100.00</Amt>')) +
        entry(
          '1526.00',
          'DBIT',
          details('<Amt Ccy="MYR">1500.00</Amt><Chrgs><Rcrd><Amt Ccy="MYR">26.00</Amt></Rcrd></Chrgs>'),
        ) +
        entry(
          '8820.00',
          'CRDT',
          details('<AmtDtls><InstdAmt><Amt Ccy="EUR">1800.00</Amt></InstdAmt></AmtDtls>'),
        ) +
        entry('60.00', 'DBIT', details('', '', '')),
    )
    const [statement] = read(text)
    expect(statement?.faults).toEqual([])
    expect(statement?.lines.map(({ amount, charges, original }) => [amount, charges, original])).toEqual([
      ['429.56', null, null],
      ['-1526.00', '26.00', null],
      ['8820.00', null, { amount: '1800.00', currency: 'EUR' }],
      ['-60.00', null, null],
    ])
    const { debits, credits } = sumLines(statement?.lines ?? [])
    expect([debits.toFixed(2), credits.toFixed(2)]).toEqual(['1586.00', '9249.56'])
  })

  test('the mark of an entry is its direction, a reversal only says why', () => {
    const reversal = '<RvslInd>true</RvslInd>'
    expect(amounts(camt('2000.00', '1850.00', entry('150.00', 'DBIT', reversal)))).toEqual(['-150.00'])
    expect(amounts(camt('1850.00', '1925.00', entry('75.00', 'CRDT', reversal)))).toEqual(['75.00'])
    expect(faults(camt('1925.00', '1965.00', entry('40.00', 'DBIT', reversal)))).toMatchObject([
      { code: 'STATEMENT_SUM', data: { expected: '1885.00', closing: '1965.00' } },
    ])
  })

  test('an amount without a mark, or with more decimals than its currency, is no amount', () => {
    expect(faults(camt('1.00', '2.00', entry('1.00', 'PLUS')))).toMatchObject([
      { code: 'STATEMENT_LINE_AMOUNT', data: { line: 1, found: 'PLUS 1.00' } },
    ])
    expect(faults(camt('1.000', '2.001', entry('1.001', 'CRDT')))).toMatchObject([
      { code: 'STATEMENT_DECIMALS', data: { line: 0, amount: '2.001' } },
      { code: 'STATEMENT_DECIMALS', data: { line: 1, amount: '1.001' } },
    ])
  })
})

describe('MT940:', () => {
  test('a credit taken back goes out, a debit taken back comes in', () => {
    const text = mt940(
      'C260301EUR1000,00',
      ['2603020302RC150,00NTRFA', '2603020302RD75,00NTRFB', '2603020302RDR75,00NTRFC'],
      'C260302EUR1000,00',
    )
    expect(amounts(text)).toEqual(['-150.00', '75.00', '75.00'])
    expect(faults(text)).toEqual([])
  })

  test('a day without a year is the one nearest to its value date', () => {
    const lines = ['2512310102C100,00NTRFA1', '2601011230D27,98NMSCA2', '251231    D10,00NMSCA3']
    const [statement] = read(mt940('C251230EUR1000,00', lines, 'C260102EUR1062,02'))
    expect(statement?.faults).toEqual([])
    expect(statement?.lines.map(({ bookedOn, valueOn }) => [bookedOn, valueOn])).toEqual([
      ['2026-01-02', '2025-12-31'],
      ['2025-12-30', '2026-01-01'],
      ['2025-12-31', '2025-12-31'],
    ])
    expect(statement?.lines.map(({ reference }) => reference)).toEqual(['A1', 'A2', 'A3'])
  })

  test('a line that cannot be read is named, and its statement refused', () => {
    const text = mt940('C260301EUR1,00', ['2603020302C1.00NTRFA', 'garbage'], 'C260302EUR2,00')
    expect(faults(text).map(({ code, data }) => [code, data['line']])).toEqual([
      ['STATEMENT_LINE', 1],
      ['STATEMENT_LINE', 2],
    ])
  })

  test('two statements of one message keep their accounts and equal rows apart', () => {
    const [own, other] = read(
      mt940('C260301MYR1,00', ['2603020302C1,00NTRFX//9', '2603020302C1,00NTRFX//9'], 'C260302MYR3,00') +
        mt940('C260301MYR5,00', [], 'C260302MYR5,00').replace('0068123456', '8123456').replace(/^/, '\n'),
    )
    expect([own?.lines.length, other?.account, other?.lines.length]).toEqual([2, '8123456', 0])
  })
})

describe('OFX:', () => {
  test('amounts have a sign, any decimals that say nothing, and no thousands', () => {
    expect(amounts(ofx(['-200,00', '-8.95000', '750'].map((amount) => ofxLine(amount))))).toEqual([
      '-200.00',
      '-8.95',
      '750.00',
    ])
    for (const found of ['1,650.00', '1,650', '12x', ''])
      expect(faults(ofx([ofxLine(found)]))).toMatchObject([
        { code: 'STATEMENT_LINE_AMOUNT', data: { found } },
      ])
  })

  test('an element without a text and without an end holds nothing of what follows', () => {
    expect(read(ofx([ofxLine('-5.00', '<NAME>\n<MEMO>Hotel &amp; more')]))).toMatchObject([
      {
        account: '0068123456',
        currency: 'MYR',
        lines: [{ amount: '-5.00', text: 'Hotel & more', bankReference: '7001' }],
      },
    ])
  })
})

describe('what is no statement is refused with what was expected and found:', () => {
  const whole = camt('1.00', '2.00', entry('1.00', 'CRDT'))
  test.each([
    ['nothing', '', 'BANKFILE_EMPTY', {}],
    ['blanks', ' \n ', 'BANKFILE_EMPTY', {}],
    [
      'a page of the bank',
      '<!DOCTYPE html><html><head><title>Session  expired</title>',
      'BANKFILE_HTML',
      { title: 'Session expired' },
    ],
    ['camt cut off', whole.slice(0, -40), 'BANKFILE_TRUNCATED', { expected: '</Document>' }],
    ['OFX cut off', ofx([ofxLine('1.00')], ''), 'BANKFILE_TRUNCATED', { expected: '</OFX>' }],
    [
      'another message',
      '<Document><CstmrCdtTrfInitn/></Document>',
      'BANKFILE_FORMAT',
      { found: 'CstmrCdtTrfInitn' },
    ],
    ['broken XML', whole.replace('</Bal>', '</Bla>'), 'BANKFILE_SHAPE', { line: 1 }],
    ['a PDF', '%PDF-1.7', 'BANKFILE_FORMAT', { found: 'PDF' }],
    ['words', 'Dear customer', 'BANKFILE_FORMAT', { found: 'text' }],
    ['depth', `<Document><BkToCstmrStmt><Stmt><Acct>${'<a>'.repeat(40)}`, 'BANKFILE_DEPTH', { most: 32 }],
    ['depth of OFX', ofx(['<STATUS>'.repeat(40)]), 'BANKFILE_DEPTH', { most: 24 }],
    [
      'an entity of a file',
      whole.replace('<Document', '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document'),
      'BANKFILE_DTD',
      {},
    ],
    [
      'laughs',
      whole.replace('<Document', '<!DOCTYPE d [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><Document'),
      'BANKFILE_DTD',
      {},
    ],
    ['an entity that is none', whole.replace('<Id>1</Id>', '<Id>&x;</Id>'), 'BANKFILE_SHAPE', { line: 1 }],
    [
      'an entity in OFX',
      ofx([]).replace('<OFX>', '<!DOCTYPE OFX [<!ENTITY a "b">]><OFX>'),
      'BANKFILE_DTD',
      {},
    ],
  ])('%s', (_, text, code, data) => {
    expect(refusal(text)).toMatchObject({ code, data })
  })

  test('another encoding than the one it declares', () => {
    const bytes = Buffer.from(whole.replace('<Id>1</Id>', '<Id>M\u00fcller</Id>'), 'latin1')
    expect(refusal(bytes)).toEqual({
      code: 'BANKFILE_ENCODING',
      data: { expected: 'UTF-8', found: 'windows-1252' },
    })
    expect(refusal(Buffer.from([1, 0, 2, 0, 3]))).toMatchObject({ code: 'BANKFILE_ENCODING' })
    expect(readStatements(Buffer.from(`\uFEFF${whole}`, 'utf16le'))).toHaveLength(1)
  })

  test('an entry without end is not kept in memory', () => {
    const long = camt(
      '1.00',
      '2.00',
      entry('1.00', 'CRDT', `<AddtlNtryInf>${'x'.repeat(5_000_000)}</AddtlNtryInf>`),
    )
    expect(refusal(long)).toMatchObject({ code: 'BANKFILE_SHAPE' })
    expect(
      refusal(mt940('C260301EUR1,00', [`2603020302C1,00NTRFX\n${'x\n'.repeat(70_000)}`], '')),
    ).toMatchObject({
      code: 'BANKFILE_SHAPE',
    })
  })

  test('a closing balance that is missing, with what it must be', () => {
    expect(faults(whole.replace(balance('CLBD', '2.00', '2026-03-02'), ''))).toEqual([
      { code: 'STATEMENT_CUT', data: { opening: '1.00', expected: '2', currency: 'MYR', lines: 1 } },
    ])
  })
})
