-- Money at banks, and whom the company pays.
create schema bank;
grant usage on schema bank to agio_runtime;

create table bank.account (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  code text not null,
  name text collate "und-x-icu" not null,
  bank_name text collate "und-x-icu" not null,
  bic text not null default '',
  -- The number as the bank writes it, an IBAN without blanks.
  number text not null,
  is_iban boolean not null,
  currency_id uuid not null,
  -- In whose books it stands.
  branch_id uuid not null,
  -- Every branch may pay from it.
  is_shared boolean not null default false,
  ledger_id uuid not null,
  -- Local money: its ledger is its own. Foreign money lies in a pool of its own, held by this row.
  is_local boolean not null,
  opened_on date,
  opening_amount numeric(20, 4),
  opening_value numeric(20, 4),
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint account_code_key unique (company_id, code),
  constraint account_number_key unique (company_id, number, currency_id),
  foreign key (company_id, currency_id) references currencies.currency (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, ledger_id) references ledger.account (company_id, id),
  check (num_nulls(opened_on, opening_amount, opening_value) in (0, 3))
);
create unique index account_ledger_own on bank.account (company_id, ledger_id) where is_local;
create index account_ledger on bank.account (company_id, ledger_id);
create index account_currency on bank.account (company_id, currency_id);
create index account_branch on bank.account (company_id, branch_id);
create index account_name on bank.account (company_id, name);
create index account_bank_name on bank.account (company_id, bank_name);
create index account_enabled on bank.account (company_id, is_enabled);
create index account_created on bank.account (company_id, created_at);
create index account_code_search on bank.account using gin (code gin_trgm_ops);
create index account_name_search on bank.account using gin (name gin_trgm_ops);
create index account_number_search on bank.account using gin (number gin_trgm_ops);
create index account_bank_search on bank.account using gin (bank_name gin_trgm_ops);
call kit.tenant('bank.account');

create table bank.payee (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  code text not null,
  name text collate "und-x-icu" not null,
  kind text not null check (kind in ('supplier', 'landlord', 'utility', 'authority', 'employee', 'other')),
  tax_number text not null default '',
  phone text not null default '',
  email text not null default '',
  -- Where what is bought of it is usually posted to.
  ledger_id uuid,
  -- As approved by a second person.
  bank_name text not null default '',
  bic text not null default '',
  number text not null default '',
  holder text not null default '',
  note text not null default '',
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint payee_code_key unique (company_id, code),
  foreign key (company_id, ledger_id) references ledger.account (company_id, id)
);
create index payee_ledger on bank.payee (company_id, ledger_id);
create index payee_name on bank.payee (company_id, name);
create index payee_kind on bank.payee (company_id, kind);
create index payee_tax on bank.payee (company_id, tax_number) where tax_number <> '';
create index payee_number on bank.payee (company_id, number) where number <> '';
create index payee_enabled on bank.payee (company_id, is_enabled);
create index payee_created on bank.payee (company_id, created_at);
create index payee_code_search on bank.payee using gin (code gin_trgm_ops);
create index payee_name_search on bank.payee using gin (name gin_trgm_ops);
call kit.tenant('bank.payee');

-- Other bank details of a payee, asked for by one person and let through by another who has verified them.
create table bank.payee_change (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  state text not null check (state in ('waiting', 'approved', 'rejected', 'withdrawn')),
  payee_id uuid not null,
  branch_id uuid not null,
  bank_name text not null,
  bic text not null,
  number text not null,
  holder text not null,
  reason text not null,
  -- How who approved made sure that it is the payee who asks.
  verification text not null default '',
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, payee_id) references bank.payee (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id)
);
create unique index payee_change_waiting on bank.payee_change (company_id, payee_id) where state = 'waiting';
create index payee_change_payee on bank.payee_change (company_id, payee_id);
create index payee_change_branch on bank.payee_change (company_id, branch_id, created_at);
create index payee_change_state on bank.payee_change (company_id, state);
create index payee_change_created on bank.payee_change (company_id, created_at);
call kit.tenant('bank.payee_change');

