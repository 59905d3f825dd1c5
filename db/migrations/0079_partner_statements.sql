-- What partners say moved at our balances, day by day, held against the books.

-- From this day on movements of the books are looked for on statements; null before the first statement.
alter table remittance.prefund add column reconciled_from date;

-- The statement of a day of the partner's calendar; one that comes again takes the place of the former.
create table remittance.provider_statement (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  provider_id uuid not null,
  day date not null,
  source text not null check (source in ('api', 'file')),
  -- What the partner holds for us at the end of the day, where it says so.
  balance numeric(20, 4),
  lines int not null default 0,
  read_at timestamptz not null,
  read_by text not null,
  primary key (company_id, id),
  constraint provider_statement_key unique (company_id, provider_id, day),
  foreign key (company_id, provider_id) references remittance.provider (company_id, id)
);
create index provider_statement_day on remittance.provider_statement (company_id, day);
create index provider_statement_source on remittance.provider_statement (company_id, source, day);
create index provider_statement_read on remittance.provider_statement (company_id, read_at);
call kit.tenant('remittance.provider_statement');

create table remittance.statement_line (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  statement_id uuid not null,
  provider_id uuid not null,
  reference text not null,
  kind text not null check (kind in ('payout', 'return', 'topUp', 'fee')),
  -- Above zero what came in.
  amount numeric(20, 4) not null check (amount <> 0),
  -- What explains it: movements of the books, other lines, or the decision of a person.
  match_id uuid,
  primary key (company_id, id),
  foreign key (company_id, statement_id) references remittance.provider_statement (company_id, id)
);
create index statement_line_statement on remittance.statement_line (company_id, statement_id);
create index statement_line_open on remittance.statement_line (company_id, provider_id) where match_id is null;
create index statement_line_match on remittance.statement_line (company_id, match_id) where match_id is not null;
call kit.tenant('remittance.statement_line');

-- Movements of the books that statements, each other or a decision explain.
create table remittance.statement_match (
  company_id uuid not null default kit.company() references organisation.company,
  entry_id uuid not null,
  position int not null,
  provider_id uuid not null,
  match_id uuid not null,
  primary key (company_id, entry_id, position),
  foreign key (company_id, provider_id) references remittance.provider (company_id, id)
);
create index statement_match_match on remittance.statement_match (company_id, match_id);
create index statement_match_provider on remittance.statement_match (company_id, provider_id);
call kit.tenant('remittance.statement_match');

-- What the books and a statement do not say alike.
create table remittance.statement_difference (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  state text not null check (state in ('open', 'disputed', 'accepted', 'explained')),
  kind text not null check (kind in ('missingHere', 'missingThere', 'amount', 'balance')),
  provider_id uuid not null,
  branch_id uuid not null,
  -- Of the line, or of the movement.
  day date not null,
  reference text not null,
  movement text not null check (movement in ('payout', 'return', 'topUp', 'fee', '')),
  line_id uuid,
  entry_id uuid,
  position int,
  -- As the books and as the partner have it, in the balance's currency; null where one has nothing.
  ours numeric(20, 4),
  theirs numeric(20, 4),
  -- By how much the balance at the partner is above ours for it.
  amount numeric(20, 4) not null,
  reason text not null default '',
  found_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, provider_id) references remittance.provider (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id)
);
create index statement_difference_open on remittance.statement_difference (company_id, provider_id)
  where state in ('open', 'disputed');
create index statement_difference_state on remittance.statement_difference (company_id, state, found_at);
create index statement_difference_kind on remittance.statement_difference (company_id, kind, found_at);
create index statement_difference_provider on remittance.statement_difference (company_id, provider_id, found_at);
create index statement_difference_branch on remittance.statement_difference (company_id, branch_id, found_at);
create index statement_difference_day on remittance.statement_difference (company_id, day);
create index statement_difference_found on remittance.statement_difference (company_id, found_at);
create index statement_difference_reference on remittance.statement_difference (company_id, reference);
create index statement_difference_reference_search on remittance.statement_difference using gin (reference gin_trgm_ops);
call kit.tenant('remittance.statement_difference');
