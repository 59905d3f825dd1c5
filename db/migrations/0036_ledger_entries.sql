-- Entries that people make by hand.

create table ledger.manual_entry (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  -- 'submitted': above the limit of who submitted it, and another is to approve it.
  state text not null check (state in ('draft', 'submitted', 'posted', 'reversed', 'cancelled')),
  branch_id uuid not null,
  business_date date not null,
  reason text not null check (reason <> ''),
  -- It is undone by itself on that day.
  auto_reverse_on date,
  -- The sum of its debits, in local currency.
  value numeric(20, 4) not null,
  reversed_on date,
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  -- Who changed or submitted it last.
  editor_id uuid not null,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  check (auto_reverse_on > business_date)
);
create index manual_entry_number on ledger.manual_entry (company_id, number);
create index manual_entry_number_search on ledger.manual_entry using gin (number gin_trgm_ops);
create index manual_entry_branch on ledger.manual_entry (company_id, branch_id, created_at);
create index manual_entry_state on ledger.manual_entry (company_id, state);
create index manual_entry_date on ledger.manual_entry (company_id, business_date);
create index manual_entry_created on ledger.manual_entry (company_id, created_at);
create index manual_entry_due on ledger.manual_entry (company_id, auto_reverse_on) where state = 'posted' and auto_reverse_on is not null;
call kit.tenant('ledger.manual_entry');

create table ledger.manual_entry_line (
  company_id uuid not null default kit.company() references organisation.company,
  manual_entry_id uuid not null,
  position smallint not null,
  account_id uuid not null,
  branch_id uuid not null,
  party_type text,
  party_id uuid,
  -- A foreign currency with its amount, a debit above zero.
  item_id uuid,
  quantity numeric(20, 4),
  rate numeric(20, 8),
  -- In local currency, a debit above zero.
  amount numeric(20, 4) not null,
  note text not null default '',
  primary key (company_id, manual_entry_id, position),
  foreign key (company_id, manual_entry_id) references ledger.manual_entry (company_id, id),
  foreign key (company_id, account_id) references ledger.account (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  check ((party_type is null) = (party_id is null)),
  check ((item_id is null) = (quantity is null))
);
create index manual_entry_line_account on ledger.manual_entry_line (company_id, account_id);
create index manual_entry_line_branch on ledger.manual_entry_line (company_id, branch_id);
call kit.tenant('ledger.manual_entry_line', rights => 'select, insert, delete');
