-- What cases count of the deals behind a candidate for a report: new columns follow those that reports read.
create or replace view exchange.deal_read with (security_invoker = true) as
  select d.company_id, d.id, d.state, d.branch_id, d.branch_name, d.counter_id, d.business_date, d.submitted_at, d.settled_at, d.buy,
    d.sell, d.fee, d.dealing, d.holding, d.realised, d.number, d.created_at, d.customer_id, d.customer_name, d.identity, d.currencies,
    d.cash, d.amount, d.maker
  from exchange.deal d;
