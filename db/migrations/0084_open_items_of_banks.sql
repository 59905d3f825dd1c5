-- Lines of the journal and what they belong to, for modules that say what of them is still open.
create view ledger.line_read with (security_invoker = true) as
  select company_id, at, entry_id, position, account_id, holder_id, business_date, party_type, party_id, quantity, amount
  from ledger.line;
grant select on ledger.line_read to agio_runtime;
create view ledger.entry_read with (security_invoker = true) as
  select company_id, at, id, event, source_id, reverses_id, note from ledger.entry;
grant select on ledger.entry_read to agio_runtime;

-- Whether an entry was reversed is asked of thousands at once.
create index entry_reverses on ledger.entry (company_id, reverses_id) where reverses_id is not null;
