-- Fixed since Agio 0.2.0.
create schema screening;
grant usage on schema screening to agio_runtime;

-- Lists of sanctions are the same for every company of a server: without an owner they are for all, once. A company adds lists
-- of its own and sees no other's. Nothing that was ever screened against is overwritten.

-- A list as it was from when it was loaded until the next version: which entries it had is in `list_span`.
create table screening.list_version (
  id uuid primary key default uuidv7(),
  owner uuid default kit.company(),
  list text not null check (list ~ '^[a-z0-9_-]{1,60}$'),
  number int not null check (number > 0),
  format text not null,
  -- The file or address it came from.
  source text not null,
  -- The day that its publisher names.
  published_on date,
  loaded_at timestamptz not null,
  -- Of all its entries with what they say.
  content_hash text not null,
  -- None where a company has ended a list of its own, by whom and why.
  entries int not null,
  added int not null,
  removed int not null,
  changed int not null,
  by_name text not null default '',
  reason text not null default '',
  check (entries > 0 or (list like 'own-%' and by_name <> '' and reason <> '')),
  constraint list_version_key unique nulls not distinct (owner, list, number)
);
comment on table screening.list_version is
  'Not a tenant table: published lists are for everybody; by its own policy a company sees these and its own.';

-- What a list says of an entry, kept once however many versions say it.
create table screening.list_entry (
  id uuid primary key default uuidv7(),
  owner uuid default kit.company(),
  list text not null,
  entry_id text not null,
  hash text not null,
  schema text not null check (schema in ('person', 'organisation', 'vessel', 'aircraft', 'unknown')),
  name text not null,
  -- Names, dates, countries, documents and addresses as the matcher reads them.
  screened json not null,
  -- What the profile pages show, without what is empty; json and not jsonb, since the order of its keys is that of an address.
  profile json not null,
  -- The entry's own XML, JSON or row.
  raw_object text not null,
  constraint list_entry_key unique nulls not distinct (owner, list, entry_id, hash)
);
comment on table screening.list_entry is
  'Not a tenant table: published lists are for everybody; by its own policy a company sees these and its own.';

-- An entry said this from one version until another, which no longer has it or says something else.
create table screening.list_span (
  content_id uuid not null references screening.list_entry,
  owner uuid default kit.company(),
  list text not null,
  entry_id text not null,
  since int not null check (since > 0),
  until int check (until > since),
  primary key (content_id, since)
);
create unique index list_span_current on screening.list_span (owner, list, entry_id) nulls not distinct where until is null;
create index list_span_since on screening.list_span (list, since);
create index list_span_until on screening.list_span (list, until) where until is not null;
comment on table screening.list_span is
  'Not a tenant table: published lists are for everybody; by its own policy a company sees these and its own.';

-- Whom an entry names as linked with it, by their own number on the list, so that the other is found from there as well.
create table screening.list_link (
  content_id uuid not null references screening.list_entry,
  owner uuid default kit.company(),
  list text not null,
  other_id text not null,
  primary key (content_id, other_id)
);
create index list_link_other on screening.list_link (list, other_id);
comment on table screening.list_link is
  'Not a tenant table: published lists are for everybody; by its own policy a company sees these and its own.';

-- How the last look at a list's source went.
create table screening.list_state (
  owner uuid default kit.company(),
  list text not null,
  etag text,
  checked_at timestamptz,
  -- When it was last seen to be as it is kept.
  succeeded_at timestamptz,
  -- Key of the text that says what went wrong, with its values; null when the last look went well.
  failure text,
  failure_data jsonb not null default '{}',
  failures int not null default 0,
  next_at timestamptz,
  -- Where it is fetched and how often, where that was set here and not by the server's own settings.
  address text,
  every_minutes int check (every_minutes between 60 and 10080),
  constraint list_state_key unique nulls not distinct (owner, list)
);
comment on table screening.list_state is
  'Not a tenant table: published lists are for everybody; by its own policy a company sees these and its own.';

do $$
declare
  part text;
begin
  foreach part in array array['list_version', 'list_entry', 'list_span', 'list_link', 'list_state'] loop
    execute format('alter table screening.%I enable row level security', part);
    execute format('alter table screening.%I force row level security', part);
    execute format('create policy published on screening.%I for select using (owner is null or owner = kit.company())', part);
    execute format('create policy owned on screening.%I using (owner is not distinct from kit.company())
      with check (owner is not distinct from kit.company())', part);
  end loop;
end
$$;
grant select, insert on screening.list_version, screening.list_entry, screening.list_link to agio_runtime;
grant select, insert, update (until) on screening.list_span to agio_runtime;
grant select, insert, update on screening.list_state to agio_runtime;

-- What a company has set for its screenings. A change is a further version: none is ever written over, and each screening
-- names the one that it was made by. Lists that are left out are named, so that a new one is screened against by itself.
create table screening.settings (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  number int not null check (number > 0),
  threshold numeric(5, 4) not null check (threshold between 0.5 and 0.95),
  weak_rule text not null check (weak_rule in ('corroborate', 'threshold', 'strong')),
  weak_threshold numeric(5, 4) not null check (weak_threshold between 0.5 and 1),
  birth_date numeric(5, 4) not null check (birth_date between 0 and 0.5),
  birth_year numeric(5, 4) not null check (birth_year between 0 and 0.5),
  country numeric(5, 4) not null check (country between 0 and 0.5),
  gender numeric(5, 4) not null check (gender between 0 and 0.5),
  document numeric(5, 4) not null check (document between 0 and 0.5),
  agree numeric(5, 4) not null check (agree between 0 and 0.5),
  skipped_onboarding text[] not null,
  skipped_monitoring text[] not null,
  skipped_manual text[] not null,
  allowed_days int not null check (allowed_days between 1 and 14),
  reason text not null,
  author_id uuid not null,
  author text not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint settings_number_key unique (company_id, number)
);
call kit.tenant('screening.settings', rights => 'select, insert', remembered => true);
