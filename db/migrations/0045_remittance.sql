-- Payout partners, what they pay out for a unit of local money, and orders of customers.
create schema remittance;
grant usage on schema remittance to agio_runtime;

create table remittance.provider (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  code text not null,
  name text collate "und-x-icu" not null,
  -- What it pays out: country, currency, methods, and the decimals in which it pays.
  services jsonb not null,
  settlement_currency text not null,
  channel text not null check (channel in ('file', 'api')),
  time_zone text not null,
  cut_off text not null,
  workdays text not null,
  holidays jsonb not null default '[]',
  -- Working days until the recipient has it.
  days int not null check (days between 0 and 30),
  -- Of one order, in local currency.
  minimum numeric(20, 4),
  maximum numeric(20, 4),
  -- What it takes for one order, in its settlement currency.
  fee numeric(20, 4) not null default 0,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint provider_code_key unique (company_id, code)
);
create index provider_name on remittance.provider (company_id, name);
create index provider_enabled on remittance.provider (company_id, is_enabled);
create index provider_created on remittance.provider (company_id, created_at);
create index provider_code_search on remittance.provider using gin (code gin_trgm_ops);
create index provider_name_search on remittance.provider using gin (name gin_trgm_ops);
call kit.tenant('remittance.provider');

create table remittance.payout_rate (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  provider_id uuid not null,
  country text not null,
  currency text not null,
  -- Null: every method.
  method text check (method in ('bank', 'wallet', 'pickup', 'home')),
  -- Of what is sent, in local currency: from inclusive, to exclusive.
  amount_from numeric(20, 4) not null default 0,
  amount_to numeric(20, 4),
  -- Payout currency for one unit of local currency: what the partner takes, and what the customer is given.
  cost_rate numeric(28, 8) not null check (cost_rate > 0),
  -- Taken off the cost as a fraction, unless the rate is fixed.
  margin numeric(10, 8) not null check (margin >= 0 and margin < 1),
  fixed_rate numeric(28, 8) check (fixed_rate > 0),
  -- Up to and with this day; an older rate is refused.
  valid_to date,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, provider_id) references remittance.provider (company_id, id),
  check (amount_to > amount_from)
);
create index payout_rate_provider on remittance.payout_rate (company_id, provider_id);
create index payout_rate_corridor on remittance.payout_rate (company_id, country, currency);
create index payout_rate_currency on remittance.payout_rate (company_id, currency);
create index payout_rate_country_search on remittance.payout_rate using gin (country gin_trgm_ops);
create index payout_rate_currency_search on remittance.payout_rate using gin (currency gin_trgm_ops);
create index payout_rate_enabled on remittance.payout_rate (company_id, is_enabled);
create index payout_rate_created on remittance.payout_rate (company_id, created_at);
call kit.tenant('remittance.payout_rate');

create table remittance.payout_order (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  state text not null,
  -- It overlays any state.
  is_held boolean not null default false,
  branch_id uuid not null,
  counter_id uuid not null,
  customer_id uuid not null,
  customer text not null,
  business_date date,
  country text not null,
  currency text not null,
  method text not null check (method in ('bank', 'wallet', 'pickup', 'home')),
  provider_id uuid not null,
  provider_reason text not null default '',
  rate_id uuid not null,
  rate_version int not null,
  rate numeric(28, 8) not null,
  cost_rate numeric(28, 8) not null,
  -- The side that was typed; the other follows from it.
  fixed text not null check (fixed in ('sends', 'gets')),
  sends numeric(20, 4) not null check (sends > 0),
  gets numeric(20, 4) not null check (gets > 0),
  fee numeric(20, 4) not null,
  tax numeric(20, 4) not null,
  total numeric(20, 4) not null,
  rounding numeric(20, 4) not null default 0,
  margin numeric(20, 4) not null,
  recipient_name text not null,
  -- As files of partners take it; what was typed is what is screened.
  recipient_latin text not null,
  recipient jsonb not null,
  purpose text not null,
  source_of_funds text not null,
  relationship text not null,
  arrives_on date not null,
  quoted_until timestamptz not null,
  mode_id uuid,
  paid_at timestamptz,
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id),
  foreign key (company_id, customer_id) references customers.customer (company_id, id),
  foreign key (company_id, provider_id) references remittance.provider (company_id, id),
  foreign key (company_id, rate_id) references remittance.payout_rate (company_id, id),
  foreign key (company_id, mode_id) references currencies.mode (company_id, id)
);
create index payout_order_number on remittance.payout_order (company_id, number);
create index payout_order_number_search on remittance.payout_order using gin (number gin_trgm_ops);
create index payout_order_customer_search on remittance.payout_order using gin (customer gin_trgm_ops);
create index payout_order_recipient_search on remittance.payout_order using gin (recipient_name gin_trgm_ops);
create index payout_order_state on remittance.payout_order (company_id, state);
create index payout_order_branch on remittance.payout_order (company_id, branch_id, created_at);
create index payout_order_counter on remittance.payout_order (company_id, counter_id);
create index payout_order_customer on remittance.payout_order (company_id, customer_id, business_date);
create index payout_order_provider on remittance.payout_order (company_id, provider_id);
create index payout_order_rate on remittance.payout_order (company_id, rate_id);
create index payout_order_mode on remittance.payout_order (company_id, mode_id);
create index payout_order_created on remittance.payout_order (company_id, created_at);
create index payout_order_country on remittance.payout_order (company_id, country);
create index payout_order_country_search on remittance.payout_order using gin (country gin_trgm_ops);
call kit.tenant('remittance.payout_order');

-- Companies that were there before: roles of the product take and look at orders as those of new ones do.
alter table access.role no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_remittance_orders', 'create_remittance_orders', 'view_providers', 'view_payout_rate']) p)
  where base_role in ('teller', 'senior_teller', 'branch_manager');
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['manage_remittance_orders']) p)
  where base_role in ('senior_teller', 'branch_manager');
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_remittance_orders', 'manage_providers']) p)
  where base_role = 'treasury';
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_remittance_orders']) p)
  where base_role in ('compliance_officer', 'mlro');
alter table access.role force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;
