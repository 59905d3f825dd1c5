import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** Who sends money abroad, as what travels with it names them; what is not known is empty. */
export interface Sender {
  name: string
  address: string
  country: string
  /** `YYYY-MM-DD`, of a person. */
  birthDate: string
  placeOfBirth: string
  idType: string
  idNumber: string
}

/** A customer as the sender of an order, by the primary document. */
export async function senderFacts(db: Db, id: string): Promise<Sender> {
  const { rows } = await sql<Sender>`
    select c.name, coalesce(c.address, '') as address, coalesce(nullif(c.country, ''), c.nationality, '') as country,
      coalesce(c.date_of_birth::text, '') as birth_date, coalesce(c.country_of_birth, '') as place_of_birth,
      coalesce(d.id_type, '') as id_type, coalesce(d.id_number, '') as id_number
    from customers.customer c
    left join lateral (select id_type, id_number from customers.document d
      where d.company_id = c.company_id and d.customer_id = c.id order by is_primary desc limit 1) d on true
    where c.company_id = kit.company() and c.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('An order has a sender who is on file')
  return row
}
