-- Goods that lie at a counter are adjusted there; without a counter it is the store of the branch.
-- An ordinary owner looks through every row for a reference, and may not while these policies hold for owners too.
alter table retail.adjustment no force row level security;
alter table organisation.counter no force row level security;

alter table retail.adjustment add column counter_id uuid,
  add foreign key (company_id, counter_id) references organisation.counter (company_id, id);
create index adjustment_counter on retail.adjustment (company_id, counter_id);

alter table organisation.counter force row level security;
alter table retail.adjustment force row level security;
