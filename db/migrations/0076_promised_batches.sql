-- Units of a batch that a packed transfer names: nobody else sells them until it is sent or given up.
alter table retail.batch_stock add column promised numeric(20, 4) not null default 0 check (promised >= 0);

alter table retail.batch_stock no force row level security;
alter table retail.batch no force row level security;
alter table inventory.transfer no force row level security;
alter table inventory.transfer_line no force row level security;
update retail.batch_stock s set promised = p.units
from (
  select t.company_id, t.from_branch_id, b.id, sum((u ->> 'quantity')::numeric) as units
  from inventory.transfer t
  join inventory.transfer_line l on l.company_id = t.company_id and l.transfer_id = t.id
  cross join jsonb_array_elements(l.units -> 'batches') u
  join retail.batch b on b.company_id = l.company_id and b.item_id = l.item_id and b.code = upper(btrim(regexp_replace(normalize(u ->> 'code', NFKC), '\s+', ' ', 'g')))
  where t.state in ('created', 'pending', 'approved') group by 1, 2, 3) p
where s.company_id = p.company_id and s.branch_id = p.from_branch_id and s.batch_id = p.id;
alter table inventory.transfer_line force row level security;
alter table inventory.transfer force row level security;
alter table retail.batch force row level security;
alter table retail.batch_stock force row level security;
