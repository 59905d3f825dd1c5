-- The day of a counter, from opening to closing: what is dealt there carries its date.

create schema inventory;
grant usage on schema inventory to agio_runtime;

create table inventory.day (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  branch_id uuid not null,
  counter_id uuid not null,
  business_date date not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  opened_at timestamptz not null,
  opened_by_id uuid not null,
  opened_by text not null,
  closed_at timestamptz,
  closed_by text,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id),
  check ((state = 'closed') = (closed_at is not null))
);
-- One open day for each counter.
create unique index day_counter_id_key on inventory.day (company_id, counter_id) where state = 'open';
create index day_counter on inventory.day (company_id, counter_id, opened_at desc);
create index day_branch on inventory.day (company_id, branch_id);
create index day_date on inventory.day (company_id, business_date);
create index day_state on inventory.day (company_id, state);
create index day_opened on inventory.day (company_id, opened_at);
call kit.tenant('inventory.day');
