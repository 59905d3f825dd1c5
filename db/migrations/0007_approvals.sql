-- Fixed since Agio 0.2.0.
-- What waits for somebody's decision, and with whom it is. A document of any module waits here, by its type and id: modules declare
-- the kinds of gates that their documents have, so none is named here.
create schema approvals;
grant usage on schema approvals to agio_runtime;

-- Why a document waits, and who let it through.
create table approvals.gate (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  subject_type text not null,
  subject_id uuid not null,
  kind text not null,
  reason text not null,
  rule text not null,
  rule_version int not null,
  source text not null,
  value text not null,
  "limit" text,
  -- Of the document's lines, where one alone is the reason.
  line smallint,
  -- Who must agree, or somebody above them; null where the right is enough.
  approve_role text,
  state text not null default 'open' check (state in ('open', 'approved', 'rejected', 'lapsed')),
  -- Until when what was approved may be done: a reversal, or the old rate of a rest, by the end of the business day. Null for good, and once it was done.
  lapses_at timestamptz,
  decided_by_id uuid,
  decided_by text,
  -- In whose stead, where somebody stood in for an absent one.
  decided_for text,
  decided_at timestamptz,
  note text not null default '',
  primary key (company_id, subject_type, subject_id, id),
  check ((state = 'open') = (decided_at is null))
) partition by range (subject_id);
create table approvals.gate_default partition of approvals.gate default;
create index gate_open on approvals.gate (company_id, subject_type, kind) where state = 'open';
create index gate_lapses on approvals.gate (lapses_at) where lapses_at is not null and state = 'approved';
call kit.tenant('approvals.gate');

-- The companies, of all, in which something that was approved lapses by now.
create policy housekeeping on approvals.gate to current_user using (true);
create function approvals.lapses_due(at timestamptz) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return query select distinct g.company_id from approvals.gate g where g.lapses_at <= at and g.state = 'approved';
end
$$;
revoke all on function approvals.lapses_due(timestamptz) from public;
grant execute on function approvals.lapses_due(timestamptz) to agio_runtime;

-- To whom the open gates of a kind were announced, and when they go to the next role up; gone with the gates.
create table approvals.route (
  company_id uuid not null default kit.company() references organisation.company,
  subject_type text not null,
  subject_id uuid not null,
  kind text not null,
  -- Names of the roles where it is, as they were called then; none while nobody may decide.
  roles text[] not null,
  -- Everybody who was told of it.
  told uuid[] not null,
  since timestamptz not null,
  -- Null: nobody stands above, or nothing goes further in this company.
  escalates_at timestamptz,
  primary key (company_id, subject_type, subject_id, kind)
);
create index route_due on approvals.route (escalates_at) where escalates_at is not null;
comment on table approvals.route is 'Not captured: the history of the document says where it went.';
call kit.tenant('approvals.route', captured => false);

-- The companies, of all, in which a gate goes to the next role up by now.
create policy housekeeping on approvals.route to current_user using (true);
create function approvals.escalations_due(at timestamptz) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return query select distinct r.company_id from approvals.route r where r.escalates_at <= at;
end
$$;
revoke all on function approvals.escalations_due(timestamptz) from public;
grant execute on function approvals.escalations_due(timestamptz) to agio_runtime;

-- Who decides in whose stead during an absence: with that person's limits, role and places. The right itself is not lent.
create table approvals.delegation (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  version int not null default 1,
  delegator_id uuid not null,
  delegator text not null,
  delegate_id uuid not null,
  delegate text not null,
  from_date date not null,
  to_date date not null,
  reason text not null default '',
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  primary key (company_id, id),
  foreign key (company_id, delegator_id) references access.user (company_id, id),
  foreign key (company_id, delegate_id) references access.user (company_id, id),
  check (from_date <= to_date),
  check (delegator_id <> delegate_id)
);
create index delegation_delegator on approvals.delegation (company_id, delegator_id, to_date);
create index delegation_delegate on approvals.delegation (company_id, delegate_id, to_date);
call kit.tenant('approvals.delegation');

select kit.extend_partitions();
