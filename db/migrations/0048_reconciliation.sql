-- Reconciliation of bank accounts: what lines of statements are settled by, and the periods that are processed.
create table bank.reconciliation (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  state text not null check (state in ('initialised', 'saved', 'processed', 'deleted')),
  account_id uuid not null,
  branch_id uuid not null,
  -- The day after the one before it; null for the first of an account, which takes all lines until its last day.
  from_on date,
  to_on date not null,
  -- In the currency of the account.
  opening numeric(20, 4) not null,
  closing numeric(20, 4) not null,
  note text not null default '',
  -- The report as it was when it was processed.
  report jsonb,
  processed_at timestamptz,
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, account_id) references bank.account (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  check ((state = 'processed') = (report is not null)),
  check ((state = 'processed') = (processed_at is not null))
);
-- One at a time for each account, one after another.
create unique index reconciliation_open on bank.reconciliation (company_id, account_id) where state in ('initialised', 'saved');
create unique index reconciliation_processed on bank.reconciliation (company_id, account_id, to_on) where state = 'processed';
create index reconciliation_account on bank.reconciliation (company_id, account_id, to_on);
create index reconciliation_branch on bank.reconciliation (company_id, branch_id);
create index reconciliation_state on bank.reconciliation (company_id, state);
create index reconciliation_to on bank.reconciliation (company_id, to_on);
create index reconciliation_number on bank.reconciliation (company_id, number);
create index reconciliation_number_search on bank.reconciliation using gin (number gin_trgm_ops);
create index reconciliation_created on bank.reconciliation (company_id, created_at);
call kit.tenant('bank.reconciliation');

-- The lines of reconciliations that are processed: each in one at most.
create table bank.reconciled_line (
  company_id uuid not null default kit.company() references organisation.company,
  line_id uuid not null,
  reconciliation_id uuid not null,
  primary key (company_id, line_id),
  foreign key (company_id, line_id) references bank.statement_line (company_id, id),
  foreign key (company_id, reconciliation_id) references bank.reconciliation (company_id, id)
);
create index reconciled_line_reconciliation on bank.reconciled_line (company_id, reconciliation_id);
call kit.tenant('bank.reconciled_line', rights => 'select, insert');

-- Lines and items of the books that settle one another, or that are left out with a reason.
create table bank.line_match (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  account_id uuid not null,
  kind text not null check (kind in ('match', 'excluded')),
  -- How it came about.
  source text not null check (source in ('hand', 'sure', 'created', 'rule')),
  reason text not null default '',
  -- By which it is processed: from then on it stays.
  reconciliation_id uuid,
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, account_id) references bank.account (company_id, id),
  foreign key (company_id, reconciliation_id) references bank.reconciliation (company_id, id),
  check (kind <> 'excluded' or reason <> '')
);
create index line_match_account on bank.line_match (company_id, account_id);
create index line_match_reconciliation on bank.line_match (company_id, reconciliation_id);
call kit.tenant('bank.line_match');

create table bank.match_line (
  company_id uuid not null default kit.company() references organisation.company,
  match_id uuid not null,
  line_id uuid not null,
  -- The part of the line that is settled, with its sign.
  amount numeric(20, 4) not null check (amount <> 0),
  primary key (company_id, match_id, line_id),
  foreign key (company_id, match_id) references bank.line_match (company_id, id) on delete cascade,
  foreign key (company_id, line_id) references bank.statement_line (company_id, id)
);
create index match_line_line on bank.match_line (company_id, line_id);
call kit.tenant('bank.match_line', rights => 'select, insert, delete');

create table bank.match_item (
  company_id uuid not null default kit.company() references organisation.company,
  match_id uuid not null,
  -- The line of the journal at the account.
  entry_id uuid not null,
  position smallint not null,
  business_date date not null,
  amount numeric(20, 4) not null,
  -- Each settles once.
  primary key (company_id, entry_id, position),
  foreign key (company_id, match_id) references bank.line_match (company_id, id) on delete cascade
);
create index match_item_match on bank.match_item (company_id, match_id);
call kit.tenant('bank.match_item', rights => 'select, insert, delete');

-- What people decided of lines once, to be done again.
create table bank.line_rule (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  account_id uuid not null,
  contains text not null check (contains <> ''),
  direction text not null check (direction in ('in', 'out', 'any')),
  least numeric(20, 4),
  most numeric(20, 4),
  -- Where it posts to.
  ledger_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, account_id) references bank.account (company_id, id),
  foreign key (company_id, ledger_id) references ledger.account (company_id, id)
);
create index line_rule_account on bank.line_rule (company_id, account_id);
create index line_rule_ledger on bank.line_rule (company_id, ledger_id);
call kit.tenant('bank.line_rule');

-- Companies that were there before: the roles that keep and look at the books do so here.
alter table access.role no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_bank_reconciliations', 'manage_bank_reconciliations']) p)
  where base_role = 'accountant';
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_bank_reconciliations']) p)
  where base_role = 'auditor';
alter table access.role force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;
