-- Goods of stores are transferred and counted as money is: by the same documents.
alter table inventory.transfer add holds text not null default 'money' check (holds in ('money', 'goods')),
  -- Goods lie in the store of a branch, at no counter.
  add check (holds = 'money' or (from_counter_id is null and to_counter_id is null));
create index transfer_holds on inventory.transfer (company_id, holds, created_at);

-- 'store': goods, all of them or those of some categories.
alter table inventory.count drop constraint count_kind_check, drop constraint count_check,
  add constraint count_kind_check check (kind in ('opening', 'intraday', 'closing', 'vault', 'store')),
  add constraint count_check check ((kind in ('vault', 'store')) = (counter_id is null) and (counter_id is null) = (day_id is null)),
  -- Null: all of it, or no store. Counts that were there before are what the audit says of them.
  add category_ids uuid[],
  add check (kind = 'store' or category_ids is null);

-- Companies that were there before: the account of goods on their way. The rows of every company, for an owner who is no superuser.
alter table organisation.company no force row level security;
alter table ledger.account no force row level security;
alter table ledger.mapping no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;
insert into ledger.account (company_id, code, name, class, keeps)
  select c.company_id, '1130', 'Goods in transit', 'asset', 'transit' from organisation.company c
  where exists (select from ledger.account l where l.company_id = c.company_id)
  on conflict (company_id, code) do nothing;
insert into ledger.mapping (company_id, part, account_id)
  select a.company_id, 'goodsInTransit', a.id from ledger.account a where a.code = '1130' and a.keeps = 'transit'
  on conflict on constraint mapping_key do nothing;
alter table organisation.company force row level security;
alter table ledger.account force row level security;
alter table ledger.mapping force row level security;
alter table kit.audit_change force row level security;
alter table kit.unsealed force row level security;
alter table kit.revision force row level security;
