-- Fixed since Agio 0.2.0.
-- The day of a counter, from opening to closing: what is dealt there carries its date.

create schema inventory;
grant usage on schema inventory to agio_runtime;

create table inventory.day (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  branch_id uuid not null,
  counter_id uuid not null,
  business_date date not null,
  -- 'opening': what lies in the drawer was counted, and has to be counted once more before the day is open.
  state text not null default 'open' check (state in ('opening', 'open', 'closed')),
  opened_at timestamptz not null,
  opened_by_id uuid not null,
  opened_by text not null,
  closed_at timestamptz,
  closed_by text,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id),
  check ((state = 'closed') = (closed_at is not null))
);
-- One day at a time for each counter.
create unique index day_counter_id_key on inventory.day (company_id, counter_id) where state in ('opening', 'open');
create index day_counter on inventory.day (company_id, counter_id, opened_at desc);
create index day_branch on inventory.day (company_id, branch_id);
create index day_date on inventory.day (company_id, business_date);
create index day_state on inventory.day (company_id, state);
create index day_opened on inventory.day (company_id, opened_at);
call kit.tenant('inventory.day');

-- What changes stock by the hand of the house itself: opening balances of a vault, floats between the places of a branch.
create table inventory.adjustment (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  kind text not null check (kind in ('opening', 'float')),
  -- 'requested': it is above the limit of its author, and another is to approve it; nothing is posted yet.
  state text not null default 'posted' check (state in ('requested', 'posted', 'rejected', 'withdrawn', 'reversed')),
  branch_id uuid not null,
  -- Null: the vault of the branch. What is opened comes from nowhere.
  from_counter_id uuid,
  to_counter_id uuid,
  business_date date not null,
  -- In local currency.
  value numeric(20, 4) not null default 0,
  -- What limits are asked for: at its cost or at the mid rates of that moment, whichever is more. Null for an opening in a currency
  -- that had none: only what is unlimited covers it.
  limit_value numeric(20, 4) default 0,
  note text not null default '',
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  -- Of what was requested: who approved, rejected or withdrew it.
  decided_at timestamptz,
  decided_by_id uuid,
  decided_by text,
  reversed_at timestamptz,
  reversed_by_id uuid,
  reversed_by text,
  reason text not null default '',
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, from_counter_id) references organisation.counter (company_id, id),
  foreign key (company_id, to_counter_id) references organisation.counter (company_id, id),
  check ((state = 'reversed') = (reversed_at is not null) and (reversed_at is null) = (reversed_by_id is null)),
  check (state not in ('rejected', 'withdrawn') or decided_at is not null),
  check (kind = 'opening' or state in ('posted', 'reversed')),
  check ((decided_at is null) = (decided_by_id is null) and not (state = 'requested' and decided_at is not null))
);
create index adjustment_kind on inventory.adjustment (company_id, kind);
create index adjustment_state on inventory.adjustment (company_id, state);
create index adjustment_branch on inventory.adjustment (company_id, branch_id);
create index adjustment_from on inventory.adjustment (company_id, from_counter_id);
create index adjustment_to on inventory.adjustment (company_id, to_counter_id);
create index adjustment_date on inventory.adjustment (company_id, business_date);
create index adjustment_created on inventory.adjustment (company_id, created_at);
call kit.tenant('inventory.adjustment');

create table inventory.adjustment_line (
  company_id uuid not null default kit.company() references organisation.company,
  adjustment_id uuid not null,
  position smallint not null,
  item_id uuid not null,
  quantity numeric(20, 4) not null check (quantity > 0),
  value numeric(20, 4) not null,
  -- Notes and coins, where they were counted: [{ kind, faceValue, count }].
  pieces jsonb not null default '[]',
  primary key (company_id, adjustment_id, position),
  foreign key (company_id, adjustment_id) references inventory.adjustment (company_id, id)
);
comment on table inventory.adjustment_line is 'Not captured: written once with its document, and never changed.';
call kit.tenant('inventory.adjustment_line', captured => false, rights => 'select, insert');

-- What was counted at a place, and by how much that differed from what should lie there.
create table inventory.count (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  kind text not null check (kind in ('opening', 'intraday', 'closing', 'vault')),
  -- 'confirming': a second person counts a vault; 'recount': it differs by too much, and is counted once more; 'superseded': it was
  -- submitted, and a later count of the same items is decided in its place.
  state text not null default 'draft'
    check (state in ('draft', 'confirming', 'recount', 'submitted', 'processed', 'superseded', 'cancelled')),
  branch_id uuid not null,
  counter_id uuid,
  day_id uuid,
  business_date date not null,
  note text not null default '',
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  -- When it was compared with what should lie there; the differences hold for that moment.
  compared_at timestamptz,
  -- In local currency, every difference taken as positive.
  variance numeric(20, 4),
  ended_at timestamptz,
  ended_by_id uuid,
  ended_by text,
  -- Of who decided on it; empty where it was posted as it was handed in.
  reason text not null default '',
  superseded_by_id uuid,
  primary key (company_id, id),
  foreign key (company_id, superseded_by_id) references inventory.count (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id),
  foreign key (company_id, day_id) references inventory.day (company_id, id),
  check ((kind = 'vault') = (counter_id is null) and (counter_id is null) = (day_id is null)),
  check ((state in ('processed', 'superseded', 'cancelled')) = (ended_at is not null)),
  check ((state = 'superseded') = (superseded_by_id is not null))
);
create index count_superseded on inventory.count (company_id, superseded_by_id);
create index count_kind on inventory.count (company_id, kind);
create index count_state on inventory.count (company_id, state);
create index count_branch on inventory.count (company_id, branch_id, state);
create index count_counter on inventory.count (company_id, counter_id, state);
create index count_day on inventory.count (company_id, day_id);
create index count_date on inventory.count (company_id, business_date);
create index count_created on inventory.count (company_id, created_at);
call kit.tenant('inventory.count');

-- Each time that it was counted: by whom, and compared with what should lie there at that moment.
create table inventory.count_take (
  company_id uuid not null default kit.company() references organisation.company,
  count_id uuid not null,
  take smallint not null check (take > 0),
  author_id uuid not null,
  author text not null,
  taken_at timestamptz not null,
  -- In local currency, every difference taken as positive.
  variance numeric(20, 4) not null,
  primary key (company_id, count_id, take),
  foreign key (company_id, count_id) references inventory.count (company_id, id)
);
comment on table inventory.count_take is 'Not captured: a draft is written anew with its count; what was handed in is kept as it was.';
call kit.tenant('inventory.count_take', captured => false, rights => 'select, insert, delete');

create table inventory.count_line (
  company_id uuid not null default kit.company() references organisation.company,
  count_id uuid not null,
  take smallint not null,
  position smallint not null,
  item_id uuid not null,
  counted numeric(20, 4) not null check (counted >= 0),
  pieces jsonb not null default '[]',
  expected numeric(20, 4) not null,
  -- Of the difference, in local currency.
  value numeric(20, 4) not null,
  primary key (company_id, count_id, take, position),
  foreign key (company_id, count_id, take) references inventory.count_take (company_id, count_id, take) on delete cascade
);
comment on table inventory.count_line is 'Not captured: written with its take, and never changed.';
call kit.tenant('inventory.count_line', captured => false, rights => 'select, insert, delete');
