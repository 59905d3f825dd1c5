-- Who says of a month that it is done. A word counts until something more is posted into the month; all of them are kept.
create table ledger.month_signature (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  by_id uuid not null,
  by_name text not null,
  signed_at timestamptz not null,
  primary key (company_id, id)
);
create index month_signature_month on ledger.month_signature (company_id, month, signed_at);
call kit.tenant('ledger.month_signature', rights => 'select, insert');
