import type { Sample } from '#kit/server/module.server.ts'

export const sample: Sample = {
  rows: [
    // A file of customers is on its way in.
    `with one as (select company_id, id from access.user order by id limit 1),
      f as (insert into kit.file (company_id, name, media_type, size, sha256)
        select company_id, 'x', 'text/csv', 0, '' from one returning company_id, id)
    insert into customers.import (company_id, customer_type, file_id, file_name, by_id, by_name)
      select f.company_id, 1, f.id, 'x', one.id, 'x' from f, one`,
    // Somebody looks like somebody else.
    `insert into customers.duplicate_review (company_id, customer_id, other_id, reason, asked_by, asked_at)
    select a.company_id, a.id, b.id, 'x', 'x', now() from customers.customer a
      join customers.customer b on b.company_id = a.company_id and b.id > a.id order by a.id, b.id limit 1`,
  ],
}
