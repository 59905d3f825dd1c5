// Long because every list is filled, and its plans are read, on one set of data.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import type { Condition, ValueType } from '#kit/contract/list.contract.ts'
import { type Database, openDatabase } from '#kit/server/database.server.ts'
import { apiKeys } from '#modules/access/keys/keys.contract.ts'
import { webhooks } from '#modules/access/webhooks/webhooks.contract.ts'
import { roles } from '#modules/access/roles/roles.contract.ts'
import { corporates, individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import { accounts } from '#modules/ledger/accounts/accounts.contract.ts'
import { ledgerGroups } from '#modules/ledger/accounts/groups.contract.ts'
import { inventorySystemCheck, systemCheck } from '#modules/ledger/check/system-check.contract.ts'
import { taxCodes } from '#modules/ledger/tax-codes/tax-codes.contract.ts'
import { detailLedger } from '#modules/ledger/journal/journal.contract.ts'
import { profitReport } from '#modules/reports/profit/profit.contract.ts'
import { branchTaxes } from '#modules/retail/branch-taxes/branch-taxes.contract.ts'
import { modules } from './modules.ts'
import { samples } from './test-samples.ts'
import { type TestApp, testApp } from './test-app.ts'

// Under row-level security an operator that is not leakproof, or a column without an index, costs a walk over the table.

const lists = modules
  .flatMap(({ routers }) => routers.flatMap(({ contract }) => Object.values(contract) as Endpoint[]))
  .filter(({ columns }) => columns)
// Bounded by what they belong to, by whose key they are found: a role, the few that are marked suspicious.
const bounded = new Set([
  roles.listAssignedUsers.path,
  individuals.listSuspicious.path,
  corporates.listSuspicious.path,
  // At most twenty of a company.
  webhooks.list.path,
  // Few at a time, found by their state.
  deals.pending.path,
  deals.approvals.path,
  deals.cancelled.path,
  // A company has as many keys as programs.
  apiKeys.list.path,
  // A chart has a few dozen groups.
  ledgerGroups.list.path,
  // A company has a handful of tax codes.
  taxCodes.list.path,
  // The runs of some weeks, and a line for each branch.
  systemCheck.list.path,
  inventorySystemCheck.list.path,
  branchTaxes.list.path,
])

// Columns that have another name in their table.
const named: Record<string, string> = {
  holderName: 'name',
  // A table of its own in some lists, another's in one.
  customerName: '(customer_)?name',
  corporateName: 'name',
  item: 'name',
  saleNumber: 'number',
  address: 'addressSearch',
  isLicensed: 'licenceNumber',
}

let app: TestApp
let watched: Database
let admin: Awaited<ReturnType<TestApp['signIn']>>
let statements: { text: string; parameters: readonly unknown[] }[] = []
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn('admin')
  await crowd()
  for (const { crowd: own = [] } of samples) for (const many of own) await app.owner(many)
  await app.owner('vacuum analyze')
  watched = openDatabase(app.database.runtime, {
    onQuery: (text, parameters) => statements.push({ text, parameters }),
  })
  // The same program, whose statements we see.
  Object.assign(app.services, { db: watched.db })
}, 600_000)
afterAll(async () => {
  await watched.close()
  await app.stop()
})

