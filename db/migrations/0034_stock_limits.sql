-- Stock limits: how much of each currency a place should have, and what was found beyond them.

create table inventory.stock_limit (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  -- One of them, or none: the limit of the whole company.
  region_id uuid,
  branch_id uuid,
  counter_id uuid,
  -- A currency, or a part of one that has a stock of its own; null: all cash of the place, in local currency.
  item_id uuid,
  unit text not null default 'units' check (unit in ('units', 'local')),
  -- Zero is a limit, null is none of this level.
  minimum numeric(20, 4) check (minimum >= 0),
  target numeric(20, 4) check (target >= 0),
  maximum numeric(20, 4) check (maximum >= 0),
  -- In how many units it is sent from place to place.
  bundle numeric(20, 4) check (bundle > 0),
  act text not null default 'block' check (act in ('warn', 'block')),
  primary key (company_id, id),
  foreign key (company_id, region_id) references organisation.region (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id),
  constraint stock_limit_key unique nulls not distinct (company_id, region_id, branch_id, counter_id, item_id),
  check (num_nonnulls(region_id, branch_id, counter_id) <= 1),
  check (item_id is not null or unit = 'local')
);
create index stock_limit_branch on inventory.stock_limit (company_id, branch_id);
create index stock_limit_counter on inventory.stock_limit (company_id, counter_id);
call kit.tenant('inventory.stock_limit');

-- What lies beyond a limit, from when it was found until it no longer does: one alert.
create table inventory.limit_breach (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  branch_id uuid not null,
  counter_id uuid,
  item_id uuid,
  kind text not null check (kind in ('minimum', 'maximum')),
  since timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id),
  constraint limit_breach_key unique nulls not distinct (company_id, branch_id, counter_id, item_id, kind)
);
create index limit_breach_counter on inventory.limit_breach (company_id, counter_id);
call kit.tenant('inventory.limit_breach');
