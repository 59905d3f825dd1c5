-- Cheques that were received: in hand, deposited, good, or come back. A presentment is one time that one was brought to a bank.
create table bank.cheque (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  state text not null check (state in ('inHand', 'deposited', 'cleared', 'bounced', 'returned')),
  branch_id uuid not null,
  number text not null,
  bank_name text not null,
  drawer text not null,
  dated_on date not null,
  received_on date not null,
  amount numeric(20, 4) not null check (amount > 0),
  -- Whose account it was credited to; a walk-in customer is known by the deal.
  party_type text not null,
  party_id uuid not null,
  mode_id uuid,
  -- The payment of a deal that it is, and whether the deal had posted it before.
  payment_id uuid,
  deal_number text not null default '',
  is_posted_by_deal boolean not null default false,
  -- The deposit that it is on, or was on last.
  presentment_id uuid,
  account_id uuid,
  depositor_id uuid,
  -- To what it is owed while it has come back.
  owed_part text check (owed_part in ('payable', 'receivable')),
  note text not null default '',
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, account_id) references bank.account (company_id, id)
);
create unique index cheque_key on bank.cheque (company_id, lower(bank_name), upper(number)) where state <> 'returned';
create unique index cheque_payment on bank.cheque (company_id, payment_id) where state <> 'returned';
create index cheque_number on bank.cheque (company_id, number);
create index cheque_number_search on bank.cheque using gin (number gin_trgm_ops);
create index cheque_drawer on bank.cheque (company_id, drawer);
create index cheque_drawer_search on bank.cheque using gin (drawer gin_trgm_ops);
create index cheque_bank on bank.cheque (company_id, bank_name);
create index cheque_bank_search on bank.cheque using gin (bank_name gin_trgm_ops);
create index cheque_branch on bank.cheque (company_id, branch_id, created_at);
create index cheque_state on bank.cheque (company_id, state);
create index cheque_dated on bank.cheque (company_id, dated_on);
create index cheque_received on bank.cheque (company_id, received_on);
create index cheque_account on bank.cheque (company_id, account_id);
create index cheque_created on bank.cheque (company_id, created_at);
call kit.tenant('bank.cheque');

create table bank.cheque_presentment (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  transfer_id uuid not null,
  cheque_id uuid not null,
  position smallint not null,
  state text not null default 'deposited' check (state in ('deposited', 'cleared', 'bounced', 'takenBack')),
  primary key (company_id, id),
  constraint cheque_presentment_key unique (company_id, transfer_id, cheque_id),
  foreign key (company_id, transfer_id) references bank.transfer (company_id, id),
  foreign key (company_id, cheque_id) references bank.cheque (company_id, id)
);
create index cheque_presentment_cheque on bank.cheque_presentment (company_id, cheque_id);
call kit.tenant('bank.cheque_presentment', rights => 'select, insert, update');

alter table bank.transfer drop constraint transfer_kind_check;
alter table bank.transfer add constraint transfer_kind_check
  check (kind in ('transfer', 'deposit', 'withdrawal', 'charge', 'interest', 'cheques'));
