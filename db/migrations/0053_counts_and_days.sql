-- The days of counters have their history with all documents. What was there before is carried over as far as their own rows tell it:
-- who closed one is kept by name alone, and counts that were asked for once more are not. The rows of every company, for an owner who
-- is no superuser.
alter table inventory.day no force row level security;
alter table documents.event no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;

insert into documents.event (company_id, subject_type, subject_id, position, act, from_state, to_state, by_id, by_name, branch_id, counter_id, at)
  select d.company_id, 'day', d.id, row_number() over (partition by d.company_id, d.id order by e.step),
    e.act, e.from_state, e.to_state, e.by_id, e.by_name, d.branch_id, d.counter_id, e.at
  from inventory.day d cross join lateral (values
    (1, 'open', null, 'open', d.opened_by_id, d.opened_by, d.opened_at),
    (2, 'askRecount', 'open', 'opening', d.opened_by_id, d.opened_by, case d.state when 'opening' then d.opened_at end),
    (3, 'close', 'open', 'closed', null::uuid, coalesce(d.closed_by, ''), d.closed_at)
  ) e (step, act, from_state, to_state, by_id, by_name, at)
  where e.at is not null;

alter table inventory.day force row level security;
alter table documents.event force row level security;
alter table kit.audit_change force row level security;
alter table kit.unsealed force row level security;
alter table kit.revision force row level security;
