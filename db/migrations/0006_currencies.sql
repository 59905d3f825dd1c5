-- Fixed since Agio 0.2.0.
create schema currencies;
grant usage on schema currencies to agio_runtime;

-- What the company trades, in the order of its lists. Its local currency is the one that the company names.
create table currencies.currency (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  code text not null check (code ~ '^[A-Z]{3}$'),
  -- Decimals of an amount, as ISO 4217 had it when the currency was taken in.
  exponent smallint not null check (exponent between 0 and 4),
  -- Rates are for so many units.
  quote_unit int not null default 1 check (quote_unit in (1, 100, 1000, 1000000)),
  -- The smallest amount that can be paid in cash.
  cash_unit numeric(20, 8) not null check (cash_unit > 0),
  sort_index int not null,
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint currency_code_key unique (company_id, code)
);
create index currency_sort on currencies.currency (company_id, sort_index);
call kit.tenant('currencies.currency', remembered => true);

-- Notes and coins that are counted.
create table currencies.denomination (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  currency_id uuid not null,
  kind text not null check (kind in ('note', 'coin')),
  face_value numeric(20, 8) not null check (face_value > 0),
  primary key (company_id, id),
  constraint denomination_key unique (company_id, currency_id, kind, face_value),
  foreign key (company_id, currency_id) references currencies.currency (company_id, id) on delete cascade
);
call kit.tenant('currencies.denomination', remembered => true);

-- A part of a currency that has a price of its own, and by choice a stock of its own: large notes, old series, coins.
create table currencies.sub_currency (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  currency_id uuid not null,
  code text not null,
  name text collate "und-x-icu" not null,
  kind text not null check (kind in ('largeNotes', 'smallNotes', 'oldSeries', 'coins', 'other')),
  -- The face values that it takes in, as decimal strings.
  face_values jsonb not null default '[]',
  has_own_stock boolean not null default false,
  sort_index int not null default 0,
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint sub_currency_code_key unique (company_id, currency_id, code),
  foreign key (company_id, currency_id) references currencies.currency (company_id, id)
);
create index sub_currency_code on currencies.sub_currency (company_id, code);
create index sub_currency_name on currencies.sub_currency (company_id, name);
create index sub_currency_kind on currencies.sub_currency (company_id, kind);
create index sub_currency_enabled on currencies.sub_currency (company_id, is_enabled);
create index sub_currency_created on currencies.sub_currency (company_id, created_at);
create index sub_currency_code_search on currencies.sub_currency using gin (code gin_trgm_ops);
create index sub_currency_name_search on currencies.sub_currency using gin (name gin_trgm_ops);
call kit.tenant('currencies.sub_currency', remembered => true);

-- A branch trades every currency of the company but these.
create table currencies.branch_exclusion (
  company_id uuid not null default kit.company() references organisation.company,
  branch_id uuid not null,
  currency_id uuid not null,
  primary key (company_id, branch_id, currency_id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id) on delete cascade,
  foreign key (company_id, currency_id) references currencies.currency (company_id, id) on delete cascade
);
create index branch_exclusion_currency on currencies.branch_exclusion (company_id, currency_id);
call kit.tenant('currencies.branch_exclusion', remembered => true);

-- How customers pay (payment) and how they are paid (delivery).
create table currencies.mode (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  side text not null check (side in ('payment', 'delivery')),
  code text not null,
  name text collate "und-x-icu" not null,
  kind text not null
    check (kind in ('cash', 'card', 'bankTransfer', 'cheque', 'eWallet', 'account', 'offset')),
  -- What comes in by it counts only once it is cleared.
  needs_clearing boolean not null default false,
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint mode_code_key unique (company_id, side, code)
);
create index mode_code on currencies.mode (company_id, code);
create index mode_name on currencies.mode (company_id, name);
create index mode_kind on currencies.mode (company_id, kind);
create index mode_enabled on currencies.mode (company_id, is_enabled);
create index mode_created on currencies.mode (company_id, created_at);
create index mode_code_search on currencies.mode using gin (code gin_trgm_ops);
create index mode_name_search on currencies.mode using gin (name gin_trgm_ops);
call kit.tenant('currencies.mode', remembered => true);
