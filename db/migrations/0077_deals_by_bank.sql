-- The foreign money of a line comes or goes by an account of ours at a bank, in the place of notes: what is bought waits until a line
-- of the bank, or a second person, says that it is good.
-- An ordinary owner looks through every row for a reference, and may not while these policies hold for owners too.
alter table exchange.deal_line no force row level security;
alter table bank.account no force row level security;

alter table exchange.deal_line
  add column account_id uuid,
  -- By which lines of the bank name it.
  add column transfer_id uuid,
  -- The account as it was called then, and what the bank is to be told or has said.
  add column account_name text,
  add column reference text,
  add column state text check (state in ('expected', 'received', 'cleared', 'bounced')),
  add constraint deal_line_by_bank check (num_nulls(account_id, transfer_id, account_name, reference, state) in (0, 5)),
  add foreign key (company_id, account_id) references bank.account (company_id, id);
create index deal_line_transfer on exchange.deal_line (company_id, transfer_id) where transfer_id is not null;
create index deal_line_account on exchange.deal_line (company_id, account_id);

-- The accounts by which foreign money of a deal goes, for lists; null: all of it is in notes.
alter table exchange.deal add column accounts text;

alter table bank.account force row level security;
alter table exchange.deal_line force row level security;
