import type { Sample } from '#kit/server/module.server.ts'

export const sample: Sample = {
  rows: [
    // A counter is open.
    `insert into inventory.day (company_id, branch_id, counter_id, business_date, opened_at, opened_by_id, opened_by)
    select company_id, branch_id, id, current_date, now(), id, 'x' from organisation.counter order by id limit 1`,
    // A drawer waits for its next teller.
    `with d as (insert into inventory.day (company_id, branch_id, counter_id, business_date, state, opened_at, opened_by_id, opened_by,
          closed_at, closed_by)
        select company_id, branch_id, id, current_date, 'closed', now(), id, 'x', now(), 'x' from organisation.counter
        order by id desc limit 1 returning *)
    insert into inventory.handover (company_id, state, branch_id, counter_id, day_id, to_id, to_name, created_at, author_id, author)
      select company_id, 'waiting', branch_id, counter_id, id, id, 'x', now(), opened_by_id, 'x' from d`,
    // Something was counted, and moved.
    `with b as (select company_id, id from organisation.branch order by id limit 1),
      a as (insert into inventory.adjustment (company_id, kind, branch_id, business_date, created_at, author_id, author)
        select company_id, 'opening', id, current_date, now(), id, 'x' from b)
    insert into inventory.count (company_id, kind, branch_id, business_date, created_at, author_id, author)
      select company_id, 'vault', id, current_date, now(), id, 'x' from b`,
    // Something was adjusted.
    `insert into inventory.correction (company_id, number, reason, state, branch_id, created_at, author_id, author)
      select company_id, 'A', 'damaged', 'pending', id, now(), id, 'x' from organisation.branch order by id limit 1`,
    // Something was asked for, and something is on its way.
    `with p as (select a.company_id, a.id as a, b.id as b from organisation.branch a
        join organisation.branch b on b.company_id = a.company_id and b.id > a.id order by a.id, b.id limit 1),
      r as (insert into inventory.request (company_id, number, state, from_branch_id, to_branch_id, created_at, author_id, author)
        select company_id, 'R', 'open', a, b, now(), a, 'x' from p)
    insert into inventory.transfer (company_id, number, state, from_branch_id, to_branch_id, limit_value, created_at, author_id, author)
      select company_id, 'T', 'pending', a, b, 0, now(), a, 'x' from p`,
    // A branch has less than it should.
    `with b as (select company_id, id from organisation.branch order by id limit 1),
      l as (insert into inventory.stock_limit (company_id, branch_id, unit, maximum)
        select company_id, id, 'local', 1000000 from b)
    insert into inventory.limit_breach (company_id, branch_id, item_id, kind, since)
      select company_id, id, id, 'minimum', now() from b`,
  ],
  crowd: [
    `set session_replication_role = replica;
    insert into inventory.request (company_id, number, state, from_branch_id, to_branch_id, created_at, author_id, author)
      select company_id, md5(n::text), case when n % 500 = 0 then 'refused' else 'completed' end, uuidv7(), uuidv7(),
        now() - n * interval '1 hour', company_id, '' from organisation.company, generate_series(1, 2000) n;
    insert into inventory.transfer (company_id, number, state, from_branch_id, from_counter_id, to_branch_id, to_counter_id, limit_value,
        sent_date, created_at, author_id, author)
      select company_id, md5(n::text), case when n % 500 = 0 then 'returned' else 'completed' end, uuidv7(), uuidv7(), uuidv7(), uuidv7(),
        0, date '2020-01-01' + n, now() - n * interval '1 hour', company_id, '' from organisation.company, generate_series(1, 2000) n;
    insert into inventory.correction (company_id, number, reason, state, branch_id, counter_id, business_date, created_at, author_id, author)
      select company_id, md5(n::text), case when n % 500 = 0 then 'exchange' else 'damaged' end,
        case when n % 500 = 0 then 'reversed' else 'processed' end, uuidv7(), uuidv7(), date '2020-01-01' + n,
        now() - n * interval '1 hour', company_id, '' from organisation.company, generate_series(1, 2000) n`,
  ],
}
