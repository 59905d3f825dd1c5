-- What each day and each month moved of an account by what happened: so that the movement of cash over years reads months and some days.
-- Sums of sealed lines, like the balances of the days, and kept with them.
create table ledger.event_flow (
  company_id uuid not null default kit.company() references organisation.company,
  account_id uuid not null,
  branch_id uuid not null,
  span text not null check (span in ('day', 'month')),
  since date not null,
  event text not null,
  debit numeric(20, 4) not null,
  credit numeric(20, 4) not null,
  foreign key (company_id, account_id) references ledger.account (company_id, id),
  constraint event_flow_key unique (company_id, account_id, span, since, branch_id, event) include (debit, credit)
);
comment on column ledger.event_flow.since is 'The day, or the first of the month.';
comment on table ledger.event_flow is 'Not captured: the journal says what made it.';
call kit.tenant('ledger.event_flow', captured => false);

alter table ledger.sealed no force row level security;
alter table ledger.entry no force row level security;
alter table ledger.line no force row level security;
alter table ledger.event_flow no force row level security;

insert into ledger.event_flow (company_id, account_id, branch_id, span, since, event, debit, credit)
select m.company_id, m.account_id, m.branch_id, s.span, s.since, m.event, sum(m.debit), sum(m.credit)
from (
  select l.company_id, l.account_id, l.branch_id, l.business_date, e.event,
    coalesce(sum(l.amount) filter (where l.amount > 0), 0) as debit, coalesce(-sum(l.amount) filter (where l.amount < 0), 0) as credit
  from ledger.sealed s
  join ledger.entry e on e.company_id = s.company_id and e.id = s.entry_id
  join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id
  group by 1, 2, 3, 4, 5
) m
cross join lateral (values ('day', m.business_date), ('month', date_trunc('month', m.business_date)::date)) s (span, since)
group by 1, 2, 3, 4, 5, 6;

alter table ledger.sealed force row level security;
alter table ledger.entry force row level security;
alter table ledger.line force row level security;
alter table ledger.event_flow force row level security;
