-- What the law wants to come with an inward remittance. A company's birth is its incorporation.
alter table remittance.inward
  add column sender_kind text not null default 'person' check (sender_kind in ('person', 'company')),
  add column sender_address text not null default '',
  add column sender_id_number text not null default '',
  add column sender_birth_date date,
  add column sender_birth_place text not null default '',
  -- The rules whose threshold it reached when it was noticed, by their codes. Null: noticed before this was looked at.
  add column travel_rules text[],
  add column is_incomplete boolean not null default false,
  -- Who last entered what the partner was asked for.
  add column completed_by_id uuid;
create index inward_incomplete on remittance.inward (company_id, is_incomplete, created_at);

-- Statements whose place a newer one of the same day has taken, as they were.
create table remittance.former_statement (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  statement_id uuid not null,
  source text not null check (source in ('api', 'file')),
  balance numeric(20, 4),
  -- Each with its reference, kind and amount.
  lines jsonb not null,
  read_at timestamptz not null,
  read_by text not null,
  primary key (company_id, id),
  foreign key (company_id, statement_id) references remittance.provider_statement (company_id, id)
);
create index former_statement_of on remittance.former_statement (company_id, statement_id, read_at);
call kit.tenant('remittance.former_statement');
