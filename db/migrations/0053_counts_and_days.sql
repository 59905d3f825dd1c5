-- Counts and the days of counters have their history with all documents, and differences that wait for a decision are at gates. What was
-- there before is carried over as far as their own rows tell it. The rows of every company, for an owner who is no superuser.
alter table inventory.day no force row level security;
alter table inventory.count no force row level security;
alter table inventory.count_take no force row level security;
alter table approvals.gate no force row level security;
alter table approvals.route no force row level security;
alter table documents.event no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;

-- Who closed one is kept by name alone, and which were counted once more not at all.
insert into documents.event (company_id, subject_type, subject_id, position, act, from_state, to_state, by_id, by_name, branch_id, counter_id, at)
  select d.company_id, 'day', d.id, row_number() over (partition by d.company_id, d.id order by e.step),
    e.act, e.from_state, e.to_state, e.by_id, e.by_name, d.branch_id, d.counter_id, e.at
  from inventory.day d cross join lateral (values
    (1, 'open', null, 'open', d.opened_by_id, d.opened_by, d.opened_at),
    (2, 'askRecount', 'open', 'opening', d.opened_by_id, d.opened_by, case d.state when 'opening' then d.opened_at end),
    (3, 'close', 'open', 'closed', null::uuid, coalesce(d.closed_by, ''), d.closed_at)
  ) e (step, act, from_state, to_state, by_id, by_name, at)
  where e.at is not null;

-- Each take is an act. Of one that was given up it is not told from where, unless it waits for a second person at a vault.
with taken as (
  select k.company_id, k.id, t.take, t.author_id, t.author, t.taken_at, k.kind, k.state, k.reason,
    t.take = max(t.take) over (partition by k.company_id, k.id) as is_last,
    case when k.kind = 'vault' and t.take % 2 = 1 then 'confirming' else 'recount' end as goes_on
  from inventory.count k join inventory.count_take t on t.company_id = k.company_id and t.count_id = k.id
  where k.state <> 'draft' and not (k.state = 'cancelled' and k.compared_at is null)
), told (company_id, id, step, act, to_state, by_id, by_name, at, note) as (
  select company_id, id, 0, 'create', 'draft', author_id, author, created_at, '' from inventory.count
  union all
  select company_id, id, take, case when take = 1 then 'process' when kind in ('opening', 'closing') then 'countAtDay' else 'countAgain' end,
    case when not is_last or (state = 'cancelled' and (reason = '' or goes_on = 'confirming')) then goes_on
      when state = 'superseded' or state = 'cancelled' or (state = 'processed' and reason <> '') then 'submitted' else state end,
    author_id, author, taken_at, ''
  from taken
  union all
  select company_id, id, 1000000, case when state = 'processed' then 'accept' when state = 'superseded' then 'supersede'
      when reason = '' then 'discard' else 'cancel' end,
    state, ended_by_id, ended_by, ended_at, reason
  from inventory.count where state in ('superseded', 'cancelled') or (state = 'processed' and reason <> '')
)
insert into documents.event (company_id, subject_type, subject_id, position, act, from_state, to_state, by_id, by_name, branch_id, counter_id, at, note)
  select t.company_id, 'count', t.id, row_number() over w, t.act, lag(t.to_state) over w, t.to_state, t.by_id, coalesce(t.by_name, ''),
    k.branch_id, k.counter_id, t.at, t.note
  from told t join inventory.count k on k.company_id = t.company_id and k.id = t.id
  window w as (partition by t.company_id, t.id order by t.step);

insert into approvals.gate (company_id, subject_type, subject_id, kind, reason, rule, rule_version, source, value)
  select k.company_id, 'count', k.id, 'difference', 'difference', 'count_variance', 0, 'limit',
    (select coalesce(max(s.variance), 0)::text from inventory.count s
      where s.company_id = k.company_id and (s.id = k.id or s.superseded_by_id = k.id))
  from inventory.count k where k.state = 'submitted';
insert into approvals.route (company_id, subject_type, subject_id, kind, roles, told, since)
  select k.company_id, 'count', k.id, 'difference', '{}'::text[], '{}'::uuid[], coalesce(k.compared_at, k.created_at)
  from inventory.count k where k.state = 'submitted';

alter table inventory.day force row level security;
alter table inventory.count force row level security;
alter table inventory.count_take force row level security;
alter table approvals.gate force row level security;
alter table approvals.route force row level security;
alter table documents.event force row level security;
alter table kit.audit_change force row level security;
alter table kit.unsealed force row level security;
alter table kit.revision force row level security;
