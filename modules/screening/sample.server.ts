import type { Sample } from '#kit/server/module.server.ts'

const weights = {
  threshold: '0.72',
  weakThreshold: '0.9',
  birthDate: '0.15',
  birthYear: '0.25',
  country: '0.1',
  gender: '0.2',
  document: '0.1',
  agree: '0.3',
}

export const sample: Sample = {
  bodies: {
    '/poscompliance/risksetting/update': weights,
    '/poscompliance/risksetting/try': { ...weights, names: ['somebody'] },
  },
  rows: [
    // A file of names was screened, and a pair cleared.
    `with one as (select company_id, id from access.user order by id limit 1),
      c as (select company_id, id from customers.customer order by id limit 1),
      f as (insert into kit.file (company_id, name, media_type, size, sha256)
        select company_id, 'x', 'text/csv', 0, '' from one returning company_id, id),
      b as (insert into screening.bulk (company_id, data_source, file_id, file_name, by_id, by_name, created_at)
        select f.company_id, 'unsc', f.id, 'x', one.id, 'x', now() from f, one),
      s as (insert into screening.screening (company_id, data_source, cause, customer_id, name, entity_type, query, options, lists, hits,
          created_at, state, is_open)
        select company_id, 'unsc', 'manual', id, 'x', 'person', '{}', '{}', '[]', 0, now(), 'no_hit', false from c
        returning company_id, id, customer_id)
    insert into screening.whitelist (company_id, customer_id, customer_name, list, entry_id, entry_name, content_hash, facts_hash,
        screening_id, reason, expires_on, author_id, author, created_at)
      select s.company_id, s.customer_id, 'x', 'un', '1', 'x', '', '', s.id, 'x', current_date, one.id, 'x', now() from s, one`,
  ],
}
