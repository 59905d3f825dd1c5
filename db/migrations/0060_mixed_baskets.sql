alter table retail.sale no force row level security;
alter table exchange.deal no force row level security;

-- A basket of goods may hold one deal, which is set off through what is owed to the customer.
alter table retail.policy add column mixes_deals boolean;
comment on column retail.policy.mixes_deals is 'Null: as the country has it.';

-- The deal, its number and what of it was owed to the customer; below zero the customer owed.
alter table retail.sale add column deal_id uuid, add column deal_number text, add column deal_owed numeric(20, 4),
  add foreign key (company_id, deal_id) references exchange.deal (company_id, id),
  add check ((deal_id is null) = (deal_number is null) and (deal_id is null) = (deal_owed is null));
create unique index sale_deal on retail.sale (company_id, deal_id);
-- What was set off came by no mode.
alter table retail.sale_payment alter column mode_id drop not null;

-- The receipt of goods with which a deal was settled.
alter table exchange.deal add column basket_number text;

alter table retail.sale force row level security;
alter table exchange.deal force row level security;
