-- Goods are kept by quantity, by serial, or by batch with a last day of sale; sold out is refused, or only warned of.
alter table retail.item
  add column tracking text not null default 'quantity' check (tracking in ('quantity', 'serial', 'batch')),
  add column sold_out text not null default 'refuse' check (sold_out in ('refuse', 'warn')),
  add check (tracking = 'quantity' or (kind = 'goods' and sold_out = 'refuse'));

-- Serials as they were typed, and batches as [{code, expiresOn, quantity}], of each line of a document.
alter table retail.adjustment_line add column serials text[] not null default '{}', add column batches jsonb not null default '[]';
alter table retail.sale_line add column serials text[] not null default '{}', add column batches jsonb not null default '[]';
alter table retail.refund_line add column serials text[] not null default '{}', add column batches jsonb not null default '[]';

-- A serial is one row, however often it comes and goes.
create table retail.serial (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  item_id uuid not null,
  -- Without blanks, hyphens and padding: two spellings are one.
  key text not null,
  typed text not null,
  branch_id uuid not null,
  state text not null check (state in ('stock', 'held', 'sold', 'gone')),
  -- Which holds it, or has sold it last; a hold ends with its day.
  sale_id uuid,
  held_on date,
  primary key (company_id, id),
  constraint serial_key_key unique (company_id, key),
  foreign key (company_id, item_id) references retail.item (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, sale_id) references retail.sale (company_id, id),
  check ((state in ('held', 'sold')) = (sale_id is not null)),
  check ((state = 'held') = (held_on is not null))
);
create index serial_item on retail.serial (company_id, item_id);
create index serial_branch on retail.serial (company_id, branch_id);
create index serial_sale on retail.serial (company_id, sale_id);
call kit.tenant('retail.serial', rights => 'select, insert, update');

-- The story of a serial.
create table retail.serial_event (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  serial_id uuid not null,
  at timestamptz not null,
  act text not null check (act in ('receipt', 'opening', 'hold', 'release', 'sale', 'return', 'supplierReturn', 'damaged',
    'expired', 'ownUse')),
  branch_id uuid not null,
  document_id uuid not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, serial_id) references retail.serial (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id)
);
create index serial_event_serial on retail.serial_event (company_id, serial_id, at);
create index serial_event_branch on retail.serial_event (company_id, branch_id);
call kit.tenant('retail.serial_event', rights => 'select, insert');

create table retail.batch (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  item_id uuid not null,
  code text not null,
  -- The last day on which it may be sold.
  expires_on date not null,
  primary key (company_id, id),
  constraint batch_code_key unique (company_id, item_id, code),
  foreign key (company_id, item_id) references retail.item (company_id, id)
);
call kit.tenant('retail.batch', rights => 'select, insert');

create table retail.batch_stock (
  company_id uuid not null default kit.company() references organisation.company,
  batch_id uuid not null,
  branch_id uuid not null,
  quantity numeric(20, 4) not null check (quantity >= 0),
  primary key (company_id, branch_id, batch_id),
  foreign key (company_id, batch_id) references retail.batch (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id)
);
create index batch_stock_batch on retail.batch_stock (company_id, batch_id);
call kit.tenant('retail.batch_stock', rights => 'select, insert, update');
