import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { nextNumber } from '#modules/organisation/public.server.ts'

/** The letter in the numbers of each kind of document. */
const letters = { payeeExpense: 'E', payeePayment: 'P', bankTransfer: 'B', bankReconciliation: 'R' } as const

/** Takes the next number of a branch's documents of a kind. */
export async function numberOf(
  db: Db,
  kind: keyof typeof letters,
  branch: { id: string; code: string },
  year: number,
): Promise<string> {
  const series = { branchId: branch.id, code: `${branch.code}-${letters[kind]}`, kind, year }
  const { rows } = await sql<{ number: string }>`
    with n as (${nextNumber(series)}) select number from n`.execute(db)
  return rows[0]?.number ?? ''
}

/** The numbers of the documents of this module, for what is read of the journal. */
export async function numbersOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; number: string }>`
    with w as (select unnest(${[...ids]}::uuid[]) as id)
    select d.id, d.number from w join bank.expense d on d.company_id = kit.company() and d.id = w.id
    union all
    select d.id, d.number from w join bank.payment d on d.company_id = kit.company() and d.id = w.id
    union all
    select d.id, d.number from w join bank.transfer d on d.company_id = kit.company() and d.id = w.id
    union all
    select d.id, d.number from w join bank.cheque d on d.company_id = kit.company() and d.id = w.id
    union all
    select p.id, d.number from w join bank.cheque_presentment p on p.company_id = kit.company() and p.id = w.id
    join bank.cheque d on d.company_id = p.company_id and d.id = p.cheque_id
    union all
    select d.id, d.code from w join bank.account d on d.company_id = kit.company() and d.id = w.id`.execute(
    db,
  )
  return new Map(rows.map(({ id, number }) => [id, number]))
}
