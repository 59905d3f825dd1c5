-- Foreign currency at the rate of a day, and the checks of the books as they were run.

alter table settings.config drop constraint config_key_check,
  add check (key in ('RATE_PRECISION', 'RATE_SETTING_TYPE', 'COUNT_TOLERANCE', 'PASSWORD_LENGTH', 'PASSWORD_GUESSABLE',
    'SELVES_DAYS', 'TRANSIT_WITHIN_BRANCH', 'DEFAULT_LANGUAGE',
    'REVALUATION_METHOD'));

create table ledger.revaluation (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  state text not null check (state in ('draft', 'posted', 'reversed', 'cancelled')),
  -- Where its number is from, and its entry.
  branch_id uuid not null,
  -- Of every branch; otherwise of its own only.
  is_whole boolean not null,
  -- The last day whose balances it takes up.
  business_date date not null,
  rate_kind text not null check (rate_kind in ('mid', 'buy', 'entered')),
  method text not null check (method in ('AUTO_REVERSING', 'PERMANENT')),
  -- In local currency, what its lines come to.
  gain numeric(20, 4) not null,
  loss numeric(20, 4) not null,
  -- The day on which the unsettled part goes back by itself, and whether it has.
  returns_on date,
  is_returned boolean not null default false,
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  check (returns_on > business_date)
);
create index revaluation_number on ledger.revaluation (company_id, number);
create index revaluation_number_search on ledger.revaluation using gin (number gin_trgm_ops);
create index revaluation_branch on ledger.revaluation (company_id, branch_id, created_at);
create index revaluation_state on ledger.revaluation (company_id, state);
create index revaluation_date on ledger.revaluation (company_id, business_date);
create index revaluation_created on ledger.revaluation (company_id, created_at);
create index revaluation_due on ledger.revaluation (company_id, returns_on)
  where state = 'posted' and not is_returned and returns_on is not null;
call kit.tenant('ledger.revaluation');

create table ledger.revaluation_line (
  company_id uuid not null default kit.company() references organisation.company,
  revaluation_id uuid not null,
  position int not null,
  branch_id uuid not null,
  account_id uuid not null,
  -- What keeps it, or 'open': what is owed in foreign money.
  kind text not null check (kind in ('notes', 'transit', 'bank', 'partner', 'open')),
  item_id uuid not null,
  holder_id uuid,
  party_type text,
  party_id uuid,
  quantity numeric(20, 4) not null,
  value numeric(20, 4) not null,
  -- Local currency for so many units; of what has no quantity none.
  rate numeric(20, 8),
  quote_unit int not null,
  worth numeric(20, 4) not null,
  primary key (company_id, revaluation_id, position),
  foreign key (company_id, revaluation_id) references ledger.revaluation (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, account_id) references ledger.account (company_id, id)
);
create index revaluation_line_branch on ledger.revaluation_line (company_id, branch_id);
create index revaluation_line_account on ledger.revaluation_line (company_id, account_id);
call kit.tenant('ledger.revaluation_line', rights => 'select, insert');

-- What the last run of a check found, one row for each promise.
create table ledger.check_run (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('system', 'inventory')),
  at timestamptz not null,
  -- Null: run by itself.
  author_id uuid,
  author text not null,
  wrong int not null,
  looks jsonb not null,
  primary key (company_id, id)
);
create index check_run_kind on ledger.check_run (company_id, kind, at desc);
call kit.tenant('ledger.check_run', captured => false, rights => 'select, insert, delete');
comment on table ledger.check_run is 'Not captured: it says what a check found, and is forgotten after some runs.';

-- The rows of every company, for an owner who is no superuser.
alter table access.role no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.revision no force row level security;
alter table kit.unsealed no force row level security;

update access.role r set permissions = (select array_agg(distinct p order by p)
    from unnest(r.permissions || array['view_revaluations', 'manage_revaluations']) p)
  where base_role = 'accountant';
update access.role r set permissions = (select array_agg(distinct p order by p)
    from unnest(r.permissions || array['view_revaluations']) p)
  where base_role = 'auditor';

alter table access.role force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;
