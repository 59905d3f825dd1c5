-- Statements of bank accounts, as files bring them.
-- How the tables of an account are read.
create table bank.statement_mapping (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  account_id uuid not null,
  mapping jsonb not null,
  primary key (company_id, id),
  constraint statement_mapping_account unique (company_id, account_id),
  foreign key (company_id, account_id) references bank.account (company_id, id)
);
call kit.tenant('bank.statement_mapping');

create table bank.statement (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  account_id uuid not null,
  -- 'processed': a reconciliation that is processed holds its lines, and it stays.
  state text not null default 'imported' check (state in ('imported', 'processed')),
  file_id uuid not null,
  file_name text not null,
  format text not null,
  -- The account and the number that the bank gave it, as the file has them.
  stated_account text not null,
  number text not null,
  currency text not null,
  opening numeric(20, 4),
  opening_on date,
  closing numeric(20, 4),
  closing_on date,
  first_on date,
  last_on date,
  line_count int not null,
  -- Lines that the account did not have before.
  new_count int not null,
  debits numeric(20, 4) not null,
  credits numeric(20, 4) not null,
  -- What was said of it when it came in.
  notes jsonb not null default '[]',
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, account_id) references bank.account (company_id, id),
  foreign key (company_id, file_id) references kit.file (company_id, id),
  check ((opening is null) = (opening_on is null)),
  check ((closing is null) = (closing_on is null))
);
create index statement_account on bank.statement (company_id, account_id, first_on);
create index statement_file on bank.statement (company_id, file_id);
create index statement_created on bank.statement (company_id, created_at);
create index statement_state on bank.statement (company_id, state);
create index statement_closing_on on bank.statement (company_id, closing_on);
create index statement_name_search on bank.statement using gin (file_name gin_trgm_ops);
create index statement_name on bank.statement (company_id, file_name);
call kit.tenant('bank.statement');

create table bank.statement_line (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  account_id uuid not null,
  booked_on date not null,
  value_on date,
  -- In the currency of the account; money out is negative.
  amount numeric(20, 4) not null,
  bank_reference text not null,
  reference text not null,
  text text not null,
  counterparty text not null,
  counterparty_account text not null,
  original_amount numeric(20, 4),
  original_currency text,
  charges numeric(20, 4),
  is_reversal boolean not null,
  -- What the row says, and the how many-th of those that say it: by these it is known in later files.
  key text not null,
  occurrence int not null check (occurrence > 0),
  primary key (company_id, id),
  constraint statement_line_key unique (company_id, account_id, key, occurrence),
  foreign key (company_id, account_id) references bank.account (company_id, id),
  check ((original_amount is null) = (original_currency is null))
);
create index statement_line_booked on bank.statement_line (company_id, account_id, booked_on);
call kit.tenant('bank.statement_line', rights => 'select, insert, delete');

-- Which statements have a line: those that overlap share it, and it goes with the last of them.
create table bank.statement_source (
  company_id uuid not null default kit.company() references organisation.company,
  statement_id uuid not null,
  position int not null,
  line_id uuid not null,
  primary key (company_id, statement_id, position),
  foreign key (company_id, statement_id) references bank.statement (company_id, id),
  foreign key (company_id, line_id) references bank.statement_line (company_id, id)
);
create index statement_source_line on bank.statement_source (company_id, line_id);
call kit.tenant('bank.statement_source', rights => 'select, insert, delete');

-- Companies that were there before: whoever keeps the books brings statements in.
alter table access.role no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_bank_statements', 'import_bank_statements']) p)
  where base_role = 'accountant';
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_bank_statements']) p)
  where base_role = 'auditor';
alter table access.role force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;
