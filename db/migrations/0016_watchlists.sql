-- Fixed since Agio 0.2.0.
create schema watchlists;
grant usage on schema watchlists to agio_runtime;

-- Lists of sanctions are the same for every company of a server: without an owner they are for all, once. A company adds lists
-- of its own and sees no other's. Nothing that was ever screened against is overwritten.

-- A list as it was from when it was loaded until the next version: which entries it had is in `span`.
create table watchlists.version (
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
  constraint version_key unique nulls not distinct (owner, list, number)
);
comment on table watchlists.version is
  'Not a tenant table: published lists are for everybody; by its own policy a company sees these and its own.';

-- What a list says of an entry, kept once however many versions say it.
create table watchlists.entry (
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
  constraint entry_key unique nulls not distinct (owner, list, entry_id, hash)
);
comment on table watchlists.entry is
  'Not a tenant table: published lists are for everybody; by its own policy a company sees these and its own.';

-- An entry said this from one version until another, which no longer has it or says something else.
create table watchlists.span (
  content_id uuid not null references watchlists.entry,
  owner uuid default kit.company(),
  list text not null,
  entry_id text not null,
  since int not null check (since > 0),
  until int check (until > since),
  primary key (content_id, since)
);
create unique index span_current on watchlists.span (owner, list, entry_id) nulls not distinct where until is null;
create index span_since on watchlists.span (list, since);
create index span_until on watchlists.span (list, until) where until is not null;
comment on table watchlists.span is
  'Not a tenant table: published lists are for everybody; by its own policy a company sees these and its own.';

-- Whom an entry names as linked with it, by their own number on the list, so that the other is found from there as well.
create table watchlists.link (
  content_id uuid not null references watchlists.entry,
  owner uuid default kit.company(),
  list text not null,
  other_id text not null,
  primary key (content_id, other_id)
);
create index link_other on watchlists.link (list, other_id);
comment on table watchlists.link is
  'Not a tenant table: published lists are for everybody; by its own policy a company sees these and its own.';

-- How the last look at a list's source went.
create table watchlists.state (
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
  constraint state_key unique nulls not distinct (owner, list)
);
comment on table watchlists.state is
  'Not a tenant table: published lists are for everybody; by its own policy a company sees these and its own.';

do $$
declare
  part text;
begin
  foreach part in array array['version', 'entry', 'span', 'link', 'state'] loop
    execute format('alter table watchlists.%I enable row level security', part);
    execute format('alter table watchlists.%I force row level security', part);
    execute format('create policy published on watchlists.%I for select using (owner is null or owner = kit.company())', part);
    execute format('create policy owned on watchlists.%I using (owner is not distinct from kit.company())
      with check (owner is not distinct from kit.company())', part);
  end loop;
end
$$;
grant select, insert on watchlists.version, watchlists.entry, watchlists.link to agio_runtime;
grant select, insert, update (until) on watchlists.span to agio_runtime;
grant select, insert, update on watchlists.state to agio_runtime;
