-- The year that ends: results to retained earnings, and where a fiscal year begins.

alter table settings.config drop constraint config_key_check,
  add check (key in ('RATE_PRECISION', 'RATE_SETTING_TYPE', 'COUNT_TOLERANCE', 'PASSWORD_LENGTH', 'PASSWORD_GUESSABLE',
    'SELVES_DAYS', 'TRANSIT_WITHIN_BRANCH', 'DEFAULT_LANGUAGE', 'REVALUATION_METHOD',
    'FISCAL_YEAR_START'));

create table ledger.year_end (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  state text not null check (state in ('closed', 'reversed')),
  -- Where its number is from, and its entry; it is of every branch.
  branch_id uuid not null,
  from_date date not null,
  to_date date not null,
  -- In local currency: what was earned less what was spent.
  result numeric(20, 4) not null,
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  check (to_date > from_date)
);
create unique index year_end_once on ledger.year_end (company_id, to_date) where state = 'closed';
create index year_end_number on ledger.year_end (company_id, number);
create index year_end_number_search on ledger.year_end using gin (number gin_trgm_ops);
create index year_end_branch on ledger.year_end (company_id, branch_id, created_at);
create index year_end_state on ledger.year_end (company_id, state);
create index year_end_date on ledger.year_end (company_id, to_date);
create index year_end_created on ledger.year_end (company_id, created_at);
call kit.tenant('ledger.year_end');

-- What its entry carries: the statements of its year leave it out.
create table ledger.year_end_line (
  company_id uuid not null default kit.company() references organisation.company,
  year_end_id uuid not null,
  position int not null,
  branch_id uuid not null,
  account_id uuid not null,
  item_id uuid,
  quantity numeric(20, 4) not null,
  amount numeric(20, 4) not null,
  primary key (company_id, year_end_id, position),
  foreign key (company_id, year_end_id) references ledger.year_end (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, account_id) references ledger.account (company_id, id)
);
create index year_end_line_branch on ledger.year_end_line (company_id, branch_id);
create index year_end_line_account on ledger.year_end_line (company_id, account_id);
call kit.tenant('ledger.year_end_line', rights => 'select, insert');

-- Companies that were there before: what is earned goes to the account that their chart has for it.
alter table ledger.account no force row level security;
alter table ledger.mapping no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.revision no force row level security;
alter table kit.unsealed no force row level security;
insert into ledger.mapping (company_id, part, account_id)
  select a.company_id, 'retainedEarnings', a.id from ledger.account a where a.code = '3010' and a.class = 'equity'
  on conflict on constraint mapping_key do nothing;
alter table ledger.account force row level security;
alter table ledger.mapping force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;

-- Statements as they were when a period was closed.
create table ledger.frozen_statement (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  from_date date not null,
  to_date date not null,
  -- Null: of the company as a whole.
  branch_id uuid,
  seal_number text,
  figures jsonb not null,
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  check (to_date >= from_date)
);
create index frozen_statement_branch on ledger.frozen_statement (company_id, branch_id, created_at);
create index frozen_statement_date on ledger.frozen_statement (company_id, to_date);
create index frozen_statement_from on ledger.frozen_statement (company_id, from_date);
create index frozen_statement_created on ledger.frozen_statement (company_id, created_at);
call kit.tenant('ledger.frozen_statement', rights => 'select, insert');
