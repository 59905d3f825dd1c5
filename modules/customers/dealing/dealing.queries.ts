import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { samePerson } from '../duplicate-reviews/duplicate-reviews.queries.ts'
import { identityTypes } from '../profiles/profiles.domain.ts'
import { numberKey } from '../identity/numbers.domain.ts'

/**
 * Who may be the same person as the customer `c`, itself among them, the numbers by which they identify, and whether one of them is
 * blocked. A record that was merged keeps its flags of that day: only the one that stays counts. With `offset 0` each is looked up
 * by its key: joined, all papers and all customers of a company are read for every deal.
 */
const person = sql<{ samePerson: string[]; papers: string[]; isBlocked: boolean }>`(
  with s as materialized (select ${samePerson('c.id')} as ids)
  select s.ids as same_person, array(select distinct p.id_number from unnest(s.ids) u (id) cross join lateral (
      select d.id_number from customers.document d where d.company_id = kit.company() and d.customer_id = u.id
        and d.id_number <> '' and d.id_type = any(${[...identityTypes]}::text[]) offset 0) p) as papers,
    exists (select from unnest(s.ids) u (id) cross join lateral (
      select b.id from customers.customer b where b.company_id = kit.company() and b.id = u.id
        and b.is_blocked and b.merged_into is null offset 0) b) as is_blocked
  from s)`.as<'s'>('s')

const ofPaper = (column: 'idType' | 'idNumber' | 'idIssuingCountry') =>
  sql<string>`coalesce(${sql.ref(`d.${column}`)}, '')`.as(column)

/** What a deal asks of a customer, with the primary document; not of one that was merged. */
export const readForDeal = (db: Db, id: string) =>
  db
    .selectFrom('customers.customer as c')
    .leftJoin('customers.document as d', (join) =>
      join
        .onRef('d.companyId', '=', 'c.companyId')
        .onRef('d.customerId', '=', 'c.id')
        .on('d.isPrimary', '=', true),
    )
    .select(['c.id', 'c.name', 'c.customerType', 'c.isMonitored', 'c.isActive'])
    .select([ofPaper('idType'), ofPaper('idNumber'), ofPaper('idIssuingCountry')])
    .innerJoinLateral(person, (join) => join.onTrue())
    .select(['s.samePerson', 's.papers', 's.isBlocked'])
    .where('c.id', '=', id)
    .where('c.mergedInto', 'is', null)
    .executeTakeFirst()

/** Whoever has a paper of this number, of whatever type and country: whether they may deal, and who may be the same person. */
export const withPaper = (db: Db, number: string) =>
  db
    .selectFrom('customers.document as p')
    .innerJoin('customers.customer as c', (join) =>
      join.onRef('c.companyId', '=', 'p.companyId').onRef('c.id', '=', 'p.customerId'),
    )
    .select('c.isActive')
    .innerJoinLateral(person, (join) => join.onTrue())
    .select(['s.samePerson', 's.papers', 's.isBlocked'])
    .where('p.numberKey', '=', numberKey(number))
    .where('p.numberKey', '<>', '')
    .where('c.mergedInto', 'is', null)
    .execute()

/** On file under a number: of a paper, or of the registration of a company; one who is there under both stands once. */
export const byNumber = (db: Db, number: string) =>
  db
    .selectFrom('customers.customer as c')
    .select(['c.id', 'c.name'])
    .where('c.mergedInto', 'is', null)
    .where((eb) =>
      eb(
        'c.id',
        'in',
        eb
          .selectFrom('customers.document')
          .select('customerId as id')
          .where('numberKey', '=', numberKey(number))
          .where('numberKey', '<>', '')
          .unionAll(
            eb
              .selectFrom('customers.customer')
              .select('id')
              .where('customerType', '=', 2)
              .where('mergedInto', 'is', null)
              .where('registrationKey', '=', numberKey(number))
              .where('registrationKey', '<>', ''),
          ),
      ),
    )
    .limit(2)
    .execute()
