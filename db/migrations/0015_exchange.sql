-- Fixed since Agio 0.2.0.
-- Deals at the counter: what was agreed, what stopped them, and how they were settled.

create schema if not exists exchange;
grant usage on schema exchange to agio_runtime;

-- What a company says about its deals; without a row the defaults hold.
create table exchange.workflow_setting (
  company_id uuid not null default kit.company() primary key references organisation.company,
  version int not null default 1,
  quote_minutes int not null check (quote_minutes between 1 and 1440),
  reservation_minutes int not null check (reservation_minutes between 5 and 10080),
  -- After how long an open gate goes to the next role up; null: it stays where it is.
  escalation_minutes int check (escalation_minutes between 1 and 1440),
  -- Which reasons open the authorization gate.
  authorise jsonb not null
);
call kit.tenant('exchange.workflow_setting', remembered => true);

create table exchange.deal (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text,
  state text not null check (state in ('draft', 'quote', 'waiting', 'pending', 'partiallySettled', 'settled', 'rejected',
    'cancelled', 'reversed')),
  is_on_hold boolean not null default false,
  -- Names are those of the day: a deal is a document.
  branch_id uuid not null,
  branch_name text not null,
  counter_id uuid not null,
  counter_name text not null,
  business_date date not null,
  customer_id uuid,
  customer_type smallint not null check (customer_type in (0, 1, 2)),
  customer_name text not null default '',
  walk_in jsonb,
  -- Who came for the customer, as in the payments, where none of them names that person.
  third_party jsonb,
  -- Document type, country and number of who stood there: what links deals of people who are not on file.
  identity text not null default '',
  purpose text not null default '',
  source_of_funds text not null default '',
  remarks text not null default '',
  ask_authorization boolean not null default false,
  tier text not null default 'none',
  -- What of it is in notes, foreign or local, as rules on cash count it.
  cash numeric(20, 4) not null,
  -- Codes of its currencies, in order, as lists show and search them.
  currencies text not null,
  buy numeric(20, 4) not null,
  sell numeric(20, 4) not null,
  fee numeric(20, 4) not null,
  tax numeric(20, 4) not null,
  net numeric(20, 4) not null,
  rounding numeric(20, 4) not null,
  amount numeric(20, 4) not null generated always as (greatest(buy, sell)) stored,
  dealing numeric(20, 4),
  holding numeric(20, 4),
  realised numeric(20, 4),
  maker_id uuid not null,
  maker text not null,
  created_at timestamptz not null,
  submitted_at timestamptz,
  settled_at timestamptz,
  expires_at timestamptz,
  reserved_until timestamptz,
  -- The secret in the code on its papers: 12 random bytes, so that a receipt can be told from an invented one.
  seal text not null,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id),
  foreign key (company_id, customer_id) references customers.customer (company_id, id),
  check (number is not null or state in ('draft', 'quote', 'cancelled'))
) partition by range (id);
create table exchange.deal_default partition of exchange.deal default;
create index deal_created on exchange.deal (company_id, created_at desc);
create index deal_counter_open on exchange.deal (company_id, counter_id) where state in ('waiting', 'pending', 'partiallySettled');
create index deal_state on exchange.deal (company_id, state, created_at desc);
create index deal_branch on exchange.deal (company_id, branch_id, created_at desc);
create index deal_counter on exchange.deal (company_id, counter_id, created_at desc);
create index deal_customer on exchange.deal (company_id, customer_id, business_date);
create index deal_identity on exchange.deal (company_id, identity, business_date) where identity <> '';
create index deal_maker on exchange.deal (company_id, maker_id, business_date);
create index deal_date on exchange.deal (company_id, business_date);
create index deal_settled on exchange.deal (company_id, settled_at);
create index deal_amount on exchange.deal (company_id, amount);
create index deal_customer_name on exchange.deal (company_id, customer_name);
create index deal_currencies on exchange.deal (company_id, currencies);
create index deal_name_search on exchange.deal using gin (customer_name gin_trgm_ops);
create index deal_number_search on exchange.deal using gin (number gin_trgm_ops);
create index deal_currencies_search on exchange.deal using gin (currencies gin_trgm_ops);
call kit.tenant('exchange.deal');

-- The numbers that deals have: one each, whatever month the deal lies in. `ledger check` holds them against the deals.
create table exchange.deal_number (
  company_id uuid not null default kit.company(),
  branch_id uuid not null,
  number text not null,
  deal_id uuid not null,
  constraint deal_number_key primary key (company_id, branch_id, number)
);
comment on table exchange.deal_number is 'Not captured: the deal has its number.';
call kit.tenant('exchange.deal_number', captured => false, rights => 'select, insert');

create table exchange.deal_line (
  company_id uuid not null default kit.company(),
  deal_id uuid not null,
  position smallint not null,
  side text not null check (side in ('buy', 'sell')),
  currency_id uuid not null,
  currency_code text not null,
  sub_currency_id uuid,
  sub_currency_code text,
  -- What moves in the books: the currency, or a sub-currency with a stock of its own.
  item_id uuid not null,
  quantity numeric(20, 8) not null check (quantity > 0),
  quote_unit int not null,
  rate numeric(20, 8) not null check (rate > 0),
  usual_rate numeric(20, 8) not null,
  mid numeric(20, 8) not null,
  rate_rule jsonb not null,
  reason text not null default '',
  amount numeric(20, 4) not null check (amount >= 0),
  pieces jsonb not null default '[]',
  settlement_id uuid,
  -- Of what was sold: what it had cost.
  cost numeric(20, 4),
  -- Where and on which business dates it changed hands and came back, and what the rate earned against the mid: for reports,
  -- which add up a year of lines.
  branch_id uuid,
  settled_on date,
  reversed_on date,
  -- Of a purchase that came back after some of it was sold: what it had cost, less what it was worth by then.
  reversal_gain numeric(20, 4),
  dealing numeric(20, 4),
  primary key (company_id, deal_id, position),
  foreign key (company_id, deal_id) references exchange.deal (company_id, id) on delete cascade,
  foreign key (company_id, currency_id) references currencies.currency (company_id, id),
  foreign key (company_id, sub_currency_id) references currencies.sub_currency (company_id, id)
) partition by range (deal_id);
create table exchange.deal_line_default partition of exchange.deal_line default;
create index deal_line_settled on exchange.deal_line (company_id, settled_on);
create index deal_line_reversed on exchange.deal_line (company_id, reversed_on) where reversed_on is not null;
create index deal_line_currency on exchange.deal_line (company_id, currency_id);
create index deal_line_sub_currency on exchange.deal_line (company_id, sub_currency_id);
call kit.tenant('exchange.deal_line');

