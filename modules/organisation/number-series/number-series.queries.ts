import { sql } from 'kysely'

/** Documents of a kind that a branch counts through a year. */
export interface Series {
  branchId: string
  /** Of the branch, as numbers begin with it. */
  code: string
  kind: string
  year: number
}

/** Takes the next number of a series, as part of a statement: the last lock of a transaction, so that none is ever missing. */
export const nextNumber = ({ branchId, code, kind, year }: Series) => sql<{ number: string }>`
  insert into organisation.number_series (branch_id, kind, year, last) values (${branchId}, ${kind}, ${year}, 1)
  on conflict (company_id, branch_id, kind, year) do update set last = number_series.last + 1
  returning ${code} || '-' || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0') as number`
