-- Lines of statements by which payments of deals were said to be good, or to have come back.
create table bank.deal_payment_line (
  company_id uuid not null default kit.company() references organisation.company,
  line_id uuid not null,
  payment_id uuid not null,
  state text not null check (state in ('cleared', 'bounced')),
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, line_id, payment_id),
  foreign key (company_id, line_id) references bank.statement_line (company_id, id)
);
create index deal_payment_line_payment on bank.deal_payment_line (company_id, payment_id);
call kit.tenant('bank.deal_payment_line', rights => 'select, insert');

-- The first day with something that was outstanding as it was processed: what the next ones read begins there. Null: all is read.
alter table bank.reconciliation add column open_from date;
create index match_item_date on bank.match_item (company_id, business_date);
