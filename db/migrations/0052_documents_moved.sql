-- Openings, floats and unlocked days have their history with all documents, and what is pending of them is at gates. What was there
-- before is carried over as far as their own rows tell it. The rows of every company, for an owner who is no superuser.
alter table inventory.adjustment no force row level security;
alter table ledger.period_unlock no force row level security;
alter table documents.event no force row level security;
alter table approvals.gate no force row level security;
alter table approvals.route no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;

insert into documents.event (company_id, subject_type, subject_id, position, act, from_state, to_state, by_id, by_name, branch_id, at, note)
  select a.company_id, 'adjustment', a.id, row_number() over (partition by a.company_id, a.id order by e.step),
    e.act, e.from_state, e.to_state, e.by_id, e.by_name, a.branch_id, e.at, e.note
  from inventory.adjustment a cross join lateral (values
    (1, case a.kind when 'opening' then 'createOpening' else 'createFloat' end, null,
      case when a.state = 'requested' or a.decided_at is not null then 'requested' else 'posted' end,
      a.author_id, a.author, a.created_at, ''),
    (2, case a.state when 'rejected' then 'reject' when 'withdrawn' then 'withdraw' else 'approve' end, 'requested',
      case when a.state in ('rejected', 'withdrawn') then a.state else 'posted' end,
      a.decided_by_id, a.decided_by, a.decided_at, case a.state when 'reversed' then '' else a.reason end),
    (3, 'reverse', 'posted', 'reversed', a.reversed_by_id, a.reversed_by, a.reversed_at, a.reason)
  ) e (step, act, from_state, to_state, by_id, by_name, at, note)
  where e.at is not null;

-- Who agreed is kept by name alone, and who closed days early not at all.
insert into documents.event (company_id, subject_type, subject_id, position, act, from_state, to_state, by_id, by_name, branch_id, at)
  select u.company_id, 'periodUnlock', u.id, row_number() over (partition by u.company_id, u.id order by e.step),
    e.act, e.from_state, e.to_state, e.by_id, e.by_name, u.branch_id, e.at
  from ledger.period_unlock u cross join lateral (values
    (1, 'ask', null, 'asked', u.asked_by_id, u.asked_by, u.asked_at),
    (2, 'agree', 'asked', 'open', null::uuid, u.agreed_by, u.opened_at),
    (3, 'end', 'open', 'ended', null::uuid, '', case u.state when 'ended' then u.closes_at end)
  ) e (step, act, from_state, to_state, by_id, by_name, at)
  where e.at is not null;

insert into approvals.gate (company_id, subject_type, subject_id, kind, reason, rule, rule_version, source, value)
  select company_id, 'adjustment', id, 'limit', 'limit', 'adjustment_value', 0, 'limit', coalesce(limit_value::text, '')
  from inventory.adjustment where state = 'requested'
  union all select company_id, 'periodUnlock', id, 'unlock', 'unlock', 'unlock', 0, 'workflow', ''
  from ledger.period_unlock where state = 'asked';
insert into approvals.route (company_id, subject_type, subject_id, kind, roles, told, since)
  select company_id, 'adjustment', id, 'limit', '{}'::text[], '{}'::uuid[], created_at
  from inventory.adjustment where state = 'requested'
  union all select company_id, 'periodUnlock', id, 'unlock', '{}'::text[], '{}'::uuid[], asked_at
  from ledger.period_unlock where state = 'asked';

alter table inventory.adjustment force row level security;
alter table ledger.period_unlock force row level security;
alter table documents.event force row level security;
alter table approvals.gate force row level security;
alter table approvals.route force row level security;
alter table kit.audit_change force row level security;
alter table kit.unsealed force row level security;
alter table kit.revision force row level security;
