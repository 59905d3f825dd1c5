-- Tax in entries by hand: codes of the ledger with their rates, the usual one of a ledger, and what a line is taxed.
create table ledger.tax_code (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  code text not null,
  name text collate "und-x-icu" not null,
  name_zh_hant text not null default '',
  name_zh_hans text not null default '',
  name_vi text not null default '',
  direction text not null check (direction in ('output', 'input')),
  -- Where its tax is posted.
  account_id uuid not null,
  -- The rate from a day on, a fraction.
  versions jsonb not null default '[]',
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint ledger_tax_code_key unique (company_id, code),
  foreign key (company_id, account_id) references ledger.account (company_id, id)
);
create index tax_code_name on ledger.tax_code (company_id, name);
create index tax_code_direction on ledger.tax_code (company_id, direction);
create index tax_code_enabled on ledger.tax_code (company_id, is_enabled);
create index tax_code_created on ledger.tax_code (company_id, created_at);
create index tax_code_account on ledger.tax_code (company_id, account_id);
create index tax_code_code_search on ledger.tax_code using gin (code gin_trgm_ops);
create index tax_code_name_search on ledger.tax_code using gin (name gin_trgm_ops);
call kit.tenant('ledger.tax_code');

-- An ordinary owner looks through every row for a reference, and may not while these policies hold for owners too.
alter table ledger.account no force row level security;
alter table ledger.manual_entry_line no force row level security;
alter table ledger.tax_code no force row level security;

-- What its lines by hand are proposed.
alter table ledger.account add column tax_code_id uuid,
  add foreign key (company_id, tax_code_id) references ledger.tax_code (company_id, id);
create index account_tax_code on ledger.account (company_id, tax_code_id);

alter table ledger.manual_entry_line add column tax_code_id uuid,
  -- The rate of the day of the entry, and whether `amount` contains the tax.
  add column tax_rate numeric(9, 8),
  add column is_tax_included boolean not null default true,
  -- In local currency, on the side of the amount.
  add column tax numeric(20, 4) not null default 0,
  add foreign key (company_id, tax_code_id) references ledger.tax_code (company_id, id),
  add check ((tax_code_id is null) = (tax_rate is null)),
  add check (tax_code_id is not null or tax = 0);
create index manual_entry_line_tax_code on ledger.manual_entry_line (company_id, tax_code_id);

alter table ledger.account force row level security;
alter table ledger.manual_entry_line force row level security;
alter table ledger.tax_code force row level security;
