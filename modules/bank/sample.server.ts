import type { Sample } from '#kit/server/module.server.ts'

const by = `now(), b.id, 'x'`

export const sample: Sample = {
  rows: [
    `insert into bank.account (company_id, code, name, bank_name, number, is_iban, currency_id, branch_id, ledger_id, is_local)
      select b.company_id, 'X', 'x', 'x', '1234', false,
        (select c.id from currencies.currency c where c.company_id = b.company_id limit 1), b.id,
        (select a.id from ledger.account a where a.company_id = b.company_id and a.code = '1200'), true
      from (select distinct on (company_id) * from organisation.branch) b`,
    `insert into bank.payee (company_id, code, name, kind) select company_id, 'X', 'x', 'other' from organisation.company`,
    `insert into bank.payee_change (company_id, state, payee_id, branch_id, bank_name, bic, number, holder, reason, created_at, author_id,
        author)
      select b.company_id, 'approved', p.id, b.id, 'x', '', '1234', 'x', 'x', ${by}
      from (select distinct on (company_id) * from organisation.branch) b join bank.payee p on p.company_id = b.company_id and p.code = 'X'`,
    `insert into bank.expense (company_id, number, state, branch_id, payee_id, business_date, due_date, is_included, net, tax, total,
        created_at, author_id, author, editor_id)
      select b.company_id, 'X', 'draft', b.id, p.id, current_date, current_date, true, 1, 0, 1, ${by}, b.id
      from (select distinct on (company_id) * from organisation.branch) b join bank.payee p on p.company_id = b.company_id and p.code = 'X'`,
    `insert into bank.expense_line (company_id, expense_id, position, ledger_id, description, amount, tax_rate, net, tax)
      select e.company_id, e.id, 1, a.id, 'x', 1, 0, 1, 0 from bank.expense e
      join ledger.account a on a.company_id = e.company_id and a.code = '6000'`,
    `insert into bank.payment (company_id, number, state, branch_id, payee_id, business_date, total, created_at, author_id, author)
      select b.company_id, 'X', 'cancelled', b.id, p.id, current_date, 1, ${by}
      from (select distinct on (company_id) * from organisation.branch) b join bank.payee p on p.company_id = b.company_id and p.code = 'X'`,
    `insert into bank.payment_line (company_id, payment_id, position, expense_id, amount)
      select y.company_id, y.id, 1, e.id, 1 from bank.payment y join bank.expense e on e.company_id = y.company_id`,
    `insert into bank.transfer (company_id, number, kind, state, from_account_id, from_branch_id, branch_id, item_id, amount, sent_date,
        created_at, author_id, author)
      select b.company_id, 'X', 'charge', 'reversed', a.id, b.id, b.id, a.currency_id, 1, current_date, ${by}
      from bank.account a join organisation.branch b on b.company_id = a.company_id and b.id = a.branch_id`,
    `insert into bank.cheque (company_id, state, branch_id, number, bank_name, drawer, dated_on, received_on, amount, party_type, party_id,
        created_at, author_id, author)
      select b.company_id, 'inHand', b.id, 'X', 'x', 'x', current_date, current_date, 1, 'customer', b.id, now(), b.id, 'x'
      from (select distinct on (company_id) * from organisation.branch) b`,
    `insert into bank.cheque_presentment (company_id, transfer_id, cheque_id, position)
      select q.company_id, t.id, q.id, 1 from bank.cheque q join bank.transfer t on t.company_id = q.company_id`,
    `insert into bank.statement_mapping (company_id, account_id, mapping)
      select company_id, id, '{"date": "x", "dateOrder": "dmy", "style": "signed", "amount": "x"}' from bank.account where code = 'X'`,
    `with f as (insert into kit.file (company_id, name, media_type, size, sha256)
        select company_id, 'x', 'text/csv', 0, '' from organisation.company returning company_id, id)
      insert into bank.statement (company_id, account_id, file_id, file_name, format, stated_account, number, currency, line_count,
        new_count, debits, credits, created_at, author_id, author)
      select a.company_id, a.id, f.id, 'x', 'table', '', '', 'MYR', 1, 1, 0, 1, now(), a.id, 'x'
      from bank.account a join f on f.company_id = a.company_id where a.code = 'X'`,
    `insert into bank.statement_line (company_id, account_id, booked_on, amount, bank_reference, reference, text, counterparty,
        counterparty_account, is_reversal, key, occurrence)
      select company_id, id, current_date, 1, '', '', 'x', '', '', false, 'x', 1 from bank.account where code = 'X'`,
    `insert into bank.statement_source (company_id, statement_id, position, line_id)
      select s.company_id, s.id, 1, l.id from bank.statement s
      join bank.statement_line l on l.company_id = s.company_id and l.account_id = s.account_id`,
    `insert into bank.reconciliation (company_id, number, state, account_id, branch_id, to_on, opening, closing, created_at, author_id,
        author)
      select company_id, 'X', 'deleted', id, branch_id, current_date, 0, 1, now(), id, 'x' from bank.account where code = 'X'`,
    `insert into bank.reconciled_line (company_id, line_id, reconciliation_id)
      select l.company_id, l.id, r.id from bank.statement_line l join bank.reconciliation r on r.company_id = l.company_id`,
    `insert into bank.line_match (company_id, account_id, kind, source, created_at, author_id, author)
      select company_id, id, 'match', 'hand', now(), id, 'x' from bank.account where code = 'X'`,
    `insert into bank.match_line (company_id, match_id, line_id, amount)
      select m.company_id, m.id, l.id, 1 from bank.line_match m join bank.statement_line l on l.company_id = m.company_id`,
    `insert into bank.match_item (company_id, match_id, entry_id, position, business_date, amount)
      select company_id, id, id, 1, current_date, 1 from bank.line_match`,
    `insert into bank.line_rule (company_id, account_id, contains, direction, ledger_id)
      select a.company_id, a.id, 'x', 'out', l.id from bank.account a
      join ledger.account l on l.company_id = a.company_id and l.code = '5050' where a.code = 'X'`,
    `insert into bank.deal_payment_line (company_id, line_id, payment_id, state, created_at, author_id, author)
      select company_id, id, id, 'cleared', now(), id, 'x' from bank.statement_line`,
  ],
  crowd: [
    `insert into bank.account (company_id, code, name, bank_name, number, is_iban, currency_id, branch_id, ledger_id, is_local,
        is_enabled, created_at)
      select b.company_id, 'X' || n, md5(n::text), md5((-n)::text), (1000000 + n)::text, false, c.id, b.id, a.id, false,
        n % 500 > 0, now() - n * interval '1 hour'
      from (select distinct on (company_id) * from organisation.branch) b
      join (select distinct on (company_id) * from currencies.currency) c on c.company_id = b.company_id
      join ledger.account a on a.company_id = b.company_id and a.code = '1210', generate_series(1, 2000) n`,
    `insert into bank.payee (company_id, code, name, kind, tax_number, number, is_enabled, created_at)
      select company_id, 'X' || n, md5(n::text), case when n % 500 = 0 then 'landlord' else 'supplier' end, (2000000 + n)::text,
        (1000000 + n)::text, n % 500 > 0, now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n`,
    `insert into bank.payee_change (company_id, state, payee_id, branch_id, bank_name, bic, number, holder, reason, created_at, author_id,
        author)
      select b.company_id, case when p.code like '%00' then 'rejected' else 'approved' end, p.id, b.id, 'x', '', p.number, 'x', 'x',
        p.created_at, b.id, 'x'
      from (select distinct on (company_id) * from organisation.branch) b
      join bank.payee p on p.company_id = b.company_id and p.code <> 'X'`,
    `insert into bank.expense (company_id, number, state, branch_id, payee_id, business_date, due_date, is_included, net, tax, total, paid,
        created_at, author_id, author, editor_id)
      select b.company_id, 'X' || p.code, case when p.code like '%00' then 'draft' else 'posted' end, b.id, p.id,
        p.created_at::date, p.created_at::date + 30, true, 1, 0, 1, 1, p.created_at, b.id, 'x', b.id
      from (select distinct on (company_id) * from organisation.branch) b
      join bank.payee p on p.company_id = b.company_id and p.code <> 'X'`,
    `insert into bank.payment (company_id, number, state, branch_id, payee_id, business_date, total, created_at, author_id, author)
      select b.company_id, 'X' || p.code, case when p.code like '%00' then 'cancelled' else 'posted' end, b.id, p.id,
        p.created_at::date, 1, p.created_at, b.id, 'x'
      from (select distinct on (company_id) * from organisation.branch) b
      join bank.payee p on p.company_id = b.company_id and p.code <> 'X'`,
    `insert into bank.transfer (company_id, number, kind, state, from_account_id, from_branch_id, branch_id, item_id, amount, sent_date,
        created_at, author_id, author)
      select a.company_id, 'X' || a.code, case when a.code like '%00' then 'transfer' else 'charge' end,
        case when a.code like '%00' then 'inTransit' else 'arrived' end, a.id, a.branch_id, a.branch_id, a.currency_id, 1,
        a.created_at::date, a.created_at, a.branch_id, 'x'
      from bank.account a where a.code <> 'X'`,
    `insert into bank.cheque (company_id, state, branch_id, number, bank_name, drawer, dated_on, received_on, amount, party_type, party_id,
        account_id, created_at, author_id, author)
      select a.company_id, case when a.code like '%00' then 'inHand' else 'cleared' end, a.branch_id, 'X' || a.number, md5(a.code),
        md5(a.number), a.created_at::date, a.created_at::date, 1, 'customer', a.branch_id, a.id, a.created_at, a.branch_id, 'x'
      from bank.account a where a.code <> 'X'`,
    `with f as (insert into kit.file (company_id, name, media_type, size, sha256)
        select company_id, 'x', 'text/csv', 0, '' from organisation.company returning company_id, id)
      insert into bank.statement (company_id, account_id, state, file_id, file_name, format, stated_account, number, currency, closing,
        closing_on, first_on, line_count, new_count, debits, credits, created_at, author_id, author)
      select a.company_id, a.id, case when a.code like '%00' then 'imported' else 'processed' end, f.id, md5(a.code), 'table', '', '', 'MYR',
        1, a.created_at::date, a.created_at::date, 1, 1, 0, 1, a.created_at, a.id, 'x'
      from bank.account a join f on f.company_id = a.company_id where a.code <> 'X'`,
    `insert into bank.statement_line (company_id, account_id, booked_on, amount, bank_reference, reference, text, counterparty,
        counterparty_account, is_reversal, key, occurrence)
      select company_id, id, created_at::date, 1, '', '', 'x', '', '', false, 'x', 1 from bank.account where code <> 'X'`,
    `insert into bank.statement_source (company_id, statement_id, position, line_id)
      select s.company_id, s.id, 1, l.id from bank.statement s
      join bank.statement_line l on l.company_id = s.company_id and l.account_id = s.account_id where s.closing is not null`,
    `insert into bank.reconciliation (company_id, number, state, account_id, branch_id, to_on, opening, closing, created_at, author_id,
        author)
      select company_id, 'X' || code, case when code like '%00' then 'saved' else 'deleted' end, id, branch_id, created_at::date, 0, 1,
        created_at, id, 'x' from bank.account where code <> 'X'`,
    `insert into bank.reconciled_line (company_id, line_id, reconciliation_id)
      select l.company_id, l.id, r.id from bank.statement_line l
      join bank.reconciliation r on r.company_id = l.company_id and r.account_id = l.account_id and r.number <> 'X'`,
    `insert into bank.line_match (company_id, account_id, kind, source, created_at, author_id, author)
      select company_id, id, 'match', 'hand', created_at, id, 'x' from bank.account where code <> 'X'`,
    `insert into bank.match_line (company_id, match_id, line_id, amount)
      select m.company_id, m.id, l.id, 1 from bank.line_match m
      join bank.statement_line l on l.company_id = m.company_id and l.account_id = m.account_id
      join bank.account a on a.company_id = m.company_id and a.id = m.account_id and a.code <> 'X'`,
    `insert into bank.match_item (company_id, match_id, entry_id, position, business_date, amount)
      select m.company_id, m.id, m.id, 1, current_date, 1 from bank.line_match m
      join bank.account a on a.company_id = m.company_id and a.id = m.account_id and a.code <> 'X'`,
    `insert into bank.line_rule (company_id, account_id, contains, direction, ledger_id)
      select a.company_id, a.id, 'x', 'out', l.id from bank.account a
      join ledger.account l on l.company_id = a.company_id and l.code = '5050' where a.code <> 'X'`,
    `insert into bank.deal_payment_line (company_id, line_id, payment_id, state, created_at, author_id, author)
      select l.company_id, l.id, l.id, 'cleared', now(), l.id, 'x' from bank.statement_line l
      join bank.account a on a.company_id = l.company_id and a.id = l.account_id and a.code <> 'X'`,
  ],
}
