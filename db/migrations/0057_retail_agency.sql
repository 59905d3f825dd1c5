-- What is sold for another: whose it is, which part of its price is ours from which day on, and what is owed and paid to whose it is.
alter table organisation.company no force row level security;
alter table retail.item no force row level security;
alter table retail.sale_line no force row level security;
alter table access.role no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;

create table retail.principal (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  code text not null,
  name text collate "und-x-icu" not null,
  contact text not null default '',
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint principal_code_key unique (company_id, code)
);
create index principal_name on retail.principal (company_id, name);
create index principal_enabled on retail.principal (company_id, is_enabled);
create index principal_created on retail.principal (company_id, created_at);
create index principal_code_search on retail.principal using gin (code gin_trgm_ops);
create index principal_name_search on retail.principal using gin (name gin_trgm_ops);
-- Principals were names on items before.
insert into retail.principal (company_id, code, name)
  select company_id, 'P' || row_number() over (partition by company_id order by principal), principal
  from (select distinct company_id, principal from retail.item where principal <> '') p;

-- The commission becomes fractions of the price from a day on, the tax on it included; the name becomes the principal.
update retail.item i set principal = coalesce((select p.id::text from retail.principal p
  where p.company_id = i.company_id and p.name = i.principal), '') where principal <> '';
alter table retail.item alter column principal drop default, alter column principal drop not null;
alter table retail.item alter column principal type uuid using nullif(principal, '')::uuid,
  alter column commission type jsonb using case when commission is null then '[]'
    else jsonb_build_array(jsonb_build_object('validFrom', '2000-01-01', 'rate', trim_scale(commission)::text)) end;
alter table retail.item alter column commission set default '[]', alter column commission set not null;
alter table retail.item rename column principal to principal_id;
alter table retail.item rename column commission to commissions;
alter table retail.item add foreign key (company_id, principal_id) references retail.principal (company_id, id);
create index item_principal on retail.item (company_id, principal_id);

-- What was fixed when it was sold: whose it is, the commission, and of what was taken the part that is not ours.
alter table retail.sale_line drop constraint sale_line_kind_check;
alter table retail.sale_line add constraint sale_line_kind_check check (kind in ('goods', 'service', 'agency')),
  add column principal_id uuid,
  add column commission numeric(9, 8),
  add column owed numeric(20, 4) not null default 0,
  add foreign key (company_id, principal_id) references retail.principal (company_id, id),
  add check ((kind = 'agency') = (principal_id is not null));
create index sale_line_principal on retail.sale_line (company_id, principal_id);
alter table retail.refund_line add column owed numeric(20, 4) not null default 0;
-- What refers to it was looked through before: an owner who is no superuser sees no row of it from here on.
call kit.tenant('retail.principal');

-- What is paid to a principal, or comes from one that owes, for all up to the last day of a statement.
create table retail.settlement (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  state text not null check (state in ('pending', 'posted', 'rejected', 'cancelled')),
  principal_id uuid not null,
  -- The last day of the statement.
  until date not null,
  -- Who pays, and the counter where it is cash.
  branch_id uuid not null,
  counter_id uuid,
  mode_id uuid not null,
  business_date date,
  -- Above zero it is paid to the principal, below it comes from there.
  amount numeric(20, 4) not null check (amount <> 0),
  reference text not null default '',
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, principal_id) references retail.principal (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id),
  foreign key (company_id, mode_id) references currencies.mode (company_id, id)
);
create index settlement_principal on retail.settlement (company_id, principal_id);
create index settlement_state on retail.settlement (company_id, state);
create index settlement_branch on retail.settlement (company_id, branch_id, created_at);
create index settlement_counter on retail.settlement (company_id, counter_id);
create index settlement_mode on retail.settlement (company_id, mode_id);
create index settlement_until on retail.settlement (company_id, until);
create index settlement_created on retail.settlement (company_id, created_at);
create index settlement_number on retail.settlement (company_id, number);
create index settlement_number_search on retail.settlement using gin (number gin_trgm_ops);
call kit.tenant('retail.settlement');

-- What of it was sold by which branch.
create table retail.settlement_line (
  company_id uuid not null default kit.company() references organisation.company,
  settlement_id uuid not null,
  branch_id uuid not null,
  amount numeric(20, 4) not null,
  primary key (company_id, settlement_id, branch_id),
  foreign key (company_id, settlement_id) references retail.settlement (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id)
);
create index settlement_line_branch on retail.settlement_line (company_id, branch_id);
call kit.tenant('retail.settlement_line', rights => 'select, insert');

-- Companies that were there before: the rights of the roles, and accounts for what is owed and what is earned.
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_retail_principals', 'manage_retail_principals']) p)
  where base_role in ('branch_manager', 'accountant');
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['authorise_retail_principals']) p)
  where base_role = 'accountant';
alter table ledger.account no force row level security;
alter table ledger.mapping no force row level security;
insert into ledger.account (company_id, code, name, class, party)
  select c.company_id, a.code, a.name, a.class, a.party from organisation.company c,
    (values ('2060', 'Principals', 'liability', 'principal'), ('4035', 'Agency commission', 'income', null)) a (code, name, class, party)
  where exists (select from ledger.account l where l.company_id = c.company_id)
  on conflict (company_id, code) do nothing;
insert into ledger.mapping (company_id, part, account_id)
  select a.company_id, p.part, a.id from ledger.account a
  join (values ('2060', 'principalPayable'), ('4035', 'retailCommission')) p (code, part) on p.code = a.code
  on conflict on constraint mapping_key do nothing;
alter table organisation.company force row level security;
alter table retail.item force row level security;
alter table retail.sale_line force row level security;
alter table access.role force row level security;
alter table ledger.account force row level security;
alter table ledger.mapping force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;