/** Enough rows of several companies that an index is worth its while. */
async function crowd() {
  await app.owner(`
    set session_replication_role = replica;
    insert into organisation.company (company_id, name, country, time_zone, local_currency)
      select uuidv7(), 'Company ' || n, 'MY', 'UTC', 'MYR' from generate_series(1, 4) n;
    insert into organisation.region (company_id, code, name, is_enabled, created_at)
      select company_id, 'R' || n, md5(n::text), n % 500 > 0, now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n;
    insert into organisation.branch (company_id, code, name, region_id, is_enabled, is_only_view, created_at)
      select r.company_id, 'B' || r.code, r.name, r.id, r.is_enabled, not r.is_enabled, r.created_at
      from organisation.region r;
    insert into organisation.counter (company_id, code, name, branch_id, is_enabled, created_at)
      select b.company_id, 'C' || b.code, b.name, b.id, b.is_enabled, b.created_at from organisation.branch b;
    insert into access.user (company_id, user_name, first_name, last_name, email, state, created_at, last_sign_in_at)
      select company_id, 'u' || md5(company_id::text || n), 'F' || n, md5(n::text), md5(n::text) || '@example.com',
        case when n % 500 = 0 then 'locked' else 'active' end, now() - n * interval '1 hour', now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n;
    insert into access.role (company_id, name, base_role, level, permissions, is_enabled, created_at)
      select company_id, 'Role ' || md5(n::text), case when n % 500 = 0 then 'mlro' else 'teller' end,
        case when n % 500 = 0 then 3 else n % 3 end, '{}', n % 500 > 0, now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n;
    insert into currencies.currency (company_id, code, exponent, cash_unit, sort_index)
      select company_id, 'USD', 2, 0.01, 1 from organisation.company on conflict do nothing;
    insert into currencies.sub_currency (company_id, currency_id, code, name, kind, is_enabled, created_at)
      select company_id, id, 'S' || n, md5(n::text), case when n % 500 = 0 then 'coins' else 'other' end, n % 500 > 0,
        now() - n * interval '1 hour'
      from currencies.currency, generate_series(1, 2000) n where code = 'USD';
    insert into currencies.mode (company_id, side, code, name, kind, is_enabled, created_at)
      select company_id, side, side || n, md5(n::text), case when n % 500 = 0 then 'offset' else 'cash' end, n % 500 > 0,
        now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n, unnest(array['payment', 'delivery']) side;
    insert into rates.publication (company_id, author, published_at) select company_id, 'A', now() from organisation.company;
    insert into rates.base_rate (company_id, publication_id, currency_id, mid, quote_unit, source, published_at)
      select company_id, p.id, uuidv7(), 1, 1, 'manual', now() - n * interval '1 hour'
      from rates.publication p, generate_series(1, 2000) n;
    insert into rates.margin_rate (company_id, publication_id, currency_id, branch_id, customer_type, kind, buy, sell)
      select company_id, p.id, uuidv7(), uuidv7(), case when n % 500 = 0 then 2 end,
        case when n % 500 = 0 then 'percent' else 'absolute' end, 0, 0
      from rates.publication p, generate_series(1, 2000) n;
    insert into rates.custom_rate (company_id, publication_id, currency_id, branch_id, customer_type, buy, quote_unit)
      select company_id, p.id, uuidv7(), uuidv7(), case when n % 500 = 0 then 2 end, 1, 1
      from rates.publication p, generate_series(1, 2000) n;
    insert into charges.fee_rule (company_id, name, priority, kind, amount, percent, tax_kind, is_enabled)
      select company_id, md5(n::text), n, case when n % 500 = 0 then 'percent' else 'flat' end, 1, 0, 'none', n % 500 > 0
      from organisation.company, generate_series(1, 2000) n;
    insert into kit.audit (company_id, at, user_id, user_name, branch_id, act, kind, outcome, code, trace_id)
      select company_id, now() - n * interval '1 minute', uuidv7(), 'U' || md5(n::text), uuidv7(), 'act.' || md5(n::text),
        case when n % 500 = 0 then 'PRINT' else 'VIEW' end, case when n % 500 = 0 then 'failed' else 'done' end, 'C' || n % 500, ''
      from organisation.company, generate_series(1, 5000) n;
    insert into customers.customer (company_id, customer_type, name, search, nationality, date_of_birth, registration_number,
        country_of_incorporation, phone, is_blocked, is_monitored, is_active, created_at)
      select company_id, 1 + n % 2, md5(n::text), ' ' || md5(n::text) || ' ', case when n % 500 < 2 then 'x' else 'MY' end,
        date '1950-01-01' + n, 'R' || md5(n::text), case when n % 500 < 2 then 'x' else 'MY' end, '+60' || md5(n::text),
        n % 500 < 2, n % 500 < 2, n % 500 > 1, now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n;
    insert into customers.duplicate_review (company_id, customer_id, other_id, state, reason, asked_by, asked_at, decided_at)
      select c.company_id, c.id, o.id, case when extract(day from c.created_at) = 1 then 'open' else 'same' end, '', '',
        c.created_at, case when extract(day from c.created_at) = 1 then null else now() end
      from customers.customer c join customers.customer o on o.company_id = c.company_id
        and o.created_at = c.created_at - interval '1 hour';
    insert into customers.document (company_id, customer_id, is_primary, id_type, id_number)
      select company_id, id, true, 'PASSPORT', substr(name, 1, 12) from customers.customer where search ~ '^ [0-9a-f]{32} $';
    insert into customers.stakeholder (company_id, corporate_id, holder_id, role, created_at)
      select c.company_id, c.id, h.id, 'DIRECTOR', c.created_at from customers.customer c
      join customers.customer h on h.company_id = c.company_id and h.created_at = c.created_at - interval '1 hour'
      where c.customer_type = 2;
    insert into inventory.day (company_id, branch_id, counter_id, business_date, state, opened_at, opened_by_id, opened_by, closed_at)
      select c.company_id, c.branch_id, c.id, date '2020-01-01' + n::int, 'closed', now() - n * interval '1 hour', c.id, '', now()
      from (select *, row_number() over (partition by company_id) as n from organisation.counter) c;
    insert into inventory.adjustment (company_id, kind, state, branch_id, from_counter_id, to_counter_id, business_date, created_at,
        author_id, author, reversed_at, reversed_by_id)
      select c.company_id, 'float', 'reversed', c.branch_id, c.id, c.id, d.business_date, d.opened_at, c.id, '', now(), c.id
      from inventory.day d join organisation.counter c on c.id = d.counter_id;
    insert into inventory.count (company_id, kind, state, branch_id, counter_id, day_id, business_date, created_at, author_id, author, ended_at)
      select company_id, 'intraday', 'processed', branch_id, counter_id, id, business_date, opened_at, id, '', now()
      from inventory.day;
    insert into exchange.deal (company_id, number, state, branch_id, branch_name, counter_id, counter_name, business_date, customer_id,
        customer_type, customer_name, cash, currencies, buy, sell, fee, tax, net, rounding, maker_id, maker, created_at,
        settled_at, seal)
      select company_id, 'N' || md5(n::text), case when n % 500 = 0 then 'reversed' else 'settled' end, uuidv7(), '', uuidv7(), '',
        date '2020-01-01' + n, uuidv7(), 1, md5(n::text), 0, md5(n::text), n, 0, 0, 0, n, 0, uuidv7(), '',
        now() - n * interval '1 hour', now() - n * interval '1 hour', ''
      from organisation.company, generate_series(1, 2000) n;
    insert into cases.report_candidate (company_id, kind, code, rule_version, revision, source, metric, instrument, operator, threshold,
        customer_name, branch_id, branch_name, business_date, found_at, state, reference, filed_on)
      select company_id, case when n % 500 = 0 then 'LCTR' else 'CTR' end, 'R' || n % 500, 1, 1, '', 'single', 'any', '>=', n, md5(n::text),
        uuidv7(), '', date '2020-01-01' + n, now() - n * interval '1 hour', case when n % 500 > 0 then 'filed' else 'open' end,
        case when n % 500 > 0 then md5(n::text) else '' end, case when n % 500 > 0 then date '2020-01-01' end
      from organisation.company, generate_series(1, 2000) n;
    insert into ledger.entry (company_id, id, at, business_date, branch_id, event, source_type, source_id, author, words_hash,
        leaf_version, leaf)
      select d.company_id, uuidv7(), d.opened_at, d.business_date, d.branch_id, 'event' || d.id, 'x', d.id, '', sha256('x'), 1, sha256('x')
      from inventory.day d;
    insert into ledger.line (company_id, at, entry_id, position, account_id, branch_id, amount, business_date)
      select company_id, at, id, n, uuidv7(), branch_id, 3 - 2 * n, business_date from ledger.entry, generate_series(1, 2) n;
    insert into ledger.anchor (company_id, number, head, signature, at, mailed_to)
      select company_id, n, '{"agio":"anchor","version":1,"first":"1","last":"1","rows":1,"hash":"00"}', '', now() - n * interval '1 day', ''
      from organisation.company, generate_series(1, 2000) n;
    insert into customers.import (company_id, customer_type, file_id, file_name, state, by_id, by_name, created_at)
      select company_id, 1 + n % 2, uuidv7(), md5(n::text), case when n % 500 < 2 then 'failed' else 'finished' end, uuidv7(), '',
        now() - n * interval '1 hour' from organisation.company, generate_series(1, 2000) n;
    insert into screening.screening (company_id, data_source, cause, customer_id, bulk_id, name, entity_type, query, options, lists, hits,
        created_at, state, is_open)
      select company_id, 'unsc', 'manual', uuidv7(), uuidv7(), md5(n::text), 'person', '{}', '{}', '[]', n,
        now() - n * interval '1 hour', 'no_hit', n % 500 = 0 from organisation.company, generate_series(1, 2000) n;
    insert into screening.whitelist (company_id, customer_id, customer_name, list, entry_id, entry_name, content_hash, facts_hash,
        screening_id, reason, expires_on, author_id, author, created_at)
      select company_id, uuidv7(), md5(n::text), 'un', n::text, md5(n::text), '', '', uuidv7(), '', date '2020-01-01' + n, uuidv7(),
        '', now() - n * interval '1 hour' from organisation.company, generate_series(1, 2000) n;
    insert into screening.monitoring (company_id, customer_id, data_source, is_enabled, since)
      select company_id, uuidv7(), 'unsc', n % 500 > 0, now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n;
    insert into access.webhook_delivery (company_id, webhook_id, event_id, event, body, state, next_attempt_at, created_at)
      select company_id, uuidv7(), uuidv7(), 'event.' || n % 500, '{}', case when n % 500 = 0 then 'waiting' else 'delivered' end,
        case when n % 500 = 0 then now() end, now() - n * interval '1 hour' from organisation.company, generate_series(1, 2000) n;
    insert into screening.bulk (company_id, data_source, file_id, file_name, by_id, by_name, created_at)
      select company_id, 'unsc', uuidv7(), md5(n::text), uuidv7(), '', now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n`)
}