create table exchange.deal_payment (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  deal_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  mode_id uuid not null,
  mode_name text not null,
  mode_kind text not null,
  needs_clearing boolean not null,
  amount numeric(20, 4) not null check (amount > 0),
  tendered numeric(20, 4),
  -- Notes and coins that are paid out, where somebody said which: [{ kind, faceValue, count }].
  pieces jsonb not null default '[]',
  reference text not null default '',
  -- Who pays, or is paid, in the customer's place: { name, idType, idNumber, idIssuingCountry, copyId }; null where it is the customer.
  third_party jsonb,
  state text not null check (state in ('expected', 'received', 'cleared', 'bounced')),
  settlement_id uuid,
  primary key (company_id, deal_id, id),
  foreign key (company_id, deal_id) references exchange.deal (company_id, id) on delete cascade,
  foreign key (company_id, mode_id) references currencies.mode (company_id, id)
) partition by range (deal_id);
create table exchange.deal_payment_default partition of exchange.deal_payment default;
create index deal_payment_mode on exchange.deal_payment (company_id, mode_id);
call kit.tenant('exchange.deal_payment');

-- Copies of the documents of third parties, by who took them in: only they can give one to a deal.
create table exchange.third_party_copy (
  company_id uuid not null default kit.company(),
  file_id uuid not null,
  by_id uuid not null,
  at timestamptz not null,
  primary key (company_id, file_id),
  foreign key (company_id, file_id) references kit.file (company_id, id)
);
call kit.tenant('exchange.third_party_copy', rights => 'select, insert');

-- What happened to a deal, in order. Never changed.
create table exchange.deal_event (
  company_id uuid not null default kit.company(),
  deal_id uuid not null,
  position int not null,
  act text not null,
  from_state text not null,
  to_state text not null,
  by_id uuid,
  by_name text not null,
  -- In whose stead.
  for_name text not null default '',
  at timestamptz not null,
  note text not null default '',
  primary key (company_id, deal_id, position),
  foreign key (company_id, deal_id) references exchange.deal (company_id, id) on delete cascade
) partition by range (deal_id);
create table exchange.deal_event_default partition of exchange.deal_event default;
comment on table exchange.deal_event is 'Not captured: it is the history of the deal itself.';
call kit.tenant('exchange.deal_event', captured => false, rights => 'select, insert');

-- One handing over: the source of one posting. A deal that is settled in parts has several.
create table exchange.settlement (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  deal_id uuid not null,
  business_date date not null,
  entry_id uuid not null,
  entry_at timestamptz not null,
  reversal_id uuid,
  at timestamptz not null,
  by_id uuid not null,
  by_name text not null,
  primary key (company_id, deal_id, id),
  foreign key (company_id, deal_id) references exchange.deal (company_id, id)
) partition by range (deal_id);
create table exchange.settlement_default partition of exchange.settlement default;
create index settlement_id on exchange.settlement (company_id, id);
create index settlement_entry on exchange.settlement (company_id, entry_id);
create index settlement_reversal on exchange.settlement (company_id, reversal_id) where reversal_id is not null;
call kit.tenant('exchange.settlement');

-- What lines of deals have moved and earned on each day, as they settled less what came back: the sums of those whose entries are
-- sealed. What is not sealed yet is added by whoever reads.
create table exchange.profit_day (
  company_id uuid not null default kit.company() references organisation.company,
  business_date date not null,
  branch_id uuid not null,
  currency_id uuid not null,
  side text not null check (side in ('buy', 'sell')),
  lines int not null,
  quantity numeric(24, 8) not null,
  amount numeric(20, 4) not null,
  cost numeric(20, 4) not null,
  dealing numeric(20, 4) not null,
  -- Of purchases that came back when they were worth something else.
  corrected numeric(20, 4) not null,
  primary key (company_id, business_date, branch_id, currency_id, side)
);
comment on table exchange.profit_day is 'Not captured: the lines of deals say what made it.';
call kit.tenant('exchange.profit_day', captured => false);

-- Reversals that somebody made without anybody else: they count towards what that person may pay back on a business date, and in 24 hours.
create table exchange.reversal (
  company_id uuid not null default kit.company(),
  deal_id uuid not null,
  by_id uuid not null,
  business_date date not null,
  amount numeric(20, 4) not null,
  at timestamptz not null,
  primary key (company_id, deal_id),
  foreign key (company_id, deal_id) references exchange.deal (company_id, id)
);
create index reversal_by on exchange.reversal (company_id, by_id, business_date);
create index reversal_at on exchange.reversal (company_id, by_id, at);
comment on table exchange.reversal is 'Not captured: the history of the deal says who reversed it.';
call kit.tenant('exchange.reversal', captured => false, rights => 'select, insert');

select kit.extend_partitions();
