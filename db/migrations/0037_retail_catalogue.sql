-- What the counter sells beside money.
create schema retail;
grant usage on schema retail to agio_runtime;

create table retail.tax (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  code text not null,
  name text collate "und-x-icu" not null,
  kind text not null check (kind in ('standard', 'zero', 'exempt', 'outOfScope')),
  is_included boolean not null,
  -- The rates from a day on, in the order in which they are compounded.
  versions jsonb not null default '[]',
  -- That of all that says nothing else.
  is_default boolean not null default false,
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint tax_code_key unique (company_id, code)
);
create index tax_name on retail.tax (company_id, name);
create index tax_kind on retail.tax (company_id, kind);
create index tax_enabled on retail.tax (company_id, is_enabled);
create index tax_created on retail.tax (company_id, created_at);
create index tax_code_search on retail.tax using gin (code gin_trgm_ops);
create index tax_name_search on retail.tax using gin (name gin_trgm_ops);
create unique index tax_default on retail.tax (company_id) where is_default;
call kit.tenant('retail.tax');

create table retail.category (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  code text not null,
  name text collate "und-x-icu" not null,
  parent_id uuid,
  sort_order smallint not null default 0,
  tax_id uuid,
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint category_code_key unique (company_id, code),
  foreign key (company_id, parent_id) references retail.category (company_id, id),
  foreign key (company_id, tax_id) references retail.tax (company_id, id)
);
create index category_name on retail.category (company_id, name);
create index category_parent on retail.category (company_id, parent_id);
create index category_tax on retail.category (company_id, tax_id);
create index category_sort on retail.category (company_id, sort_order);
create index category_enabled on retail.category (company_id, is_enabled);
create index category_created on retail.category (company_id, created_at);
create index category_code_search on retail.category using gin (code gin_trgm_ops);
create index category_name_search on retail.category using gin (name gin_trgm_ops);
call kit.tenant('retail.category');

create table retail.item (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  sku text not null,
  name text collate "und-x-icu" not null,
  kind text not null check (kind in ('goods', 'service', 'agency')),
  unit text not null,
  supplier text not null default '',
  category_id uuid,
  tax_id uuid,
  -- Open: asked at the counter, within bounds where there are any.
  price_mode text not null check (price_mode in ('fixed', 'open')),
  price numeric(20, 4),
  least_price numeric(20, 4),
  most_price numeric(20, 4),
  tax_mode text not null check (tax_mode in ('asTax', 'withTax', 'withoutTax')),
  -- The part that is ours of what is sold for another, and whose the rest is.
  commission numeric(9, 8),
  principal text not null default '',
  is_undiscounted boolean not null default false,
  asks_customer boolean not null default false,
  is_precious boolean not null default false,
  reorder_level numeric(20, 4),
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint item_sku_key unique (company_id, sku),
  foreign key (company_id, category_id) references retail.category (company_id, id),
  foreign key (company_id, tax_id) references retail.tax (company_id, id),
  check (price_mode = 'open' or price is not null)
);
create index item_name on retail.item (company_id, name);
create index item_kind on retail.item (company_id, kind);
create index item_category on retail.item (company_id, category_id);
create index item_tax on retail.item (company_id, tax_id);
create index item_enabled on retail.item (company_id, is_enabled);
create index item_created on retail.item (company_id, created_at);
create index item_sku_search on retail.item using gin (sku gin_trgm_ops);
create index item_name_search on retail.item using gin (name gin_trgm_ops);
call kit.tenant('retail.item');

-- A barcode stands for so many units of one item: a pack has its own.
create table retail.barcode (
  company_id uuid not null default kit.company() references organisation.company,
  code text not null,
  item_id uuid not null,
  units int not null check (units > 0),
  primary key (company_id, code),
  foreign key (company_id, item_id) references retail.item (company_id, id)
);
create index barcode_item on retail.barcode (company_id, item_id);
call kit.tenant('retail.barcode');
