import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Sender } from './sender.domain.ts'

/** A customer as the sender of an order, by the primary document, a company by its registration. Throws for one who is not there. */
export async function senderFacts(db: Db, id: string): Promise<Sender> {
  const { rows } = await sql<Sender>`
    select case c.customer_type when 2 then 'company' else 'person' end as kind, c.name,
      coalesce(nullif(c.address, ''), nullif(c.registered_address, ''), c.business_address, '') as address,
      coalesce(nullif(c.country, ''), nullif(c.nationality, ''), c.country_of_incorporation, '') as country,
      coalesce(c.date_of_birth::text, c.date_of_incorporation::text, '') as birth_date,
      coalesce(nullif(c.country_of_birth, ''), c.country_of_incorporation, '') as place_of_birth,
      coalesce(c.place_of_birth, '') as town_of_birth,
      coalesce(d.id_type, case when c.registration_number <> '' then 'REGISTRATION' end, '') as id_type,
      coalesce(d.id_number, c.registration_number, '') as id_number
    from customers.customer c
    left join lateral (select id_type, id_number from customers.document d
      where d.company_id = c.company_id and d.customer_id = c.id and id_number <> '' order by is_primary desc limit 1) d on true
    where c.company_id = kit.company() and c.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('An order has a sender who is on file')
  return row
}
