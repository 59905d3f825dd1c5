import { execFileSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenItem, type OpenLine } from '#modules/bank/matching/score.domain.ts'
import { suggestMatches } from '#modules/bank/matching/suggest.domain.ts'
import { measurePage } from './bank-page.ts'
import { table, root, withFolder } from './tools.ts'

// Suggestions for a month of a bank account, the reading of a large statement, and the page of a reconciliation.

/** Numbers that are the same on every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const next = seeded(40)
const dayOf = (day: number) => new Date(Date.UTC(2026, 2, 1 + day)).toISOString().slice(0, 10)
const parties = Array.from({ length: 2000 }, (_, at) => `Party ${at} Trading`)
const items: OpenItem[] = Array.from({ length: 50_000 }, (_, at) => ({
  id: `I${at}`,
  on: dayOf(Math.floor(next() * 60)),
  amount: (next() < 0.5 ? -1 : 1) * Math.ceil(next() * 500_000),
  reference: `INV${100_000 + at}`,
  party: parties[Math.floor(next() * parties.length)] ?? '',
}))
const lines: OpenLine[] = Array.from({ length: 10_000 }, (_, at) => {
  const item = items[at * 5]
  const isOther = next() < 0.2
  return {
    id: `L${at}`,
    bookedOn: item?.on ?? '',
    amount: isOther ? Math.ceil(next() * 900_000) : (item?.amount ?? 0),
    text: `TRANSFER ${item?.reference ?? ''}`,
    counterparty: item?.party ?? '',
  }
})

const busy = () => process.cpuUsage().user / 1e6
const before = busy()
const began = performance.now()
const suggested = suggestMatches(lines, items)
const seconds = (performance.now() - began) / 1000
const spent = busy() - before

const entry = (at: number) =>
  `<Ntry><Amt Ccy="MYR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt><AcctSvcrRef>R${at}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>E${at}</EndToEndId></Refs><RmtInf><Ustrd>Deposit ${at}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="MYR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-02</Dt></Dt></Bal>`
const text = `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>GB33BUKB20201555555555</IBAN></Id><Ccy>MYR</Ccy></Acct>${balance('OPBD', '0.00')}${balance('CLBD', '200000.00')}${Array.from({ length: 200_000 }, (_, at) => entry(at)).join('')}</Stmt></BkToCstmrStmt></Document>`

await withFolder((folder) => {
  const path = join(folder, 'statement.xml')
  writeFileSync(path, text)
  const output = execFileSync(process.execPath, [
    // As the thread that reads it in the program.
    '--max-semi-space-size=8',
    join(root, 'bench/statement-reader.ts'),
    path,
  ]).toString()
  const read = JSON.parse(output) as Record<'faults' | 'kilobytes' | 'lines' | 'seconds' | 'spent', number>
  table(
    ['What', 'Size', 'Found', 's', 's of the processor', 'MB resident at most'],
    [
      [
        'Suggestions (aim 2 s)',
        `${lines.length} lines, ${items.length} items`,
        `${suggested.filter(({ isSure }) => isSure).length} sure`,
        seconds.toFixed(2),
        spent.toFixed(2),
        '',
      ],
      [
        'camt.053 (aim 10 s, 300 MB)',
        `${(statSync(path).size / 1e6).toFixed(1)} MB`,
        `${read.lines} lines, ${read.faults} faults`,
        read.seconds.toFixed(2),
        read.spent.toFixed(2),
        (read.kilobytes / 1000).toFixed(0),
      ],
    ],
  )
  return Promise.resolve()
})

await withFolder(measurePage)