/** Conditions that few rows meet, for a column of a type. */
function conditions(path: string, key: string, type: ValueType): Condition[] {
  const rare: Record<string, string | number> = {
    state: path.startsWith('/postransaction/') ? 'reversed' : 'locked',
    kind: 'PRINT',
    outcome: 'failed',
    level: 3,
    baseRole: 'mlro',
    code: 'C7',
    customerType: 2,
  }
  const between = (value: string | number, secondValue: string | number) =>
    ({ key, operator: 'Between', value, secondValue }) as const
  switch (type) {
    case 'String':
      return [
        { key, operator: 'Equals', value: 'BR77' },
        // What the seventh of each crowd has in its name.
        { key, operator: 'Contains', value: '8f14e' },
      ]
    case 'Number':
      return [{ key, operator: 'Equals', value: 7 }, between(7, 8)]
    case 'Date':
      return [{ key, operator: 'Equals', value: '2026-01-01' }, between('2026-01-01', '2026-01-02')]
    case 'Boolean':
      return [{ key, operator: 'Equals', value: !['isActive', 'isEnabled'].includes(key) }]
    case 'Guid':
      return [{ key, operator: 'Equals', value: '01900000-0000-7000-8000-000000000000' }]
    default:
      return [{ key, operator: 'Equals', value: [rare[key] ?? 'x'] }]
  }
}