create table bank.expense (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  state text not null check (state in ('draft', 'submitted', 'posted', 'cancelled', 'reversed')),
  branch_id uuid not null,
  payee_id uuid not null,
  -- Of the payee's own paper.
  invoice text not null default '',
  business_date date not null,
  due_date date not null,
  -- Amounts of the lines contain their tax.
  is_included boolean not null,
  net numeric(20, 4) not null,
  tax numeric(20, 4) not null,
  total numeric(20, 4) not null check (total > 0),
  -- By payments that are posted.
  paid numeric(20, 4) not null default 0,
  note text not null default '',
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  editor_id uuid not null,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, payee_id) references bank.payee (company_id, id),
  check (paid between 0 and total)
);
create index expense_number on bank.expense (company_id, number);
create index expense_number_search on bank.expense using gin (number gin_trgm_ops);
create index expense_branch on bank.expense (company_id, branch_id, created_at);
create index expense_payee on bank.expense (company_id, payee_id, due_date);
create index expense_state on bank.expense (company_id, state);
create index expense_date on bank.expense (company_id, business_date);
create index expense_due on bank.expense (company_id, due_date);
create index expense_open on bank.expense (company_id, due_date) where state = 'posted' and paid < total;
create index expense_created on bank.expense (company_id, created_at);
call kit.tenant('bank.expense');

create table bank.expense_line (
  company_id uuid not null default kit.company() references organisation.company,
  expense_id uuid not null,
  position smallint not null,
  ledger_id uuid not null,
  description text not null,
  -- As it was typed, with its tax or without.
  amount numeric(20, 4) not null check (amount > 0),
  -- A fraction.
  tax_rate numeric(9, 8) not null check (tax_rate between 0 and 1),
  net numeric(20, 4) not null,
  tax numeric(20, 4) not null,
  primary key (company_id, expense_id, position),
  foreign key (company_id, expense_id) references bank.expense (company_id, id),
  foreign key (company_id, ledger_id) references ledger.account (company_id, id)
);
create index expense_line_ledger on bank.expense_line (company_id, ledger_id);
call kit.tenant('bank.expense_line', rights => 'select, insert, delete');

-- What is paid to a payee for one expense or several, in whole or in part.
create table bank.payment (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  state text not null check (state in ('submitted', 'posted', 'rejected', 'cancelled', 'reversed')),
  branch_id uuid not null,
  payee_id uuid not null,
  -- From a bank account, or as petty cash: of the drawer, else of the vault of the branch.
  account_id uuid,
  counter_id uuid,
  business_date date not null,
  -- In local currency, and of a foreign account what leaves it.
  total numeric(20, 4) not null check (total > 0),
  account_amount numeric(20, 4) check (account_amount > 0),
  -- To which bank details it goes, as they were.
  paid_to text not null default '',
  reference text not null default '',
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id),
  foreign key (company_id, payee_id) references bank.payee (company_id, id),
  foreign key (company_id, account_id) references bank.account (company_id, id),
  check (account_id is null or counter_id is null)
);
create index payment_number on bank.payment (company_id, number);
create index payment_number_search on bank.payment using gin (number gin_trgm_ops);
create index payment_branch on bank.payment (company_id, branch_id, created_at);
create index payment_counter on bank.payment (company_id, counter_id);
create index payment_payee on bank.payment (company_id, payee_id);
create index payment_account on bank.payment (company_id, account_id);
create index payment_state on bank.payment (company_id, state);
create index payment_date on bank.payment (company_id, business_date);
create index payment_created on bank.payment (company_id, created_at);
call kit.tenant('bank.payment');

create table bank.payment_line (
  company_id uuid not null default kit.company() references organisation.company,
  payment_id uuid not null,
  position smallint not null,
  expense_id uuid not null,
  amount numeric(20, 4) not null check (amount > 0),
  primary key (company_id, payment_id, position),
  constraint payment_line_key unique (company_id, payment_id, expense_id),
  foreign key (company_id, payment_id) references bank.payment (company_id, id),
  foreign key (company_id, expense_id) references bank.expense (company_id, id)
);
create index payment_line_expense on bank.payment_line (company_id, expense_id);
call kit.tenant('bank.payment_line', rights => 'select, insert');

