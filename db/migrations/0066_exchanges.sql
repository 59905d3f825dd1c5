alter table retail.sale no force row level security;
alter table retail.refund no force row level security;

-- Goods that come back pay for others: both documents in one transaction, set off.
alter table retail.sale
  add column refund_id uuid,
  add column refund_number text not null default '',
  -- What of the return pays the goods; what is above their price is paid out.
  add column refund_owed numeric(20, 4) not null default 0,
  add foreign key (company_id, refund_id) references retail.refund (company_id, id);
create index sale_refund on retail.sale (company_id, refund_id);
-- It was not handed out: it paid for other goods.
alter table retail.refund_payment add column is_set_off boolean not null default false;

alter table retail.sale force row level security;
alter table retail.refund force row level security;
