create schema rates;
grant usage on schema rates to agio_runtime;

-- What a source published: `unit` of `base` cost `rate` of `code`, on a day and, where it speaks more than once a day, at a
-- session (`0900`). Rates without an owner are for every company; a company adds its own and sees no other's. Nothing is
-- overwritten: a source that corrects itself adds a revision, with the time it came.
create table rates.reference_rate (
  owner uuid default kit.company(),
  source text not null check (source in ('ecb', 'bnm', 'simulated')),
  base text not null check (base ~ '^[A-Z]{3}$'),
  code text not null check (code ~ '^[A-Z]{3}$' and code <> base),
  day date not null,
  session text not null default '' check (session ~ '^(\d{4})?$'),
  revision int not null default 1 check (revision > 0),
  unit int not null check (unit > 0),
  rate numeric not null check (rate > 0),
  buying numeric check (buying > 0),
  selling numeric check (selling > 0),
  received_at timestamptz not null default now(),
  constraint reference_rate_key unique nulls not distinct (source, base, code, day, session, owner, revision)
);
create index reference_rate_day on rates.reference_rate (source, day);
comment on table rates.reference_rate is
  'Not a tenant table: published rates are for everybody; by its own policy a company sees these and what it loaded itself.';
alter table rates.reference_rate enable row level security;
alter table rates.reference_rate force row level security;
create policy published on rates.reference_rate using (owner is null or owner = kit.company())
  with check (owner is not distinct from kit.company());
grant select, insert on rates.reference_rate to agio_runtime;

-- Where a company takes its reference rates from; without a row, from files that are loaded by hand.
create table rates.feed_setting (
  company_id uuid not null default kit.company() primary key references organisation.company,
  source text not null check (source in ('ecb', 'bnm', 'simulated')),
  delivery text not null check (delivery in ('address', 'file')),
  every_minutes int not null check (every_minutes between 1 and 1440),
  -- How long after it was due a rate may be missing.
  allowed_minutes int not null check (allowed_minutes between 1 and 10080),
  -- Local time between which a source that never rests is watched.
  business_from text not null check (business_from ~ '^\d\d:\d\d$'),
  business_to text not null check (business_to ~ '^\d\d:\d\d$'),
  version int not null default 1
);
call kit.tenant('rates.feed_setting');

-- How the last fetch went.
create table rates.feed_state (
  company_id uuid not null default kit.company() references organisation.company,
  source text not null,
  etag text,
  checked_at timestamptz,
  succeeded_at timestamptz,
  -- Key of the text that says what went wrong; null when the last fetch went well.
  failure text,
  failures int not null default 0,
  next_at timestamptz,
  primary key (company_id, source)
);
comment on table rates.feed_state is 'Not captured: how the last fetch went; failures reach treasury as messages.';
call kit.tenant('rates.feed_state', captured => false);

-- The companies, of all, whose feed is to be fetched by now.
create policy housekeeping on rates.feed_setting to current_user using (true);
create policy housekeeping on rates.feed_state to current_user using (true);
create function rates.due_feeds(at timestamptz) returns setof uuid language plpgsql stable security definer
  set search_path = pg_catalog as $$
begin
  return query select f.company_id from rates.feed_setting f
    left join rates.feed_state s on s.company_id = f.company_id and s.source = f.source
    where (f.delivery = 'address' or f.source = 'simulated') and (s.next_at is null or s.next_at <= at);
end
$$;
revoke all on function rates.due_feeds(timestamptz) from public;
grant execute on function rates.due_feeds(timestamptz) to agio_runtime;
