-- Goods that lie at a counter are adjusted there; without a counter it is the store of the branch.
alter table retail.adjustment add column counter_id uuid,
  add foreign key (company_id, counter_id) references organisation.counter (company_id, id);
create index adjustment_counter on retail.adjustment (company_id, counter_id);