interface Plan {
  'Node Type': string
  'Index Cond'?: string
  'Sort Key'?: string[]
  'Index Name'?: string
  'Recheck Cond'?: string
  'Relation Name'?: string
  Filter?: string
  Plans?: Plan[]
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

describe('the filter of a list is found by an index, under row-level security', () => {
  const cases = lists
    .filter(({ path }) => !bounded.has(path))
    .flatMap((endpoint) =>
      Object.entries(endpoint.columns ?? {}).flatMap(([key, type]) =>
        conditions(endpoint.path, key, type).map(
          (filter) => [`${endpoint.path} ${key} ${filter.operator}`, endpoint, filter] as const,
        ),
      ),
    )

  test.each(cases)('%s', async (_, endpoint, filter) => {
    statements = []
    const { status, body } = await admin.call(endpoint, {
      filters: [filter],
      pageSize: 1,
    } as CallOf<Endpoint>)
    expect(status, JSON.stringify(body)).toBe(200)
    const count = statements.find(({ text }) => text.startsWith('select count(*)'))
    if (!count) throw new Error('nothing was counted')
    const plan = await explain(count.text, count.parameters)
    const column = new RegExp(
      `\\b${(named[filter.key] ?? filter.key).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}\\b`,
    )
    const found = nodes(plan).some((node) =>
      column.test(`${node['Index Cond'] ?? ''} ${node['Recheck Cond'] ?? ''}`),
    )
    expect(found, JSON.stringify(plan, null, 1)).toBe(true)
  })

  test('and this test sees it when one is not', async () => {
    const plan = await explain(`select count(*) from access."user" where phone ilike '%123%'`, [])
    expect(
      nodes(plan)
        .map((node) => node.Filter)
        .join(),
    ).toContain('phone')
    expect(nodes(plan).some((node) => /phone/.test(node['Index Cond'] ?? ''))).toBe(false)
  })
})

describe('the balances of accounts', () => {
  /** What each statement on the balances asks of the journal's lines. */
  const ofLines = async () => {
    const own = statements.filter(({ text }) => /ledger\.account_day/.test(text))
    const plans = await Promise.all(own.map(({ text, parameters }) => explain(text, parameters)))
    return plans.map((plan) => nodes(plan).filter((node) => node['Relation Name']?.startsWith('line')))
  }

  test('are read by day, and of the lines only those of entries that no seal holds', async () => {
    statements = []
    const { body } = await admin.call(accounts.list)
    const ask = { accountId: body[0]?.id ?? '', from: '2026-01-01', to: '2026-01-31' }
    expect((await admin.call(detailLedger.list, ask)).status).toBe(200)
    const found = await ofLines()
    // Of a month without lines any index is as good.
    const months = await app.owner<{ name: string }>(
      `select relname as name from pg_class where relname ~ '^line_' and relkind = 'r' and reltuples > 0`,
    )
    const filled = new Set(months.map(({ name }) => name))
    expect(filled.size).toBeGreaterThan(0)
    expect(found).toHaveLength(2)
    for (const scans of found) {
      expect(scans.length).toBeGreaterThan(0)
      for (const scan of scans)
        if (filled.has(scan['Relation Name'] ?? ''))
          expect(scan['Index Cond'], JSON.stringify(scan)).toMatch(/entry_id = /)
    }
  })
})

test('the profit of a day looks up what no seal holds by its entries, however many there are', async () => {
  await app.owner(`insert into exchange.settlement (company_id, deal_id, business_date, entry_id, entry_at, reversal_id, at, by_id, by_name)
    select company_id, id, current_date, uuidv7(), now(), uuidv7(), now(), id, 'x' from exchange.deal`)
  await app.owner('analyze exchange.settlement')
  statements = []
  const asked = { from: '2026-01-01', to: '2026-01-01', branchId: null }
  expect((await admin.call(profitReport.profitLoss, asked)).status).toBe(200)
  const [found] = statements.filter(({ text }) => /exchange\.profit_day/.test(text))
  const scans = nodes(await explain(found?.text ?? '', found?.parameters ?? [])).filter(
    ({ 'Index Name': name }) => name?.startsWith('settlement'),
  )
  expect(scans.some((scan) => scan['Index Cond']?.includes('reversal_id = ANY'))).toBe(true)
  for (const scan of scans) expect(scan['Index Cond']).toMatch(/(entry|reversal)_id = ANY/)
})

test('a search of deals sorts what it finds: no part is walked in the order of the list until one matches', async () => {
  statements = []
  const asked = { key: 'customerName', operator: 'Contains', value: 'a', type: 'String' } as const
  expect((await admin.call(deals.list, { filters: [asked] })).body.items.length).toBeGreaterThan(0)
  const [page] = statements.filter((one) => /order by \(select/.test(one.text))
  const found = nodes(await explain(page?.text ?? '', page?.parameters ?? []))
  const sorts = found.filter((node) => node['Node Type'] === 'Sort').map((node) => node['Sort Key']?.join())
  expect(sorts).toEqual([expect.stringMatching(/SubPlan.*DESC,d.id DESC/)])
})

// Codes, numbers and addresses of mail are in the order of their signs.
const signs = new Set([
  'code',
  'number',
  'idNumber',
  'registrationNumber',
  'phone',
  'email',
  'currencies',
  'reference',
  'act',
])
const texts = lists
  .filter(({ path }) => path !== apiKeys.list.path && path !== webhooks.list.path)
  .flatMap((endpoint) =>
    Object.entries(endpoint.columns ?? {})
      .filter(([key, type]) => type === 'String' && !signs.has(key) && !['search', 'address'].includes(key))
      .map(([key]) => [`${endpoint.path} ${key}`, endpoint, key] as const),
  )

test.each(texts)('names have one order in every list: %s', async (_, endpoint, key) => {
  statements = []
  const role = (await admin.call(roles.list)).body.items[0]?.id
  const asked = {
    sort: [`${key}-asc`],
    ...(endpoint.path === roles.listAssignedUsers.path ? { id: role } : {}),
  }
  expect((await admin.call(endpoint, asked as CallOf<Endpoint>)).status).toBe(200)
  const [text, parameters] = statements
    .map((one) => [one.text, one.parameters] as const)
    .find(([one]) => / order by "[^ ]+ asc/.test(one)) ?? ['', []]
  const column = / order by ("[^ ]+) asc/.exec(text)?.[1] ?? ''
  const rows = await asServer(
    text.replace('select ', `select pg_collation_for(${column}) as "order", `),
    parameters,
  )
  expect(rows[0]).toHaveProperty('order', '"und-x-icu"')
})

describe('the search of customers', () => {
  const conditionsOf = async () => {
    const found: string[] = []
    for (const { text, parameters } of statements.filter((one) => /from "customers"/.test(one.text)))
      for (const node of nodes(await explain(text, parameters)))
        found.push(`${node['Index Name'] ?? ''} ${node['Index Cond'] ?? ''}`)
    return found.join('\n')
  }

  test('asks for a whole number, the beginning of a name, the newest and all, each by its index', async () => {
    statements = []
    await admin.call(individuals.queryByText, { text: 'a1b2c' })
    const asked = await conditionsOf()
    expect(asked).toMatch(/customer_name .*name >= .*name < /)
    expect(asked).toMatch(/customer_created .*company_id = .*customer_type = '1'/)
    expect(asked).toMatch(/customer_search .*search ~~ /)
    statements = []
    await admin.call(individuals.queryByText, { text: '012-345 6789' })
    const numbers = await conditionsOf()
    expect(numbers).toMatch(/document_any_number .*number_key = /)
    expect(numbers).toMatch(/customer_phone .*phone = /)
    expect(numbers).toMatch(/registration_key = /)
  })

  test('looks for who may be the same by name with birth, telephone and number, each by its index', async () => {
    statements = []
    const look = { name: 'Ana Lim', dateOfBirth: '1990-01-01', phone: '+6591234567', idNumber: 'K1' }
    expect((await admin.call(individuals.findDuplicates, look)).status).toBe(200)
    const asked = await conditionsOf()
    expect(asked).toMatch(/customer_look .*look = /)
    expect(asked).toMatch(/customer_phone .*phone = /)
    expect(asked).toMatch(/document_any_number .*number_key = /)
  })
})

/** The rows of a statement as the serving role in the company of the demonstration. */
async function asServer<R extends object>(text: string, parameters: readonly unknown[]): Promise<R[]> {
  const client = await watched.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    await client.query(`select set_config('app.company_id', $1, true)`, [admin.login.company.companyId])
    return (await client.query<R>(text, [...parameters])).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function explain(text: string, parameters: readonly unknown[]): Promise<Plan> {
  const [row] = await asServer<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (format json) ${text}`,
    parameters,
  )
  const plan = row?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('no plan')
  return plan
}
