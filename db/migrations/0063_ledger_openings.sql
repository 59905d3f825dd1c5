alter table ledger.manual_entry no force row level security;

-- 'opening': what the books begin with.
alter table ledger.manual_entry add column kind text not null default 'adjusting' check (kind in ('adjusting', 'opening'));
create index manual_entry_kind on ledger.manual_entry (company_id, kind);
-- The books begin once.
create unique index manual_entry_one_opening on ledger.manual_entry (company_id)
  where kind = 'opening' and state not in ('reversed', 'cancelled');

alter table ledger.manual_entry force row level security;
