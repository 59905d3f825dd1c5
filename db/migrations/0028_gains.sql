-- What the lines of the journal say was gained, a loss below zero: beside what left at cost, and by the account whether mapping leads
-- gains and losses there now.
create view ledger.gain_read with (security_invoker = true) as
  select e.company_id, e.id as entry_id, e.event, e.business_date, l.branch_id, l.item_id, -l.amount as gain,
    exists (select from ledger.mapping m where m.company_id = l.company_id and m.account_id = l.account_id
      and m.part in ('realisedGain', 'realisedLoss')) as is_of_gains
  from ledger.entry e
  join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id
  join ledger.account a on a.company_id = l.company_id and a.id = l.account_id and a.class in ('income', 'expense')
  where l.quantity is null and l.item_id is not null;
grant select on ledger.gain_read to agio_runtime;
