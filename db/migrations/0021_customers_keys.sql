-- Copies of names, and names of files, are ordered as the names themselves.
drop view exchange.deal_read;
alter table kit.audit alter column user_name type text collate "und-x-icu";
alter table customers.import alter column file_name type text collate "und-x-icu";
alter table screening.bulk alter column file_name type text collate "und-x-icu";
alter table screening.whitelist
  alter column customer_name type text collate "und-x-icu",
  alter column entry_name type text collate "und-x-icu";
alter table cases.report_candidate alter column customer_name type text collate "und-x-icu";
alter table exchange.deal alter column customer_name type text collate "und-x-icu";
create view exchange.deal_read with (security_invoker = true) as
  select d.company_id, d.id, d.state, d.branch_id, d.branch_name, d.counter_id, d.business_date, d.submitted_at, d.settled_at, d.buy,
    d.sell, d.fee, d.dealing, d.holding, d.realised, d.number, d.created_at, d.customer_id, d.customer_name, d.identity, d.currencies,
    d.cash, d.amount, d.maker
  from exchange.deal d;
grant select on exchange.deal_read to agio_runtime;

-- Customers whose keys of search and likeness an earlier version has made: the next start makes them anew, and empties this.
create table customers.outdated_key (
  company_id uuid not null default kit.company(),
  customer_id uuid not null,
  primary key (company_id, customer_id),
  foreign key (company_id, customer_id) references customers.customer (company_id, id)
);
comment on table customers.outdated_key is 'Not captured: what it names is no change that people see.';
-- The rows of every company, for an owner who is no superuser.
alter table customers.customer no force row level security;
insert into customers.outdated_key (company_id, customer_id) select company_id, id from customers.customer;
alter table customers.customer force row level security;
call kit.tenant('customers.outdated_key', captured => false, rights => 'select, update, delete');
