-- Whether the company may sell goods at all, and how it rounds their tax.
create table retail.policy (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  is_on boolean not null default false,
  -- The approval by which it may, where its country asks for one.
  reference text not null default '',
  approved_on date,
  document_id uuid,
  tax_by text not null default 'line' check (tax_by in ('line', 'receipt')),
  primary key (company_id, id),
  constraint policy_company_key unique (company_id),
  foreign key (company_id, document_id) references kit.file (company_id, id)
);
create index policy_document on retail.policy (company_id, document_id);
call kit.tenant('retail.policy');

-- What differs in a branch: the tax of all that says nothing else there, and single items.
create table retail.branch_tax (
  company_id uuid not null default kit.company() references organisation.company,
  branch_id uuid not null,
  tax_id uuid,
  version int not null default 1,
  primary key (company_id, branch_id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, tax_id) references retail.tax (company_id, id)
);
create index branch_tax_tax on retail.branch_tax (company_id, tax_id);
call kit.tenant('retail.branch_tax');

create table retail.branch_item (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  branch_id uuid not null,
  item_id uuid not null,
  tax_id uuid,
  price numeric(20, 4),
  reorder_level numeric(20, 4),
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint branch_item_item_id_key unique (company_id, branch_id, item_id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, item_id) references retail.item (company_id, id),
  foreign key (company_id, tax_id) references retail.tax (company_id, id)
);
create index branch_item_item on retail.branch_item (company_id, item_id);
create index branch_item_tax on retail.branch_item (company_id, tax_id);
create index branch_item_enabled on retail.branch_item (company_id, is_enabled);
create index branch_item_created on retail.branch_item (company_id, created_at);
call kit.tenant('retail.branch_item');

-- A sale above the limits of its maker waits for another person, who lets so much through.
alter table retail.sale drop constraint sale_state_check;
alter table retail.sale add constraint sale_state_check check (state in ('open', 'waiting', 'settled', 'cancelled')),
  add column discount_percent numeric(9, 4) not null default 0,
  add column below_cost numeric(20, 4) not null default 0,
  add column allowed_percent numeric(9, 4) not null default 0,
  add column allowed_below numeric(20, 4) not null default 0;
-- Who said how a line is taxed: the item in the branch, the item, its category, the branch or the company.
alter table retail.sale_line add column tax_from text
  check (tax_from in ('branchItem', 'item', 'category', 'branch', 'company')),
  -- What the category was called then: reports of a past day do not change with the catalogue.
  add column category text not null default '';
-- Reports are by the day of the branch.
create index sale_day on retail.sale (company_id, business_date) where state = 'settled';
create index refund_day on retail.refund (company_id, business_date) where state = 'settled';

-- Receipts are one reason of several for which goods come in or go out.
alter table retail.receipt rename to adjustment;
alter table retail.receipt_line rename to adjustment_line;
alter table retail.adjustment_line rename column receipt_id to adjustment_id;
drop trigger capture on retail.adjustment;
drop trigger capture_added on retail.adjustment;
drop policy company on retail.adjustment;
call kit.tenant('retail.adjustment');
drop trigger capture on retail.adjustment_line;
drop trigger capture_added on retail.adjustment_line;
drop policy company on retail.adjustment_line;
call kit.tenant('retail.adjustment_line', rights => 'select, insert, update');
alter table retail.adjustment drop constraint receipt_state_check;
alter table retail.adjustment add constraint adjustment_state_check check (state in ('pending', 'posted', 'rejected', 'cancelled')),
  alter column business_date drop not null,
  add column note text not null default '',
  add column reason text not null default 'receipt'
    check (reason in ('receipt', 'opening', 'supplierReturn', 'damaged', 'expired', 'ownUse'));
create index adjustment_state on retail.adjustment (company_id, state);
create index adjustment_reason on retail.adjustment (company_id, reason);

-- Companies that were there before: the rights of the roles, and accounts for goods that are gone.
alter table access.role no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_retail_reports', 'view_retail_margin']) p)
  where base_role in ('branch_manager', 'accountant');
alter table access.role force row level security;
alter table organisation.company no force row level security;
alter table ledger.account no force row level security;
alter table ledger.mapping no force row level security;
insert into ledger.account (company_id, code, name, class)
  select c.company_id, a.code, a.name, 'expense' from organisation.company c,
    (values ('5061', 'Goods written off'), ('5062', 'Goods for own use')) a (code, name)
  where exists (select from ledger.account l where l.company_id = c.company_id)
  on conflict (company_id, code) do nothing;
insert into ledger.mapping (company_id, part, account_id)
  select a.company_id, p.part, a.id from ledger.account a
  join (values ('5061', 'retailLoss'), ('5062', 'retailOwnUse')) p (code, part) on p.code = a.code
  on conflict on constraint mapping_key do nothing;
alter table organisation.company force row level security;
alter table ledger.account force row level security;
alter table ledger.mapping force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;
