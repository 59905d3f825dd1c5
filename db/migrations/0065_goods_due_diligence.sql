alter table retail.sale no force row level security;
alter table customers.customer no force row level security;

-- Precious metal sold for cash is a matter of due diligence: its rules are of a service of their own.
alter table compliance.cdd_rule drop constraint cdd_rule_service_check,
  add constraint cdd_rule_service_check check (service in ('money_changing', 'remittance', 'goods'));

alter table retail.sale
  -- Who buys, where an item or a rule asks for it.
  add column customer_id uuid,
  add column customer text not null default '',
  -- What of it is precious metal, and what of that was paid in notes, local or those of its deal.
  add column precious numeric(20, 4) not null default 0,
  add column precious_cash numeric(20, 4) not null default 0,
  -- Compliance is asked, or has let this basket of this customer through.
  add column asks_clearance boolean not null default false,
  add column is_cleared boolean not null default false,
  add foreign key (company_id, customer_id) references customers.customer (company_id, id);
create index sale_customer on retail.sale (company_id, customer_id, business_date);
create index sale_customer_search on retail.sale using gin (customer gin_trgm_ops);

alter table retail.sale force row level security;
alter table customers.customer force row level security;
