-- A role whose holder decides on what others do is given to an account by two people: until the second agrees it is asked for here,
-- and the account does not have it.
create table access.role_request (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  role_id uuid not null,
  state text not null default 'asked' check (state in ('asked', 'agreed', 'rejected')),
  asked_by_id uuid not null,
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by_id uuid,
  decided_by text,
  decided_at timestamptz,
  note text not null default '',
  version int not null default 1,
  primary key (company_id, id),
  check ((state = 'asked') = (decided_at is null)),
  check (state <> 'agreed' or decided_by_id <> user_id and decided_by_id <> asked_by_id),
  foreign key (company_id, user_id) references access.user (company_id, id),
  foreign key (company_id, role_id) references access.role (company_id, id) on delete cascade,
  foreign key (company_id, asked_by_id) references access.user (company_id, id),
  foreign key (company_id, decided_by_id) references access.user (company_id, id)
);
create index role_request_user on access.role_request (company_id, user_id);
create index role_request_role on access.role_request (company_id, role_id);
create index role_request_asked_by on access.role_request (company_id, asked_by_id);
create index role_request_decided_by on access.role_request (company_id, decided_by_id);
create unique index role_request_open_key on access.role_request (company_id, user_id, role_id) where state = 'asked';
call kit.tenant('access.role_request');
