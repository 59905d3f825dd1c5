-- A drawer whose day is closed is handed to the next teller, who takes it over with a blind count by which the next day opens.
create table inventory.handover (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  state text not null check (state in ('waiting', 'accepted', 'withdrawn', 'refused')),
  branch_id uuid not null,
  counter_id uuid not null,
  -- The day that was closed, and the one that opened with it.
  day_id uuid not null,
  next_day_id uuid,
  to_id uuid not null,
  to_name text not null,
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  ended_at timestamptz,
  ended_by text,
  reason text not null default '',
  primary key (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, day_id) references inventory.day (company_id, id),
  foreign key (company_id, next_day_id) references inventory.day (company_id, id),
  check ((state = 'waiting') = (ended_at is null)),
  check ((state = 'accepted') = (next_day_id is not null))
);
-- One drawer is handed to one person at a time.
create unique index handover_counter_key on inventory.handover (company_id, counter_id) where state = 'waiting';
create index handover_day on inventory.handover (company_id, day_id);
create index handover_next_day on inventory.handover (company_id, next_day_id);
create index handover_branch on inventory.handover (company_id, branch_id);
create index handover_counter on inventory.handover (company_id, counter_id);
create index handover_to on inventory.handover (company_id, to_id) where state = 'waiting';
call kit.tenant('inventory.handover');

-- Whose drawer it was that a day began with: what differs at its opening is under that name.
alter table inventory.day add taken_from_id uuid;
