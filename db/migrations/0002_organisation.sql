-- Fixed since Agio 0.2.0.
create schema organisation;
grant usage on schema organisation to agio_runtime;

create table organisation.company (
  company_id uuid not null default kit.company() primary key,
  name text collate "und-x-icu" not null,
  registration_number text not null default '',
  country text not null check (country ~ '^[A-Z]{2}$'),
  time_zone text not null,
  local_currency text not null check (local_currency ~ '^[A-Z]{3}$'),
  -- Under which tax is collected, as receipts print it.
  tax_number text not null default '',
  licence_number text not null default '',
  licence_expiry date,
  address text not null default '',
  phone text not null default '',
  email text not null default '',
  website text not null default '',
  logo_file_id uuid,
  plan text not null default 'standard',
  plan_expiry date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  foreign key (company_id, logo_file_id) references kit.file (company_id, id)
);
create index company_logo on organisation.company (company_id, logo_file_id);
-- The plan is the vendor's word, not the company's: the running server may read it and never write it.
call kit.tenant('organisation.company', rights => 'select', remembered => true);
grant insert on organisation.company to agio_runtime;
grant update (name, registration_number, tax_number, country, time_zone, local_currency, licence_number, licence_expiry, address,
              phone, email, website, logo_file_id, version) on organisation.company to agio_runtime;

-- The plans of all companies: whether there is any company, and a demonstration among them, is asked before one is known.
create policy housekeeping on organisation.company to current_user using (true);
-- Not in plain SQL, which is planned when it is made: migrations run with row security off, and an owner who is no superuser
-- may not do that to a table under a policy.
create function organisation.plans() returns setof text language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return query select distinct c.plan from organisation.company c;
end
$$;
revoke all on function organisation.plans() from public;
grant execute on function organisation.plans() to agio_runtime;

-- For an operator's command that does the same in each.
create function organisation.companies() returns table (id uuid, name text) language plpgsql stable security definer
  set search_path = pg_catalog as $$
begin
  return query select c.company_id, c.name from organisation.company c order by c.name, c.company_id;
end
$$;
revoke all on function organisation.companies() from public;
grant execute on function organisation.companies() to agio_runtime;

create table organisation.company_module (
  company_id uuid not null default kit.company() references organisation.company,
  app_code text not null,
  module_code text not null,
  is_enabled boolean not null default true,
  primary key (company_id, app_code, module_code)
);
call kit.tenant('organisation.company_module');

create table organisation.region (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  code text not null,
  name text collate "und-x-icu" not null,
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint region_code_key unique (company_id, code)
);
create index region_name on organisation.region (company_id, name);
create index region_enabled on organisation.region (company_id, is_enabled);
create index region_created on organisation.region (company_id, created_at);
create index region_code_search on organisation.region using gin (code gin_trgm_ops);
create index region_name_search on organisation.region using gin (name gin_trgm_ops);
call kit.tenant('organisation.region');

create table organisation.branch (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  region_id uuid,
  code text not null,
  name text collate "und-x-icu" not null,
  address text not null default '',
  phone text not null default '',
  time_zone text,
  is_only_view boolean not null default false,
  -- Where lies what is the company's own and no branch's: its bank accounts, its capital.
  is_head_office boolean not null default false,
  receipt_header text not null default '',
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint branch_code_key unique (company_id, code),
  foreign key (company_id, region_id) references organisation.region (company_id, id)
);
create index branch_region on organisation.branch (company_id, region_id);
create unique index branch_is_head_office_key on organisation.branch (company_id) where is_head_office;
create index branch_name on organisation.branch (company_id, name);
create index branch_enabled on organisation.branch (company_id, is_enabled);
create index branch_only_view on organisation.branch (company_id, is_only_view);
create index branch_created on organisation.branch (company_id, created_at);
create index branch_code_search on organisation.branch using gin (code gin_trgm_ops);
create index branch_name_search on organisation.branch using gin (name gin_trgm_ops);
call kit.tenant('organisation.branch', remembered => true);

create table organisation.counter (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  branch_id uuid not null,
  code text not null,
  name text collate "und-x-icu" not null,
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint counter_code_key unique (company_id, branch_id, code),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id)
);
create index counter_code on organisation.counter (company_id, code);
create index counter_name on organisation.counter (company_id, name);
create index counter_enabled on organisation.counter (company_id, is_enabled);
create index counter_created on organisation.counter (company_id, created_at);
create index counter_code_search on organisation.counter using gin (code gin_trgm_ops);
create index counter_name_search on organisation.counter using gin (name gin_trgm_ops);
call kit.tenant('organisation.counter', remembered => true);

-- The numbers of documents of any kind, without gaps, by branch, kind and year.
create table organisation.number_series (
  company_id uuid not null default kit.company(),
  branch_id uuid not null,
  kind text not null,
  year smallint not null,
  last int not null,
  primary key (company_id, branch_id, kind, year),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id)
);
comment on table organisation.number_series is 'Not captured: the documents carry the numbers.';
call kit.tenant('organisation.number_series', captured => false, rights => 'select, insert, update');

-- The counters where somebody may work now, and where they lie; the modules above read it.
create view organisation.counter_read with (security_invoker = true) as
  select c.company_id, c.id as counter_id, b.id as branch_id, b.region_id
  from organisation.counter c join organisation.branch b on b.company_id = c.company_id and b.id = c.branch_id
  where c.is_enabled and b.is_enabled and not b.is_only_view;
grant select on organisation.counter_read to agio_runtime;

-- What counters and branches are called, those that are off included: for lists of what lies or happened there.
create view organisation.counter_name_read with (security_invoker = true) as
  select c.company_id, c.id as counter_id, c.branch_id, c.name from organisation.counter c;
grant select on organisation.counter_name_read to agio_runtime;
create view organisation.branch_name_read with (security_invoker = true) as
  select b.company_id, b.id as branch_id, b.name from organisation.branch b;
grant select on organisation.branch_name_read to agio_runtime;
