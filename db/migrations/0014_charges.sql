-- Fixed since Agio 0.2.0.
create schema charges;
grant usage on schema charges to agio_runtime;

-- What customers pay beside the rate: for whom and what, how much, and which tax is in it. What is null holds for all.
create table charges.fee_rule (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  name text collate "und-x-icu" not null,
  priority int not null check (priority between 1 and 9999),
  branch_id uuid,
  currency_id uuid,
  side text check (side in ('buy', 'sell')),
  customer_type smallint check (customer_type in (1, 2)),
  mode_id uuid,
  -- In local currency, from inclusive, to exclusive.
  amount_from numeric(22, 8) check (amount_from >= 0),
  amount_to numeric(22, 8),
  kind text not null check (kind in ('flat', 'percent', 'tiered')),
  amount numeric(22, 8) check (amount >= 0),
  percent numeric(10, 8) check (percent between 0 and 1),
  tiers jsonb not null default '[]',
  minimum numeric(22, 8) check (minimum >= 0),
  maximum numeric(22, 8),
  tax_kind text not null check (tax_kind in ('none', 'inclusive', 'exclusive')),
  -- As receipts print it, such as SST; empty: tax, in the language of the receipt.
  tax_name text not null default '',
  tax_rate numeric(10, 8) check (tax_rate between 0 and 1),
  is_waivable boolean not null default false,
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint fee_rule_name_key unique (company_id, name),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, currency_id) references currencies.currency (company_id, id),
  foreign key (company_id, mode_id) references currencies.mode (company_id, id),
  check (amount_to > amount_from or amount_from is null or amount_to is null),
  check (maximum >= minimum or minimum is null or maximum is null),
  check (case kind when 'flat' then amount is not null when 'percent' then percent is not null
    else jsonb_array_length(tiers) > 0 end),
  check ((tax_kind = 'none') = (tax_rate is null))
);
create index fee_rule_priority on charges.fee_rule (company_id, priority, id);
create index fee_rule_kind on charges.fee_rule (company_id, kind);
create index fee_rule_enabled on charges.fee_rule (company_id, is_enabled);
create index fee_rule_branch on charges.fee_rule (company_id, branch_id);
create index fee_rule_currency on charges.fee_rule (company_id, currency_id);
create index fee_rule_mode on charges.fee_rule (company_id, mode_id);
create index fee_rule_search on charges.fee_rule using gin (name gin_trgm_ops);
call kit.tenant('charges.fee_rule', rights => 'select, insert, update', remembered => true);

-- Each version of a fee as it was when deals were made by it.
create table charges.fee_rule_version (
  company_id uuid not null default kit.company() references organisation.company,
  rule_id uuid not null,
  version int not null,
  is_enabled boolean not null,
  terms jsonb not null,
  author_id uuid,
  author text not null,
  at timestamptz not null,
  primary key (company_id, rule_id, version),
  foreign key (company_id, rule_id) references charges.fee_rule (company_id, id)
);
comment on table charges.fee_rule_version is
  'Not captured: what it says is captured with the fee itself, and it is never changed.';
call kit.tenant('charges.fee_rule_version', captured => false, rights => 'select, insert');

-- What a document was charged, by its type and id: a fee as its rule came out, with the tax in it.
create table charges.fee (
  company_id uuid not null default kit.company() references organisation.company,
  subject_type text not null,
  subject_id uuid not null,
  rule_id uuid not null,
  rule_version int not null,
  name text not null,
  fee numeric(20, 4) not null,
  tax numeric(20, 4) not null,
  -- The tax in it by name and rate; no rate where it has none.
  tax_name text not null default '',
  tax_rate numeric(10, 8),
  is_waived boolean not null,
  is_waivable boolean not null,
  reason text not null default '',
  primary key (company_id, subject_type, subject_id, rule_id)
) partition by range (subject_id);
create table charges.fee_default partition of charges.fee default;
call kit.tenant('charges.fee');

select kit.extend_partitions();
