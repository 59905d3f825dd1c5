-- What an order keeps besides: the secret of its tracking page, the purpose as it is sent, why it is like another, and what of a
-- refund stays with the house.
alter table remittance.payout_order
  add column seal text not null default '',
  add column purpose_code text not null default '',
  add column duplicate_reason text not null default '',
  add column is_fee_kept boolean not null default false,
  add column prints int not null default 0;
create index payout_order_recipient on remittance.payout_order (company_id, customer_id, recipient_latin, created_at);

-- Our own purposes as a partner calls them, by country.
create table remittance.purpose_code (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  provider_id uuid not null,
  country text not null,
  purpose text not null,
  code text not null,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint purpose_code_key unique (company_id, provider_id, country, purpose),
  foreign key (company_id, provider_id) references remittance.provider (company_id, id)
);
create index purpose_code_country on remittance.purpose_code (company_id, country);
create index purpose_code_country_search on remittance.purpose_code using gin (country gin_trgm_ops);
create index purpose_code_code_search on remittance.purpose_code using gin (code gin_trgm_ops);
create index purpose_code_enabled on remittance.purpose_code (company_id, is_enabled);
create index purpose_code_created on remittance.purpose_code (company_id, created_at);
call kit.tenant('remittance.purpose_code');

-- What a country asks for of a recipient by a method, where the company says otherwise than the product.
create table remittance.recipient_rule (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  country text not null,
  currency text not null,
  method text not null check (method in ('bank', 'wallet', 'pickup', 'home')),
  decimals int not null check (decimals between 0 and 8),
  -- Of what is paid out, in its currency.
  minimum numeric(20, 4),
  maximum numeric(20, 4),
  name_length int not null check (name_length between 10 and 140),
  persons_only boolean not null default false,
  fields jsonb not null,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint recipient_rule_key unique (company_id, country, currency, method)
);
create index recipient_rule_currency on remittance.recipient_rule (company_id, currency);
create index recipient_rule_country_search on remittance.recipient_rule using gin (country gin_trgm_ops);
create index recipient_rule_currency_search on remittance.recipient_rule using gin (currency gin_trgm_ops);
create index recipient_rule_enabled on remittance.recipient_rule (company_id, is_enabled);
create index recipient_rule_created on remittance.recipient_rule (company_id, created_at);
call kit.tenant('remittance.recipient_rule');

-- Currencies that the company pays out, and how much of one in an order; one that is not named here is paid out where partners do.
create table remittance.payout_currency (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  currency text not null,
  minimum numeric(20, 4),
  maximum numeric(20, 4),
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint payout_currency_key unique (company_id, currency)
);
create index payout_currency_enabled on remittance.payout_currency (company_id, is_enabled);
create index payout_currency_search on remittance.payout_currency using gin (currency gin_trgm_ops);
create index payout_currency_created on remittance.payout_currency (company_id, created_at);
call kit.tenant('remittance.payout_currency');

-- What one unit of local currency is worth, where a payout rate names no rate of its partner.
create table remittance.payout_base_rate (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  currency text not null,
  rate numeric(28, 8) not null check (rate > 0),
  -- Up to and with this day.
  valid_to date,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint payout_base_rate_key unique (company_id, currency)
);
create index payout_base_rate_valid on remittance.payout_base_rate (company_id, valid_to);
create index payout_base_rate_search on remittance.payout_base_rate using gin (currency gin_trgm_ops);
create index payout_base_rate_enabled on remittance.payout_base_rate (company_id, is_enabled);
create index payout_base_rate_created on remittance.payout_base_rate (company_id, created_at);
call kit.tenant('remittance.payout_base_rate');
alter table remittance.payout_rate alter column cost_rate drop not null;
alter table remittance.payout_rate add constraint payout_rate_fixed check (cost_rate is not null or fixed_rate is null);

-- Below what a balance with a partner is low, in its settlement currency.
create table remittance.low_limit (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  provider_id uuid not null,
  amount numeric(20, 4) not null check (amount > 0),
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint low_limit_key unique (company_id, provider_id),
  foreign key (company_id, provider_id) references remittance.provider (company_id, id)
);
create index low_limit_enabled on remittance.low_limit (company_id, is_enabled);
create index low_limit_created on remittance.low_limit (company_id, created_at);
call kit.tenant('remittance.low_limit');

-- For how long a paid order is cancelled for nothing.
alter table settings.config drop constraint config_key_check,
  add check (key in ('RATE_PRECISION', 'RATE_SETTING_TYPE', 'COUNT_TOLERANCE', 'PASSWORD_LENGTH', 'PASSWORD_GUESSABLE',
    'SELVES_DAYS', 'TRANSIT_WITHIN_BRANCH', 'DEFAULT_LANGUAGE',
    'REVALUATION_METHOD', 'FISCAL_YEAR_START', 'REMITTANCE_FREE_CANCEL_MINUTES'));
