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
