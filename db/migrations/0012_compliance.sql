-- Fixed since Agio 0.2.0.
create schema compliance;
grant usage on schema compliance to agio_runtime;

-- A pack of due-diligence rules was switched on or off; the last word counts, and none is taken back.
create table compliance.cdd_pack_switch (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  pack text not null,
  is_enabled boolean not null,
  reason text not null default '',
  author_id uuid not null,
  author text not null,
  at timestamptz not null,
  primary key (company_id, id)
);
call kit.tenant('compliance.cdd_pack_switch', rights => 'select, insert', remembered => true);

-- The terms of a company for a rule of a law, made for one version of that law; or a revision of a rule of its own, which
-- says its nature too. A change is a further revision: none is ever written over.
create table compliance.cdd_rule (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  code text not null,
  revision int not null check (revision > 0),
  base_version int,
  name text not null default '',
  service text check (service in ('money_changing', 'remittance')),
  direction text check (direction in ('both', 'buy', 'sell')),
  instrument text check (instrument in ('any', 'cash')),
  metric text check (metric in ('single', 'linkedSeries', 'sameDay', 'rolling24h', 'rollingDays', 'count',
    'thirdPartyCash')),
  currency text check (currency ~ '^[A-Z]{3}$'),
  link_by text[],
  is_enabled boolean not null,
  operator text not null check (operator in ('>', '>=')),
  amount numeric(20, 2) not null check (amount >= 0),
  days int check (days between 1 and 366),
  tier text check (tier in ('SDD', 'CDD', 'EDD')),
  fields text[] not null default '{}',
  documents text[] not null default '{}',
  approve_role text,
  report text,
  is_blocking boolean not null,
  waits_for_answers boolean not null,
  effective_from date not null,
  reason text not null default '',
  author_id uuid not null,
  author text not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint cdd_rule_code_key unique (company_id, code, revision),
  check ((base_version is null) = (metric is not null)),
  check (num_nulls(service, direction, instrument, metric, link_by) in (0, 5))
);
call kit.tenant('compliance.cdd_rule', rights => 'select, insert', remembered => true);
