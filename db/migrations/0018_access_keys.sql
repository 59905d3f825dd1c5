-- Keys by which programs call the API. Each acts as a user of its own, at a place of its own, and as long as its owner may do the same.
create table access.api_key (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  name text collate "und-x-icu" not null,
  -- The user as whom it acts.
  user_id uuid not null,
  -- The person who made it, or has taken it over since: it may do nothing that they may not.
  owner_id uuid not null,
  key_hash text not null,
  -- The last characters, by which people tell keys apart.
  ending text not null,
  permissions text[] not null,
  counter_id uuid not null,
  calls_per_minute int not null check (calls_per_minute between 1 and 6000),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_from text,
  revoked_at timestamptz,
  revoked_by text,
  revoke_reason text,
  version int not null default 1,
  created_at timestamptz not null,
  primary key (company_id, id),
  constraint api_key_name_key unique (company_id, name),
  constraint api_key_user_id_key unique (company_id, user_id),
  check (expires_at <= created_at + interval '366 days'),
  check (num_nonnulls(revoked_at, revoked_by, revoke_reason) in (0, 3)),
  foreign key (company_id, user_id) references access.user (company_id, id),
  foreign key (company_id, owner_id) references access.user (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id)
);
create index api_key_owner on access.api_key (company_id, owner_id);
create index api_key_counter on access.api_key (company_id, counter_id);
call kit.tenant('access.api_key', hidden => '{key_hash,last_used_at,last_used_from}');

-- Everybody who has made a key or taken it over: they and the key count as one person, also later.
create table access.api_key_keeper (
  company_id uuid not null default kit.company(),
  user_id uuid not null,
  key_user_id uuid not null,
  created_at timestamptz not null,
  primary key (company_id, user_id, key_user_id),
  foreign key (company_id, user_id) references access.user (company_id, id),
  foreign key (company_id, key_user_id) references access.user (company_id, id)
);
create index api_key_keeper_key on access.api_key_keeper (company_id, key_user_id);
call kit.tenant('access.api_key_keeper', remembered => true);

-- Addresses of a company's programs to which public events are sent.
create table access.webhook (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  name text collate "und-x-icu" not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- Sealed with the server's key, since it has to sign. The former one signs too until its time is over.
  secret text not null,
  former_secret text,
  former_until timestamptz,
  state text not null default 'active' check (state in ('active', 'paused')),
  -- Null where it was paused because it did not answer.
  paused_by text,
  paused_at timestamptz,
  created_by_id uuid not null,
  created_by text not null,
  created_at timestamptz not null,
  version int not null default 1,
  primary key (company_id, id),
  constraint webhook_name_key unique (company_id, name),
  check ((state = 'paused') = (paused_at is not null)),
  check (num_nonnulls(former_secret, former_until) in (0, 2)),
  foreign key (company_id, created_by_id) references access.user (company_id, id)
);
create index webhook_created_by on access.webhook (company_id, created_by_id);
call kit.tenant('access.webhook', hidden => '{secret,former_secret}', remembered => true);

-- How sending goes, apart from the webhook: what changes with every delivery must not make settings be read anew.
create table access.webhook_health (
  company_id uuid not null default kit.company(),
  webhook_id uuid not null,
  -- Since when nothing was accepted.
  failing_since timestamptz,
  last_delivered_at timestamptz,
  -- One process at a time sends to an address; of one that died it is free again after this.
  leased_until timestamptz,
  primary key (company_id, webhook_id),
  foreign key (company_id, webhook_id) references access.webhook (company_id, id) on delete cascade
);
comment on table access.webhook_health is 'Not captured: it changes with every delivery.';
call kit.tenant('access.webhook_health', captured => false);

-- An event on its way to one webhook.
create table access.webhook_delivery (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  webhook_id uuid not null,
  -- The same for every attempt and every webhook: by it a receiver knows what it has had.
  event_id uuid not null,
  event text not null,
  -- The body as it is signed.
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz,
  attempted_at timestamptz,
  last_status int,
  last_error text,
  -- The beginning of what was answered.
  last_answer text not null default '',
  delivered_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id),
  check ((state = 'waiting') = (next_attempt_at is not null)),
  foreign key (company_id, webhook_id) references access.webhook (company_id, id) on delete cascade
);
create index webhook_delivery_webhook on access.webhook_delivery (company_id, webhook_id, created_at);
create index webhook_delivery_event on access.webhook_delivery (company_id, event);
create index webhook_delivery_state on access.webhook_delivery (company_id, state);
create index webhook_delivery_created on access.webhook_delivery (company_id, created_at);
create index webhook_delivery_due on access.webhook_delivery (company_id, webhook_id, next_attempt_at)
  where state = 'waiting';
create index webhook_delivery_age on access.webhook_delivery (created_at);
comment on table access.webhook_delivery is 'Not captured: a log that is forgotten after thirty days.';
call kit.tenant('access.webhook_delivery', captured => false);

-- Deliveries older than `age` go, for all companies: the owner, who need not be a superuser, may see them all.
create policy housekeeping on access.webhook_delivery to current_user using (true);
create function access.forget_deliveries(age interval) returns bigint language plpgsql security definer set search_path = pg_catalog as $$
declare
  gone bigint;
begin
  delete from access.webhook_delivery where created_at < now() - age;
  get diagnostics gone = row_count;
  return gone;
end
$$;
revoke all on function access.forget_deliveries(interval) from public;
grant execute on function access.forget_deliveries(interval) to agio_runtime;
