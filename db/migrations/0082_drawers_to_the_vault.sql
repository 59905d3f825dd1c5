-- The day at whose end a drawer was emptied into the vault; it is on its way until it is counted there.
-- An ordinary owner looks through every row for a reference, and may not while these policies hold for owners too.
alter table inventory.transfer no force row level security;
alter table inventory.day no force row level security;

alter table inventory.transfer add column day_id uuid,
  add foreign key (company_id, day_id) references inventory.day (company_id, id);
create index transfer_day on inventory.transfer (company_id, day_id);

alter table inventory.day force row level security;
alter table inventory.transfer force row level security;