-- Money between own accounts, and between them and drawers and vaults; what a bank charges and pays.
create table bank.transfer (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  kind text not null check (kind in ('transfer', 'deposit', 'withdrawal', 'charge', 'interest')),
  state text not null check (state in ('inTransit', 'arrived', 'takenBack', 'reversed')),
  -- Where it leaves: an account, else a drawer or vault, of a branch; where it arrives likewise. A charge arrives nowhere, and
  -- interest leaves from nowhere.
  from_account_id uuid,
  from_branch_id uuid,
  from_counter_id uuid,
  to_account_id uuid,
  to_branch_id uuid,
  to_counter_id uuid,
  -- In whose books it lies while it is on its way.
  branch_id uuid not null,
  item_id uuid not null,
  amount numeric(20, 4) not null check (amount > 0),
  -- What it was worth as it left, in local currency, and what it was as it arrived.
  value numeric(20, 4) not null default 0,
  arrived_amount numeric(20, 4) check (arrived_amount > 0),
  arrived_value numeric(20, 4),
  -- In local currency: what the rate brought, and what a bank kept.
  gain numeric(20, 4) not null default 0,
  charge numeric(20, 4) not null default 0,
  sent_date date not null,
  arrived_date date,
  bag text not null default '',
  slip text not null default '',
  note text not null default '',
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, from_account_id) references bank.account (company_id, id),
  foreign key (company_id, from_branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, from_counter_id) references organisation.counter (company_id, id),
  foreign key (company_id, to_account_id) references bank.account (company_id, id),
  foreign key (company_id, to_branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, to_counter_id) references organisation.counter (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  check (arrived_date >= sent_date)
);
create index transfer_number on bank.transfer (company_id, number);
create index transfer_number_search on bank.transfer using gin (number gin_trgm_ops);
create index transfer_from_account on bank.transfer (company_id, from_account_id);
create index transfer_from_branch on bank.transfer (company_id, from_branch_id);
create index transfer_from_counter on bank.transfer (company_id, from_counter_id);
create index transfer_to_account on bank.transfer (company_id, to_account_id);
create index transfer_to_branch on bank.transfer (company_id, to_branch_id);
create index transfer_to_counter on bank.transfer (company_id, to_counter_id);
create index transfer_branch on bank.transfer (company_id, branch_id, created_at);
create index transfer_kind on bank.transfer (company_id, kind);
create index transfer_state on bank.transfer (company_id, state);
create index transfer_sent on bank.transfer (company_id, sent_date);
create index transfer_created on bank.transfer (company_id, created_at);
call kit.tenant('bank.transfer');

-- Companies that were there before: an account takes the interest of banks, and the roles of the product do what they do in new ones.
alter table access.role no force row level security;
alter table access.role_limit no force row level security;
alter table organisation.company no force row level security;
alter table ledger.account no force row level security;
alter table ledger.mapping no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.revision no force row level security;
alter table kit.unsealed no force row level security;
insert into ledger.account (company_id, code, name, class)
  select c.company_id, '4060', 'Bank interest', 'income' from organisation.company c
  where exists (select from ledger.account l where l.company_id = c.company_id)
  on conflict (company_id, code) do nothing;
insert into ledger.mapping (company_id, part, account_id)
  select a.company_id, 'bankInterest', a.id from ledger.account a where a.code = '4060' and a.class = 'income'
  on conflict on constraint mapping_key do nothing;
update access.role r set permissions = (select array_agg(distinct p order by p)
    from unnest(r.permissions || array['view_bank_accounts', 'manage_bank_accounts', 'view_bank_transactions', 'view_bank_transfers',
      'manage_bank_transfers', 'view_payees', 'manage_payees', 'view_payee_expenses', 'manage_payee_expenses', 'view_payee_payments',
      'manage_payee_payments', 'authorise_payee_payments']) p)
  where base_role = 'accountant';
update access.role r set permissions = (select array_agg(distinct p order by p)
    from unnest(r.permissions || array['view_bank_accounts', 'view_bank_transactions', 'view_bank_transfers', 'view_payees',
      'view_payee_expenses', 'view_payee_payments']) p)
  where base_role = 'auditor';
update access.role r set permissions = (select array_agg(distinct p order by p)
    from unnest(r.permissions || array['view_bank_accounts', 'view_bank_transactions', 'view_bank_transfers',
      'manage_bank_transfers']) p)
  where base_role = 'treasury';
update access.role r set permissions = (select array_agg(distinct p order by p)
    from unnest(r.permissions || array['view_bank_accounts', 'view_payees', 'view_payee_expenses', 'manage_payee_expenses',
      'view_payee_payments', 'manage_payee_payments']) p)
  where base_role = 'branch_manager';
insert into access.role_limit (company_id, role_id, type, amount)
  select company_id, id, 'payment_amount', case base_role when 'accountant' then 50000 else 500 end from access.role
  where base_role in ('accountant', 'branch_manager')
  on conflict do nothing;
alter table access.role force row level security;
alter table access.role_limit force row level security;
alter table organisation.company force row level security;
alter table ledger.account force row level security;
alter table ledger.mapping force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;
