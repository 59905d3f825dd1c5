import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { bankMatches } from '#modules/bank/matches/matches.contract.ts'
import { bankReconciliations } from '#modules/bank/reconciliations/reconciliations.contract.ts'
import { statements } from '#modules/bank/statements/statements.contract.ts'
import { sure } from './counter-house.ts'
import { openBankHouse, opening, statementOf } from './faults-bank-house.ts'
import { ownerOf, start, timeAsks } from './kept-data.ts'
import { percentile, tableOf } from './tools.ts'

// The page of a reconciliation: lines of a bank account beside what the books have open, as a browser asks for it.

const port = 4746
const times = Number(process.env['BENCH_TIMES'] ?? 60)
const lineCount = 10_000
const itemCount = 50_000
const payeeCount = 2000

/** Entries of an account in local money with a payee each, past the product: only their number and spread matter. */
const fill = (accountId: string, day: string) => `
  set session_replication_role = replica;
  insert into bank.payee (company_id, code, name, kind)
    select company_id, 'P' || n, 'Party ' || n || ' Trading', 'supplier' from bank.account, generate_series(0, ${payeeCount - 1}) n
    where id = '${accountId}';
  create temp table made as
    select a.company_id, a.branch_id, a.ledger_id, uuidv7() as id, uuidv7() as source, now() - n * interval '1 ms' as at,
      '${day}'::date - n % 5 as day, n, p.id as payee_id, ((n * 7919) % 499900 + 100) * (n % 2 * 2 - 1) / 100.0 as amount
    from generate_series(0, ${itemCount - 1}) n, bank.account a, bank.payee p
    where a.id = '${accountId}' and p.company_id = a.company_id and p.code = 'P' || n % ${payeeCount};
  insert into ledger.entry (company_id, id, at, business_date, branch_id, event, source_type, source_id, note, author, words_hash,
      leaf_version, leaf)
    select company_id, id, at, day, branch_id, 'payeePaid', 'payeePayment', source, 'INV' || 100000 + n, 'Maker', sha256('words'),
      1, sha256('leaf') from made;
  insert into ledger.line (company_id, at, entry_id, position, account_id, branch_id, party_type, party_id, amount, business_date)
    select m.company_id, at, m.id, p, case when p = 0 then ledger_id else o.id end, branch_id, 'payee', payee_id,
      case when p = 0 then amount else -amount end, day
    from made m join ledger.account o on o.company_id = m.company_id and o.code = '6099', generate_series(0, 1) p;
  analyze ledger.entry; analyze ledger.line; analyze bank.payee`

/** Every fifth entry as the bank has it, four fifths of them to the cent. */
const lines = Array.from({ length: lineCount }, (_, at) => {
  const n = at * 5
  const cents = ((n * 7919) % 499_900) + 100 + (at % 5 === 4 ? 1 : 0)
  return {
    amount: `${n % 2 === 0 ? '-' : ''}${(cents / 100).toFixed(2)}`,
    text: `TRANSFER INV${100_000 + n}`,
  }
})

interface Suggested {
  sureCount: number
}

const isLookedAt = async (owner: pg.Client) =>
  (
    await owner.query(`select from pg_stat_user_tables
      where schemaname = 'bank' and relname in ('line_match', 'match_line', 'match_item') and last_autoanalyze is not null`)
  ).rowCount === 3

/** Measures each call of the page before anything is matched and after all that is sure is; prints a table. */
export async function measurePage(folder: string): Promise<void> {
  const server = await start(folder, port)
  let owner: pg.Client | undefined
  try {
    const { admin, main, reconciliationId, today } = await openBankHouse(`http://127.0.0.1:${port}/api`)
    owner = await ownerOf(folder)
    await owner.query(fill(main, today))
    const { text } = statementOf(today, Number(opening) * 100, lines)
    await sure(admin.files.call(statements.import.path, { accountId: main, text }))
    const row = tableOf(['matched', 'call', 'p50 ms', 'p95 ms', 'aim'])
    const of = { reconciliationId }
    const asks = {
      'the reconciliation with its figures': () =>
        admin.look(bankReconciliations.getById.path, { id: reconciliationId }),
      'lines that are open': () =>
        sure(admin.call(bankMatches.lines.path, { ...of, isOpen: true, pageSize: 200 })),
      'items of the books': () => sure(admin.call(bankMatches.items.path, { ...of, pageSize: 200 })),
      'payments of deals': () => admin.look(bankMatches.payments.path, of),
    }
    const measure = async (matched: number) => {
      for (const [what, ask] of Object.entries(asks)) {
        const { took } = await timeAsks(times, ask)
        const slow = percentile(took, 0.95)
        row([
          matched,
          what,
          percentile(took, 0.5).toFixed(0),
          slow.toFixed(0),
          slow <= 150 ? '150: met' : '150: MISSED',
        ])
      }
      const { took, answer } = await timeAsks(5, () => admin.look(bankMatches.suggestions.path, of))
      const slow = percentile(took, 0.95)
      row([
        matched,
        `suggestions, ${(answer as Suggested).sureCount} sure`,
        percentile(took, 0.5).toFixed(0),
        slow.toFixed(0),
        slow <= 2000 ? '2000: met' : '2000: MISSED',
      ])
    }
    await measure(0)
    const began = performance.now()
    const { matches } = await sure<{ matches: string[] }>(admin.call(bankMatches.matchSure.path, of))
    const seconds = (performance.now() - began) / 1000
    row([matches.length, 'all that are sure matched at once', (seconds * 1000).toFixed(0), '', ''])
    // Within a minute PostgreSQL sees that the tables have grown; by then a person has just read what was matched.
    while (!(await isLookedAt(owner))) await pause(1000)
    await measure(matches.length)
  } finally {
    await owner?.end()
    await server.stop()
  }
}
