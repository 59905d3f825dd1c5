import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Subject } from '#modules/subject.domain.ts'
import type { ChargedFee } from './charged.domain.ts'

const of = ({ type, id }: Subject) =>
  sql`company_id = kit.company() and subject_type = ${sql.lit(type)} and subject_id = ${id}`

/** Charged fees as one JSON list, by name: of the table, or of what a statement has just written there. */
export const chargedList = (
  from: RawBuilder<unknown>,
) => sql`select coalesce(json_agg(json_build_object('ruleId', rule_id, 'ruleVersion', rule_version,
    'name', name, 'fee', fee::text, 'tax', tax::text, 'taxName', tax_name, 'taxRate', trim_scale(tax_rate)::text, 'isWaived', is_waived, 'isWaivable', is_waivable, 'reason', reason)
    order by name, rule_id), '[]') from ${from}`

/** What a document was charged, as part of the statement that reads it. */
export const chargedOf = (subject: Subject) => chargedList(sql`charges.fee where ${of(subject)}`)

/** Keeps what a document is charged, as part of the statement that writes it. */
export const insertCharged = ({ type, id }: Subject, fees: readonly ChargedFee[]) => sql`
      insert into charges.fee (subject_type, subject_id, rule_id, rule_version, name, fee, tax, tax_name, tax_rate, is_waived, is_waivable,
        reason)
      select ${sql.lit(type)}, ${id}, "ruleId", "ruleVersion", name, fee, tax, "taxName", "taxRate", "isWaived", "isWaivable", reason
      from jsonb_to_recordset(${JSON.stringify(fees)}::jsonb) t ("ruleId" uuid, "ruleVersion" int, name text, fee numeric,
        tax numeric, "taxName" text, "taxRate" numeric, "isWaived" boolean, "isWaivable" boolean, reason text)`

/** Forgets what a document was charged, as part of the statement that clears it. */
export const clearCharged = (subject: Subject) => sql`delete from charges.fee where ${of(subject)}`

/** At which rates the fees of these documents are taxed, as fractions; those that are waived take no part. */
export async function chargedTaxes(
  db: Db,
  { type, ids }: { type: string; ids: readonly string[] },
): Promise<{ subjectId: string; rate: string; base: string; tax: string }[]> {
  const { rows } = await sql<{ subjectId: string; rate: string; base: string; tax: string }>`
    select f.subject_id, trim_scale(f.tax_rate)::text as rate, trim_scale(sum(f.fee - f.tax))::text as base,
      trim_scale(sum(f.tax))::text as tax
    from charges.fee f
    where f.company_id = kit.company() and f.subject_type = ${type} and f.subject_id = any(${[...ids]}::uuid[])
      and f.tax_rate <> 0 and not f.is_waived
    group by f.subject_id, f.tax_rate`.execute(db)
  return rows
}
