-- The lines of what happened to a document: for reports of modules over what their documents earned.
create view ledger.source_line_read with (security_invoker = true) as
  select e.company_id, e.source_type, e.source_id, e.event, l.business_date, l.branch_id, l.account_id, l.amount
  from ledger.entry e
  join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id;
grant select on ledger.source_line_read to agio_runtime;
