-- What modules show one another of their tables: each is read by higher modules, and written by its own alone.

-- Gates of documents and where they are on their way up, for lists of those documents and looks into the books.
create view approvals.gate_read with (security_invoker = true) as
  select g.company_id, g.id, g.subject_type, g.subject_id, g.kind, g.reason, g.rule, g.rule_version, g.source, g.value, g."limit", g.line,
    g.approve_role, g.state, g.lapses_at, g.decided_by_id
  from approvals.gate g;
grant select on approvals.gate_read to agio_runtime;
create view approvals.route_read with (security_invoker = true) as
  select r.company_id, r.subject_type, r.subject_id, r.kind, r.roles, r.told, r.since, r.escalates_at from approvals.route r;
grant select on approvals.route_read to agio_runtime;

-- Which documents were charged anything.
create view charges.fee_read with (security_invoker = true) as
  select f.company_id, f.subject_type, f.subject_id, f.rule_id from charges.fee f;
grant select on charges.fee_read to agio_runtime;

-- How far documents are counted.
create view organisation.number_series_read with (security_invoker = true) as
  select s.company_id, s.branch_id, s.kind, s.year, s.last from organisation.number_series s;
grant select on organisation.number_series_read to agio_runtime;

-- What reports sum up of deals.
create view exchange.deal_read with (security_invoker = true) as
  select d.company_id, d.id, d.state, d.branch_id, d.branch_name, d.counter_id, d.business_date, d.submitted_at, d.settled_at, d.buy,
    d.sell, d.fee, d.dealing, d.holding, d.realised
  from exchange.deal d;
grant select on exchange.deal_read to agio_runtime;
create view exchange.deal_line_read with (security_invoker = true) as
  select l.company_id, l.deal_id, l.side, l.currency_id, l.quantity from exchange.deal_line l;
grant select on exchange.deal_line_read to agio_runtime;
