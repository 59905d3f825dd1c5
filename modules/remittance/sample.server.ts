import type { Sample } from '#kit/server/module.server.ts'

const provider = `company_id, code, name, services, settlement_currency, channel, time_zone, cut_off, workdays, days`
const order = `company_id, number, state, branch_id, counter_id, customer_id, customer, country, currency, method, provider_id, rate_id,
    rate_version, rate, cost_rate, fixed, sends, gets, fee, tax, total, margin, recipient_name, recipient_latin, recipient, purpose,
    source_of_funds, relationship, arrives_on, quoted_until, created_at, author_id, author`
const ordered = `c.branch_id, c.id, k.id, 'x', 'PH', 'PHP', 'wallet', p.id, r.id, 1, 12, 12.5, 'sends', 100, 1200, 10, 0, 110, 4`
const named = `'gift', 'salary', 'friend', current_date, now() + interval '1 hour'`
const from = `(select distinct on (company_id) * from organisation.counter) c
      join (select distinct on (company_id) * from customers.customer) k on k.company_id = c.company_id
      join (select distinct on (company_id) * from remittance.provider order by company_id, code) p on p.company_id = c.company_id
      join (select distinct on (company_id) * from remittance.payout_rate) r on r.company_id = c.company_id`

const onePartner = `(select distinct on (company_id) * from remittance.provider order by company_id, code)`
const atBranch = `join (select distinct on (company_id) * from organisation.branch) b on b.company_id = p.company_id`
const move = `company_id, number, state, kind, provider_id, branch_id, amount, value, business_date, created_at, author_id, author`
const batch = `company_id, number, state, provider_id, branch_id, format, created_at, author_id, author`

const fund = `company_id, number, state, branch_id, account_id, amount, payer, remark, received_on, created_at, author_id, author`
const atAccount = `(select distinct on (company_id) * from bank.account) a`
const inward = `company_id, number, state, provider_id, branch_id, code, recipient_name, sender_name, country, settles, amount,
    expires_on, created_at, author_id, author`

const statement = `company_id, provider_id, day, source, read_at, read_by`
const difference = `company_id, state, kind, provider_id, branch_id, day, reference, movement, theirs, amount, found_at`

const field = { key: 'account', need: 'yes', form: '[0-9]{10}', example: '', source: '', isConfirmed: true }
const recipientRule = { fields: [field] }

