-- What comes back of a sale.
create table retail.refund (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  state text not null check (state in ('pending', 'approved', 'settled', 'rejected', 'cancelled')),
  sale_id uuid not null,
  -- The branch of the sale, to whose store goods come back, and the counter that pays.
  branch_id uuid not null,
  counter_id uuid not null,
  business_date date,
  reason text not null check (reason <> ''),
  discount numeric(20, 4) not null,
  net numeric(20, 4) not null,
  tax numeric(20, 4) not null,
  total numeric(20, 4) not null,
  rounding numeric(20, 4) not null default 0,
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  settled_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, sale_id) references retail.sale (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id)
);
create index refund_number on retail.refund (company_id, number);
create index refund_sale on retail.refund (company_id, sale_id);
create index refund_state on retail.refund (company_id, state);
create index refund_branch on retail.refund (company_id, branch_id, created_at);
create index refund_counter on retail.refund (company_id, counter_id);
create index refund_created on retail.refund (company_id, created_at);
create index refund_number_search on retail.refund using gin (number gin_trgm_ops);
call kit.tenant('retail.refund');

-- The share of a line of the sale: its price, discount, tax and cost as they were.
create table retail.refund_line (
  company_id uuid not null default kit.company() references organisation.company,
  refund_id uuid not null,
  position smallint not null,
  sale_id uuid not null,
  sale_position smallint not null,
  quantity numeric(20, 4) not null check (quantity > 0),
  gross numeric(20, 4) not null,
  discount numeric(20, 4) not null,
  net numeric(20, 4) not null,
  taxes jsonb not null,
  tax numeric(20, 4) not null,
  total numeric(20, 4) not null,
  cost numeric(20, 4) not null,
  primary key (company_id, refund_id, position),
  foreign key (company_id, refund_id) references retail.refund (company_id, id),
  foreign key (company_id, sale_id, sale_position) references retail.sale_line (company_id, sale_id, position)
);
create index refund_line_sold on retail.refund_line (company_id, sale_id, sale_position);
call kit.tenant('retail.refund_line', rights => 'select, insert');

create table retail.refund_payment (
  company_id uuid not null default kit.company() references organisation.company,
  refund_id uuid not null,
  position smallint not null,
  -- The payment of the sale that goes back, or a part of it.
  sale_id uuid not null,
  sale_position smallint not null,
  amount numeric(20, 4) not null,
  primary key (company_id, refund_id, position),
  foreign key (company_id, refund_id) references retail.refund (company_id, id),
  foreign key (company_id, sale_id, sale_position) references retail.sale_payment (company_id, sale_id, position)
);
create index refund_payment_paid on retail.refund_payment (company_id, sale_id, sale_position);
call kit.tenant('retail.refund_payment', rights => 'select, insert');

-- Companies that were there before: the roles that sell take back too, each within its limit.
alter table access.role no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['refund_retail_sales']) p)
  where base_role in ('teller', 'senior_teller', 'branch_manager');
alter table access.role force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;
