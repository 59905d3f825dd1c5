-- What lay in each place by the end of each week, and what each day moved: so that a report over years reads a week and some days of it.
-- Sums of sealed lines, like the balances of the days, and kept with them.

-- A week begins on its Monday. A place has a row in every week from its first movement to the last of the company.
create table ledger.stock_week (
  company_id uuid not null default kit.company() references organisation.company,
  week date not null,
  account_id uuid not null,
  branch_id uuid not null,
  counter_id uuid,
  item_id uuid not null,
  quantity numeric(20, 4) not null,
  value numeric(20, 4) not null,
  foreign key (company_id, account_id) references ledger.account (company_id, id),
  constraint stock_week_key unique nulls not distinct (company_id, week, branch_id, item_id, counter_id, account_id)
);
create index stock_week_account on ledger.stock_week (company_id, account_id);
comment on table ledger.stock_week is 'Not captured: the journal says what made it.';
call kit.tenant('ledger.stock_week', captured => false);

-- What came in and went out of a branch, or of what it sent on its way, and of the whole company: what an entry moves within one of
-- them is left out.
create table ledger.stock_flow (
  company_id uuid not null default kit.company() references organisation.company,
  business_date date not null,
  branch_id uuid,
  is_transit boolean not null,
  item_id uuid not null,
  event text not null,
  is_in boolean not null,
  quantity numeric(20, 4) not null,
  value numeric(20, 4) not null,
  constraint stock_flow_key unique nulls not distinct (company_id, business_date, branch_id, item_id, event, is_in, is_transit)
    include (quantity, value)
);
comment on column ledger.stock_flow.branch_id is 'Null: of the company.';
comment on table ledger.stock_flow is 'Not captured: the journal says what made it.';
call kit.tenant('ledger.stock_flow', captured => false);

alter table ledger.sealed no force row level security;
alter table ledger.account no force row level security;
alter table ledger.entry no force row level security;
alter table ledger.line no force row level security;
alter table ledger.stock_week no force row level security;
alter table ledger.stock_flow no force row level security;

create temp table kept_line on commit drop as
  select l.company_id, l.at, l.entry_id, l.business_date, l.account_id, l.branch_id, l.counter_id, l.item_id,
    a.keeps = 'transit' as is_transit, e.event, coalesce(l.quantity, 0) as quantity, l.amount
  from ledger.sealed s
  join ledger.entry e on e.company_id = s.company_id and e.id = s.entry_id
  join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id
  join ledger.account a on a.company_id = l.company_id and a.id = l.account_id and a.keeps in ('cash', 'notes', 'transit')
  where l.item_id is not null;

insert into ledger.stock_week (company_id, week, account_id, branch_id, counter_id, item_id, quantity, value)
with moved as (
  select company_id, date_trunc('week', business_date)::date as week, account_id, branch_id, counter_id, item_id,
    sum(quantity) as quantity, sum(amount) as value
  from kept_line group by 1, 2, 3, 4, 5, 6
), place as (
  select company_id, account_id, branch_id, counter_id, item_id, min(week) as first from moved group by 1, 2, 3, 4, 5
), last as (
  select company_id, max(week) as week from moved group by 1
), closing as (
  select p.company_id, w.week::date, p.account_id, p.branch_id, p.counter_id, p.item_id,
    sum(coalesce(m.quantity, 0)) over o as quantity, sum(coalesce(m.value, 0)) over o as value
  from place p join last l using (company_id) cross join lateral generate_series(p.first, l.week, interval '7 days') w (week)
  left join moved m on m.company_id = p.company_id and m.week = w.week and m.account_id = p.account_id
    and m.branch_id = p.branch_id and m.counter_id is not distinct from p.counter_id and m.item_id = p.item_id
  window o as (partition by p.company_id, p.account_id, p.branch_id, p.counter_id, p.item_id order by w.week)
)
select * from closing;

insert into ledger.stock_flow (company_id, business_date, branch_id, is_transit, item_id, event, is_in, quantity, value)
select company_id, business_date, branch_id, is_transit, item_id, event, (quantity, value) > (0, 0), sum(quantity), sum(value)
from (
  select company_id, business_date, entry_id, branch_id, is_transit, item_id, event, sum(quantity) as quantity, sum(amount) as value
  from kept_line group by 1, 2, 3, 4, 5, 6, 7
  union all
  select company_id, business_date, entry_id, null, false, item_id, event, sum(quantity), sum(amount)
  from kept_line group by 1, 2, 3, 6, 7
) m where quantity <> 0 or value <> 0 group by 1, 2, 3, 4, 5, 6, 7;

alter table ledger.sealed force row level security;
alter table ledger.account force row level security;
alter table ledger.entry force row level security;
alter table ledger.line force row level security;
alter table ledger.stock_week force row level security;
alter table ledger.stock_flow force row level security;

-- The story of one pool of notes is read from the lines of it alone.
create index line_pool on ledger.line (company_id, branch_id, item_id) where pool_seq is not null;
