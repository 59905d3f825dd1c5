-- Stock on the move: what one place asks of another, and what is sent.

-- What a place asks of another, in one or several loads.
create table inventory.request (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  state text not null check (state in ('open', 'inPart', 'completed', 'refused', 'cancelled')),
  -- Of whom it is asked; a null counter is the vault of the branch.
  from_branch_id uuid not null,
  from_counter_id uuid,
  to_branch_id uuid not null,
  to_counter_id uuid,
  note text not null default '',
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, from_branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, to_branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, from_counter_id) references organisation.counter (company_id, id),
  foreign key (company_id, to_counter_id) references organisation.counter (company_id, id)
);
create index request_from_counter on inventory.request (company_id, from_counter_id);
create index request_to_counter on inventory.request (company_id, to_counter_id);
create index request_state on inventory.request (company_id, state);
create index request_from on inventory.request (company_id, from_branch_id, created_at);
create index request_to on inventory.request (company_id, to_branch_id, created_at);
call kit.tenant('inventory.request');

create table inventory.request_line (
  company_id uuid not null default kit.company() references organisation.company,
  request_id uuid not null,
  position smallint not null,
  item_id uuid not null,
  quantity numeric(20, 4) not null check (quantity > 0),
  pieces jsonb not null default '[]',
  primary key (company_id, request_id, position),
  foreign key (company_id, request_id) references inventory.request (company_id, id)
);
call kit.tenant('inventory.request_line', rights => 'select, insert');

-- What one place sends to another.
create table inventory.transfer (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  -- 'pending': above the limit of its author, and another is to approve it; 'differing': it arrived, and not as it was sent.
  state text not null check (state in ('created', 'pending', 'approved', 'inTransit', 'differing', 'completed', 'rejected',
    'cancelled', 'rejectedReceipt', 'returned')),
  from_branch_id uuid not null,
  from_counter_id uuid,
  to_branch_id uuid not null,
  to_counter_id uuid,
  request_id uuid,
  -- What it has cost where it was sent, in local currency; what limits are asked for is that or the mid rates, whichever is more.
  value numeric(20, 4) not null default 0,
  limit_value numeric(20, 4) not null,
  bag text not null default '',
  carrier text not null default '',
  insured_value numeric(20, 4),
  expected_at timestamptz,
  note text not null default '',
  sent_date date,
  received_date date,
  -- When it left and came: notes and coins of a place are followed by it.
  sent_at timestamptz,
  received_at timestamptz,
  -- What was decided on a difference: written off as lost, or claimed of the carrier.
  outcome text check (outcome in ('writtenOff', 'claimed')),
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  sender_id uuid,
  receiver_id uuid,
  primary key (company_id, id),
  foreign key (company_id, request_id) references inventory.request (company_id, id),
  foreign key (company_id, from_branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, to_branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, from_counter_id) references organisation.counter (company_id, id),
  foreign key (company_id, to_counter_id) references organisation.counter (company_id, id),
  check (from_branch_id <> to_branch_id or from_counter_id is distinct from to_counter_id)
);
create index transfer_from_counter on inventory.transfer (company_id, from_counter_id);
create index transfer_to_counter on inventory.transfer (company_id, to_counter_id);
create index transfer_state on inventory.transfer (company_id, state);
create index transfer_from on inventory.transfer (company_id, from_branch_id, created_at);
create index transfer_to on inventory.transfer (company_id, to_branch_id, created_at);
create index transfer_created on inventory.transfer (company_id, created_at);
create index transfer_request on inventory.transfer (company_id, request_id);
call kit.tenant('inventory.transfer');

create table inventory.transfer_line (
  company_id uuid not null default kit.company() references organisation.company,
  transfer_id uuid not null,
  position smallint not null,
  item_id uuid not null,
  quantity numeric(20, 4) not null check (quantity > 0),
  pieces jsonb not null default '[]',
  -- Known once it is sent.
  value numeric(20, 4) not null default 0,
  -- What was counted where it arrived; null until then.
  received numeric(20, 4),
  received_pieces jsonb not null default '[]',
  primary key (company_id, transfer_id, position),
  foreign key (company_id, transfer_id) references inventory.transfer (company_id, id)
);
call kit.tenant('inventory.transfer_line', rights => 'select, insert, update');

-- Companies that were there before: the roles of the product send and take stock as new ones do. The rows of every company, for an
-- owner who is no superuser.
alter table access.role no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;
update access.role r set permissions = (select array_agg(distinct p order by p) from unnest(r.permissions || array['view_transfers', 'manage_transfers']) p)
  where base_role in ('teller', 'senior_teller', 'branch_manager', 'vault_keeper', 'treasury');
update access.role r set permissions = (select array_agg(distinct p order by p) from unnest(r.permissions || array['view_transfers']) p)
  where base_role in ('accountant', 'auditor');
alter table access.role force row level security;

-- The accounts of what is lost on its way, and of what carriers owe for it.
alter table organisation.company no force row level security;
alter table ledger.account no force row level security;
alter table ledger.mapping no force row level security;
insert into ledger.account (company_id, code, name, class)
  select c.company_id, a.code, a.name, a.class from organisation.company c
  cross join (values ('1430', 'Claims on carriers', 'asset'), ('5070', 'Transit loss', 'expense')) a (code, name, class)
  where exists (select from ledger.account l where l.company_id = c.company_id)
  on conflict (company_id, code) do nothing;
insert into ledger.mapping (company_id, part, account_id)
  select a.company_id, p.part, a.id from ledger.account a
  join (values ('1430', 'carrierClaim'), ('5070', 'transitLoss')) p (code, part) on p.code = a.code
  on conflict on constraint mapping_key do nothing;
alter table organisation.company force row level security;
alter table ledger.account force row level security;
alter table ledger.mapping force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;

-- Whether stock within a branch goes from hand to hand.
alter table settings.config drop constraint config_key_check,
  add check (key in ('RATE_PRECISION', 'RATE_SETTING_TYPE', 'COUNT_TOLERANCE', 'PASSWORD_LENGTH', 'PASSWORD_GUESSABLE',
    'SELVES_DAYS', 'TRANSIT_WITHIN_BRANCH'));