export const sample: Sample = {
  bodies: {
    '/remittance/payoutrecipient/create': recipientRule,
    '/remittance/payoutrecipient/update': recipientRule,
  },
  rows: [
    `insert into remittance.provider (${provider}) select company_id, 'X', 'x',
      '[{"country": "PH", "currency": "PHP", "method": "wallet", "decimals": null}]', 'USD', 'file', 'Asia/Manila', '14:00', '12345', 0
      from organisation.company`,
    `insert into remittance.payout_rate (company_id, provider_id, country, currency, cost_rate, margin)
      select company_id, id, 'PH', 'PHP', 12.5, 0.01 from remittance.provider where code = 'X'`,
    `insert into remittance.payout_order (${order})
      select c.company_id, 'X', 'quoted', ${ordered}, 'x', 'x', '{"values": {}, "doubts": []}', ${named}, now(), c.id, 'x'
      from ${from}`,
    `insert into remittance.purpose_code (company_id, provider_id, country, purpose, code)
      select company_id, id, 'PH', 'gift', 'x' from remittance.provider where code = 'X'`,
    `insert into remittance.recipient_rule (company_id, country, currency, method, decimals, name_length, fields)
      select company_id, 'PE', 'PEN', 'bank', 2, 35,
        '[{"key": "account", "need": "yes", "form": "x", "example": "", "source": "", "isConfirmed": true}]'
      from organisation.company`,
    `insert into remittance.payout_currency (company_id, currency) select company_id, 'PEN' from organisation.company`,
    `insert into remittance.payout_base_rate (company_id, currency, rate)
      select company_id, 'PEN', 0.8 from organisation.company`,
    `insert into remittance.low_limit (company_id, provider_id, amount)
      select company_id, id, 1000 from remittance.provider where code = 'X'`,
    `insert into remittance.prefund (company_id, provider_id, branch_id, currency_id) select p.company_id, p.id, b.id, y.id
      from remittance.provider p ${atBranch}
      join (select distinct on (company_id) * from currencies.currency) y on y.company_id = p.company_id where p.code = 'X'`,
    `insert into remittance.prefund_move (${move}) select p.company_id, 'X', 'pending', 'charge', p.id, b.id, 1, 1, current_date, now(),
      b.id, 'x' from remittance.provider p ${atBranch} where p.code = 'X'`,
    `insert into remittance.provider_statement (${statement}) select company_id, id, current_date, 'file', now(), 'x'
      from remittance.provider where code = 'X'`,
    `insert into remittance.former_statement (company_id, statement_id, source, lines, read_at, read_by)
      select company_id, id, 'file', '[]', now(), 'x' from remittance.provider_statement`,
    `insert into remittance.statement_line (company_id, statement_id, provider_id, reference, kind, amount)
      select company_id, id, provider_id, 'X', 'fee', -1 from remittance.provider_statement`,
    `insert into remittance.statement_match (company_id, entry_id, position, provider_id, match_id)
      select company_id, id, 1, id, id from remittance.provider where code = 'X'`,
    `insert into remittance.statement_difference (${difference}) select p.company_id, 'open', 'missingHere', p.id, b.id, current_date, 'X',
      'fee', -1, -1, now() from remittance.provider p ${atBranch} where p.code = 'X'`,
    `insert into remittance.payout_batch (${batch}) select p.company_id, 'X', 'open', p.id, b.id, 'csv', now(), b.id, 'x'
      from remittance.provider p ${atBranch} where p.code = 'X'`,
    `insert into remittance.batch_item (company_id, batch_id, order_id, reference)
      select t.company_id, t.id, o.id, 'X' from remittance.payout_batch t join remittance.payout_order o on o.company_id = t.company_id
      where o.number = 'X'`,
    `insert into remittance.partner_event (company_id, provider_id, event_id, source, reference, order_id, kind, came_at)
      select o.company_id, o.provider_id, 'x', 'person', 'X', o.id, 'paid', now() from remittance.payout_order o where o.number = 'X'`,
    `insert into remittance.incoming_fund (${fund}) select a.company_id, 'X', 'unmatched', a.branch_id, a.id, 1, 'x', 'x', current_date,
      now(), a.id, 'x' from ${atAccount}`,
    `insert into remittance.inward (${inward}) select p.company_id, 'X', 'noticed', p.id, b.id, 'x', 'x', 'x', 'PH', 1, 1,
      current_date + 30, now(), b.id, 'x' from remittance.provider p ${atBranch} where p.code = 'X'`,
  ],
  crowd: [
    `insert into remittance.provider (${provider}, is_enabled, created_at)
      select company_id, 'X' || n, md5(n::text), '[]', 'USD', 'file', 'Asia/Manila', '14:00', '12345', 0, n % 500 > 0,
        now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n`,
    `insert into remittance.payout_rate (company_id, provider_id, country, currency, cost_rate, margin, is_enabled, created_at)
      select p.company_id, p.id, 'X' || n % 10, case when n % 500 = 0 then 'USD' else 'PHP' end, 12.5, 0.01, n % 500 > 0,
        now() - n * interval '1 hour'
      from (select distinct on (company_id) * from remittance.provider order by company_id, code) p, generate_series(1, 2000) n`,
    `insert into remittance.payout_order (${order})
      select c.company_id, 'X' || n, case when n % 500 = 0 then 'quoted' else 'cancelled' end, ${ordered}, md5(n::text), 'x',
        '{"values": {}, "doubts": []}', ${named}, now() - n * interval '1 hour', c.id, 'x'
      from ${from}, generate_series(1, 2000) n`,
    `insert into remittance.purpose_code (company_id, provider_id, country, purpose, code, is_enabled, created_at)
      select p.company_id, p.id, 'X' || n, 'gift', md5(n::text), n % 500 > 0, now() - n * interval '1 hour'
      from (select distinct on (company_id) * from remittance.provider order by company_id, code) p, generate_series(1, 2000) n`,
    `insert into remittance.recipient_rule (company_id, country, currency, method, decimals, name_length, fields, is_enabled, created_at)
      select company_id, 'X' || n, 'Y' || n, 'bank', 2, 35, '[]', n % 500 > 0, now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n`,
    `insert into remittance.payout_currency (company_id, currency, is_enabled, created_at)
      select company_id, 'X' || n, n % 500 > 0, now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n`,
    `insert into remittance.payout_base_rate (company_id, currency, rate, valid_to, is_enabled, created_at)
      select company_id, 'X' || n, 0.8, current_date + n, n % 500 > 0, now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n`,
    `insert into remittance.partner_event (company_id, provider_id, event_id, source, reference, kind, came_at, outcome)
      select company_id, id, 'e', case when n % 500 = 0 then 'file' else 'webhook' end, md5(n::text),
        case when n % 500 = 0 then 'ready' else 'paid' end, now() - n * interval '1 minute',
        case when n % 500 = 0 then 'conflict' else 'applied' end
      from (select *, row_number() over (order by id) n from remittance.provider where code <> 'X') p`,
    `insert into remittance.low_limit (company_id, provider_id, amount, is_enabled, created_at)
      select p.company_id, p.id, 1000, row_number() over () % 500 > 0, p.created_at
      from remittance.provider p where p.code <> 'X'`,
    `insert into remittance.prefund (company_id, provider_id, branch_id, currency_id, created_at)
      select p.company_id, p.id, b.id, y.id, p.created_at from remittance.provider p ${atBranch}
      join (select distinct on (company_id) * from currencies.currency) y on y.company_id = p.company_id where p.code <> 'X'`,
    `insert into remittance.prefund_move (${move}) select p.company_id, 'X' || n, case when n % 500 = 0 then 'pending' else 'posted' end,
        case when n % 500 = 0 then 'charge' else 'topUp' end, p.id, b.id, 1, 1, current_date - n, now() - n * interval '1 hour', b.id, 'x'
      from ${onePartner} p ${atBranch}, generate_series(1, 2000) n`,
    `insert into remittance.provider_statement (${statement}) select p.company_id, p.id, current_date - n,
        case when n % 500 = 0 then 'file' else 'api' end, now() - n * interval '1 hour', 'x'
      from ${onePartner} p, generate_series(1, 2000) n`,
    `insert into remittance.statement_difference (${difference}) select p.company_id,
        case when n % 500 = 0 then 'open' else 'explained' end, case when n % 500 = 0 then 'amount' else 'missingHere' end, p.id, b.id,
        current_date - n, md5(n::text), 'fee', -1, -1, now() - n * interval '1 hour'
      from ${onePartner} p ${atBranch}, generate_series(1, 2000) n`,
    `insert into remittance.payout_batch (${batch}) select p.company_id, 'X' || n,
        case when n % 500 = 0 then 'open' else 'settled' end, p.id, b.id, 'csv', now() - n * interval '1 hour', b.id, 'x'
      from ${onePartner} p ${atBranch}, generate_series(1, 2000) n`,
    `insert into remittance.incoming_fund (${fund}) select a.company_id, 'X' || n,
        case when n % 500 = 0 then 'unmatched' else 'matched' end, a.branch_id, a.id, 1, md5(n::text), md5(n::text), current_date - n,
        now() - n * interval '1 hour', a.id, 'x' from ${atAccount}, generate_series(1, 2000) n`,
    `insert into remittance.inward (${inward}) select p.company_id, 'X' || n, case when n % 500 = 0 then 'noticed' else 'paid' end,
        p.id, b.id, 'x' || n, md5(n::text), 'x', 'PH', 1, 1, current_date + n, now() - n * interval '1 hour', b.id, 'x'
      from ${onePartner} p ${atBranch}, generate_series(1, 2000) n`,
  ],
}
