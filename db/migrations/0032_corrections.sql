-- What changes stock outside a deal, a count and a transfer, with its reason.
create table inventory.correction (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  reason text not null check (reason in ('counterfeit', 'damaged', 'correction', 'exchange', 'shortOver')),
  state text not null check (state in ('draft', 'pending', 'processed', 'rejected', 'cancelled', 'reversed')),
  branch_id uuid not null,
  -- Null: the vault of the branch.
  counter_id uuid,
  business_date date,
  -- In local currency, every line taken as positive; what limits are asked for is that or the mid rates, whichever is more.
  value numeric(20, 4) not null default 0,
  limit_value numeric(20, 4) not null default 0,
  note text not null default '',
  -- Of counterfeit notes: their serial numbers, who brought them, the reference of the police or the bank, the deal they came with.
  serials text not null default '',
  brought_by text not null default '',
  reference text not null default '',
  deal_number text not null default '',
  -- Its lines are those of this revision: a draft that is changed has new ones, and the old stay.
  revision int not null default 1,
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id)
);
create index correction_state on inventory.correction (company_id, state);
create index correction_reason on inventory.correction (company_id, reason);
create index correction_branch on inventory.correction (company_id, branch_id, created_at);
create index correction_counter on inventory.correction (company_id, counter_id);
create index correction_number on inventory.correction (company_id, number);
create index correction_number_search on inventory.correction using gin (number gin_trgm_ops);
create index correction_date on inventory.correction (company_id, business_date);
create index correction_created on inventory.correction (company_id, created_at);
call kit.tenant('inventory.correction');

create table inventory.correction_line (
  company_id uuid not null default kit.company() references organisation.company,
  correction_id uuid not null,
  revision int not null,
  position smallint not null,
  item_id uuid not null,
  -- Above zero what comes in, below what goes out.
  quantity numeric(20, 4) not null check (quantity <> 0),
  pieces jsonb not null default '[]',
  -- In local currency, of what comes in at a cost that was typed; else by the books.
  cost numeric(20, 4),
  primary key (company_id, correction_id, revision, position),
  foreign key (company_id, correction_id) references inventory.correction (company_id, id)
);
create trigger append_only before update or delete on inventory.correction_line for each row execute function kit.refuse_change();
call kit.tenant('inventory.correction_line', rights => 'select, insert');

-- The account of damaged notes, and the permissions, in companies that were there before.
alter table organisation.company no force row level security;
alter table ledger.account no force row level security;
alter table ledger.mapping no force row level security;
alter table access.role no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;
insert into ledger.account (company_id, code, name, class)
  select c.company_id, '5080', 'Damaged notes', 'expense' from organisation.company c
  where exists (select from ledger.account l where l.company_id = c.company_id)
  on conflict (company_id, code) do nothing;
insert into ledger.mapping (company_id, part, account_id)
  select a.company_id, 'damaged', a.id from ledger.account a where a.code = '5080'
  on conflict on constraint mapping_key do nothing;
update access.role r set permissions = (select array_agg(distinct p order by p) from unnest(r.permissions || array['view_stock_adjustments', 'manage_stock_adjustments']) p)
  where base_role in ('branch_manager', 'vault_keeper', 'treasury', 'accountant');
update access.role r set permissions = (select array_agg(distinct p order by p) from unnest(r.permissions || array['view_stock_adjustments']) p)
  where base_role = 'auditor';
alter table organisation.company force row level security;
alter table ledger.account force row level security;
alter table ledger.mapping force row level security;
alter table access.role force row level security;
alter table kit.audit_change force row level security;
alter table kit.unsealed force row level security;
alter table kit.revision force row level security;
