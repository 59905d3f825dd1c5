-- What is sold at the counter, and what came in to be sold.
create table retail.sale (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null default '',
  state text not null check (state in ('open', 'settled', 'cancelled')),
  -- By which a basket that is put aside is found again.
  name text not null default '',
  branch_id uuid not null,
  counter_id uuid not null,
  business_date date,
  tax_by text not null check (tax_by in ('line', 'receipt')),
  discount numeric(20, 4) not null default 0,
  net numeric(20, 4) not null,
  tax numeric(20, 4) not null,
  total numeric(20, 4) not null,
  rounding numeric(20, 4) not null default 0,
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  settled_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id)
);
create index sale_number on retail.sale (company_id, number);
create index sale_state on retail.sale (company_id, state);
create index sale_branch on retail.sale (company_id, branch_id, created_at);
create index sale_counter on retail.sale (company_id, counter_id);
create index sale_created on retail.sale (company_id, created_at);
create index sale_number_search on retail.sale using gin (number gin_trgm_ops);
call kit.tenant('retail.sale');

-- As it was sold: what the item is called or taxed later changes nothing here.
create table retail.sale_line (
  company_id uuid not null default kit.company() references organisation.company,
  sale_id uuid not null,
  position smallint not null,
  item_id uuid not null,
  sku text not null,
  name text not null,
  unit text not null,
  kind text not null check (kind in ('goods', 'service')),
  quantity numeric(20, 4) not null check (quantity > 0),
  price numeric(20, 4) not null,
  is_included boolean not null,
  rates jsonb not null,
  gross numeric(20, 4) not null,
  discount numeric(20, 4) not null,
  net numeric(20, 4) not null,
  taxes jsonb not null,
  tax numeric(20, 4) not null,
  total numeric(20, 4) not null,
  cost numeric(20, 4) not null default 0,
  primary key (company_id, sale_id, position),
  foreign key (company_id, sale_id) references retail.sale (company_id, id),
  foreign key (company_id, item_id) references retail.item (company_id, id)
);
create index sale_line_item on retail.sale_line (company_id, item_id);
call kit.tenant('retail.sale_line');

create table retail.sale_payment (
  company_id uuid not null default kit.company() references organisation.company,
  sale_id uuid not null,
  position smallint not null,
  mode_id uuid not null,
  tendered numeric(20, 4) not null,
  amount numeric(20, 4) not null,
  primary key (company_id, sale_id, position),
  foreign key (company_id, sale_id) references retail.sale (company_id, id),
  foreign key (company_id, mode_id) references currencies.mode (company_id, id)
);
create index sale_payment_mode on retail.sale_payment (company_id, mode_id);
call kit.tenant('retail.sale_payment', rights => 'select, insert');

-- Goods that a supplier has delivered.
create table retail.receipt (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  state text not null check (state = 'posted'),
  branch_id uuid not null,
  supplier text not null,
  invoice text not null,
  business_date date not null,
  value numeric(20, 4) not null,
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id)
);
create index receipt_branch on retail.receipt (company_id, branch_id, created_at);
create index receipt_created on retail.receipt (company_id, created_at);
create index receipt_supplier on retail.receipt (company_id, supplier);
create index receipt_supplier_search on retail.receipt using gin (supplier gin_trgm_ops);
create index receipt_number_search on retail.receipt using gin (number gin_trgm_ops);
create index receipt_number on retail.receipt (company_id, number);
call kit.tenant('retail.receipt');

create table retail.receipt_line (
  company_id uuid not null default kit.company() references organisation.company,
  receipt_id uuid not null,
  position smallint not null,
  item_id uuid not null,
  quantity numeric(20, 4) not null check (quantity > 0),
  cost numeric(20, 4) not null check (cost >= 0),
  primary key (company_id, receipt_id, position),
  foreign key (company_id, receipt_id) references retail.receipt (company_id, id),
  foreign key (company_id, item_id) references retail.item (company_id, id)
);
create index receipt_line_item on retail.receipt_line (company_id, item_id);
call kit.tenant('retail.receipt_line', rights => 'select, insert');

-- Companies that were there before: the roles of the product sell as new ones do, and an account takes what suppliers are owed.
alter table access.role no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_retail_sales', 'create_retail_sales']) p)
  where base_role in ('teller', 'senior_teller', 'branch_manager');
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_retail_stock', 'manage_retail_stock']) p)
  where base_role = 'branch_manager';
alter table access.role force row level security;
alter table organisation.company no force row level security;
alter table ledger.account no force row level security;
alter table ledger.mapping no force row level security;
insert into ledger.account (company_id, code, name, class)
  select c.company_id, '2050', 'Suppliers of goods', 'liability' from organisation.company c
  where exists (select from ledger.account l where l.company_id = c.company_id)
  on conflict (company_id, code) do nothing;
insert into ledger.mapping (company_id, part, account_id)
  select a.company_id, 'supplierPayable', a.id from ledger.account a where a.code = '2050'
  on conflict on constraint mapping_key do nothing;
alter table organisation.company force row level security;
alter table ledger.account force row level security;
alter table ledger.mapping force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;
