import type { Sample } from '#kit/server/module.server.ts'

export const sample: Sample = {
  rows: [
    // Somebody has made an entry by hand.
    `with b as (select company_id, id from organisation.branch order by id limit 1),
      e as (insert into ledger.manual_entry (company_id, number, state, branch_id, business_date, reason, value, created_at, author_id,
          author, editor_id)
        select company_id, 'J', 'draft', id, current_date, 'x', 1, now(), id, 'x', id from b returning company_id, id, branch_id)
    insert into ledger.manual_entry_line (company_id, manual_entry_id, position, account_id, branch_id, amount)
      select e.company_id, e.id, 1, (select id from ledger.account a where a.company_id = e.company_id limit 1), e.branch_id, 1 from e`,
    // Foreign money was taken up at the rate of a day.
    `with r as (insert into ledger.revaluation (company_id, number, state, branch_id, is_whole, business_date, rate_kind, method, gain, loss,
          created_at, author_id, author)
        select company_id, 'V', 'draft', id, false, current_date, 'mid', 'AUTO_REVERSING', 1, 0, now(), id, 'x'
        from organisation.branch order by id limit 1 returning company_id, id, branch_id)
    insert into ledger.revaluation_line (company_id, revaluation_id, position, branch_id, account_id, kind, item_id, quantity, value, rate,
        quote_unit, worth)
      select r.company_id, r.id, 1, r.branch_id, (select id from ledger.account a where a.company_id = r.company_id limit 1), 'notes', r.id,
        1, 1, 2, 1, 2 from r`,
    // A year was closed, and the statements of a month were frozen.
    `with y as (insert into ledger.year_end (company_id, number, state, branch_id, from_date, to_date, result, created_at, author_id, author)
        select company_id, 'Y', 'closed', id, '2001-01-01', '2001-12-31', 1, now(), id, 'x'
        from organisation.branch order by id limit 1 returning company_id, id, branch_id)
    insert into ledger.year_end_line (company_id, year_end_id, position, branch_id, account_id, quantity, amount)
      select y.company_id, y.id, 1, y.branch_id, (select id from ledger.account a where a.company_id = y.company_id limit 1), 0, 1 from y`,
    `insert into ledger.frozen_statement (company_id, from_date, to_date, branch_id, figures, created_at, author_id, author)
    select company_id, '2001-01-01', '2001-01-31', id, '{}', now(), id, 'x' from organisation.branch order by id limit 1`,
    // The books were checked.
    `insert into ledger.check_run (company_id, kind, at, author, wrong, looks)
    select company_id, 'system', now(), 'x', 0, '[]' from organisation.company limit 1`,
    // The chart has a group.
    `insert into ledger.account_group (company_id, name, class)
    select company_id, 'x', 'asset' from access.user order by id limit 1`,
    // Entries by hand are taxed.
    `insert into ledger.tax_code (company_id, code, name, direction, account_id)
    select company_id, 'x', 'x', 'input', id from ledger.account order by id limit 1`,
    // Somebody asked for locked days.
    `insert into ledger.period_unlock (company_id, from_date, to_date, hours, reason, asked_by_id, asked_by, asked_at)
    select company_id, '2026-01-01', '2026-01-02', 1, 'x', id, 'x', now() from access.user order by id limit 1`,
  ],
  crowd: [
    `set session_replication_role = replica;
    insert into ledger.manual_entry (company_id, number, state, branch_id, business_date, reason, value, created_at, author_id, author,
      editor_id)
    select company_id, 'J' || md5(n::text), case when n % 500 = 0 then 'draft' else 'posted' end, uuidv7(), current_date - n, 'x', 1,
      now() - n * interval '1 hour', uuidv7(), 'x', uuidv7()
    from organisation.company, generate_series(1, 2000) n`,
    `set session_replication_role = replica;
    insert into ledger.revaluation (company_id, number, state, branch_id, is_whole, business_date, rate_kind, method, gain, loss,
      created_at, author_id, author)
    select company_id, 'V' || md5(n::text), case when n % 500 = 0 then 'draft' else 'posted' end, uuidv7(), false, current_date - n, 'mid',
      'AUTO_REVERSING', 1, 0, now() - n * interval '1 hour', uuidv7(), 'x'
    from organisation.company, generate_series(1, 2000) n`,
    `set session_replication_role = replica;
    insert into ledger.year_end (company_id, number, state, branch_id, from_date, to_date, result, created_at, author_id, author)
    select company_id, 'Y' || md5(n::text), case when n % 500 = 0 then 'closed' else 'reversed' end, uuidv7(), current_date - n - 9,
      current_date - n, 1, now() - n * interval '1 hour', uuidv7(), 'x'
    from organisation.company, generate_series(1, 2000) n`,
    `set session_replication_role = replica;
    insert into ledger.frozen_statement (company_id, from_date, to_date, branch_id, figures, created_at, author_id, author)
    select company_id, current_date - n - 9, current_date - n, uuidv7(), '{}', now() - n * interval '1 hour', uuidv7(), 'x'
    from organisation.company, generate_series(1, 2000) n`,
  ],
}
