-- Fixed since Agio 0.2.0.
create schema access;
grant usage on schema access to agio_runtime;

create table access.user (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  -- A person signs in; a key of the API acts as a user of its own, who cannot.
  kind text not null default 'person' check (kind in ('person', 'key')),
  user_name text collate "und-x-icu" not null,
  first_name text not null,
  last_name text not null default '',
  full_name text collate "und-x-icu" not null generated always as (trim(first_name || ' ' || last_name)) stored,
  email text not null default '',
  phone text not null default '',
  state text not null default 'active' check (state in ('active', 'locked')),
  last_sign_in_at timestamptz,
  -- Since when the account is in its owner's hands alone: made, unlocked, or its password, PIN, e-mail, roles, places or factors last set by another, or a role of its owner widened.
  held_since timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index user_user_name on access.user (company_id, user_name);
create index user_full_name on access.user (company_id, full_name);
create index user_email on access.user (company_id, email);
create index user_state on access.user (company_id, state);
create index user_created on access.user (company_id, created_at);
create index user_last_sign_in on access.user (company_id, last_sign_in_at);
create index user_user_name_search on access.user using gin (user_name gin_trgm_ops);
create index user_full_name_search on access.user using gin (full_name gin_trgm_ops);
create index user_email_search on access.user using gin (email gin_trgm_ops);
call kit.tenant('access.user', hidden => '{last_sign_in_at}');

create table access.credential (
  company_id uuid not null default kit.company(),
  user_id uuid not null,
  password_hash text not null,
  pin_hash text,
  -- Second steps of a sign-in that were wrong in a row, however long ago; the right one, or another password, begins anew.
  wrong_steps int not null default 0,
  changed_at timestamptz not null default now(),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references access.user (company_id, id)
);
call kit.tenant('access.credential', hidden => '{password_hash,pin_hash,wrong_steps}');

-- Addresses that a user no longer has, empty where there was none: what threatens the account is told there too for a while,
-- and where another has changed it, nobody asks for a reset of the second factors.
create table access.former_email (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  email text not null,
  by_other boolean not null,
  left_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references access.user (company_id, id)
);
create index former_email_user on access.former_email (company_id, user_id);
comment on table access.former_email is 'Not captured: the change of the address is captured with the user.';
call kit.tenant('access.former_email', captured => false);

-- Where a user name or an e-mail belongs, before a company is known. Reached only by the functions below.
create table access.directory (
  user_id uuid primary key,
  company_id uuid not null,
  user_name text not null,
  email text not null
);
comment on table access.directory is
  'Not a tenant table: a user name is found before a company is known. Only the functions below read it.';
create unique index directory_user_name_key on access.directory (lower(user_name));
create index directory_email on access.directory (lower(email)) where email <> '';

create function access.keep_directory() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'DELETE' then
    delete from access.directory where user_id = old.id;
  elsif new.deleted_at is not null or new.kind <> 'person' then
    delete from access.directory where user_id = new.id;
  else
    insert into access.directory values (new.id, new.company_id, new.user_name, new.email)
    on conflict (user_id) do update set user_name = excluded.user_name, email = excluded.email;
  end if;
  return null;
end
$$;
create trigger directory after insert or update of user_name, email, deleted_at or delete on access.user
  for each row execute function access.keep_directory();

create function access.find_user_name(sought text) returns table (company_id uuid, user_id uuid)
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select d.company_id, d.user_id from access.directory d where lower(d.user_name) = lower(sought);
  end;
create function access.find_email(sought text) returns table (company_id uuid, user_id uuid)
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select d.company_id, d.user_id from access.directory d where d.email <> '' and lower(d.email) = lower(sought);
  end;

-- Failed sign-ins of a user name from an address, known or not: the same for a name that does not exist.
create table access.sign_in_lock (
  user_name text not null,
  address text not null,
  company_id uuid,
  failures int not null,
  -- Those of the last quarter of an hour.
  failed_at timestamptz[] not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz,
  primary key (user_name, address)
);
comment on table access.sign_in_lock is
  'Not a tenant table: names that do not exist are counted too. Only the functions below read it.';
create index sign_in_lock_company on access.sign_in_lock (company_id);
create index sign_in_lock_age on access.sign_in_lock (last_failed_at);

-- Counts an attempt before the password is looked at, so that many at once are not judged at once; success takes the count
-- away. Five within a quarter of an hour block this name from this address for a minute, and each further one twice as
-- long, up to an hour; a quarter of an hour without any begins anew. Answers null when the attempt may be judged, else
-- until when the block lasts.
create function access.sign_in_attempt(name text, from_address text, of_company uuid) returns timestamptz
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  entry access.sign_in_lock;
  recent timestamptz[];
begin
  insert into access.sign_in_lock values (lower(name), from_address, of_company, 0, '{}', now(), null)
  on conflict do nothing;
  select * into entry from access.sign_in_lock l
  where l.user_name = lower(name) and l.address = from_address for update;
  if entry.blocked_until > now() then
    return entry.blocked_until;
  end if;
  if greatest(entry.last_failed_at, entry.blocked_until) < now() - interval '15 minutes' then
    entry.failures := 0;
  end if;
  recent := array(select t from unnest(entry.failed_at) t where t > now() - interval '15 minutes' order by t desc limit 4)
    || now();
  -- After a block it is the count that goes on, so that every further failure blocks at once.
  entry.failures := case when entry.blocked_until is not null and entry.failures >= 5 then entry.failures + 1
                         else cardinality(recent) end;
  update access.sign_in_lock l set
    failures = entry.failures,
    failed_at = recent,
    last_failed_at = now(),
    company_id = of_company,
    blocked_until = case when entry.failures >= 5
      then now() + least(interval '1 hour', interval '1 minute' * (2 ^ least(entry.failures - 5, 10))) end
  where l.user_name = entry.user_name and l.address = entry.address;
  return null;
end
$$;

create function access.sign_in_succeeded(name text, from_address text) returns void
  language sql security definer set search_path = pg_catalog
  begin atomic
    delete from access.sign_in_lock l where l.user_name = lower(name) and l.address = from_address;
  end;

-- The attempt was neither right nor wrong (the password without the PIN): it alone is not counted. Taking the whole count
-- away would let the PIN be guessed for ever.
create function access.sign_in_not_judged(name text, from_address text) returns void
  language sql security definer set search_path = pg_catalog
  begin atomic
    update access.sign_in_lock l set
      failures = l.failures - 1,
      failed_at = l.failed_at[:cardinality(l.failed_at) - 1],
      blocked_until = case when l.failures > 5 then now() end
    where l.user_name = lower(name) and l.address = from_address and l.failures > 0;
  end;

-- The blocks on this company's own users, for its administrator.
create function access.sign_in_locks(name text) returns table (address text, failures int, blocked_until timestamptz)
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select l.address, l.failures, l.blocked_until from access.sign_in_lock l
    where l.company_id = nullif(current_setting('app.company_id', true), '')::uuid and l.user_name = lower(name)
      and l.blocked_until > now();
  end;

create function access.lift_sign_in_locks(name text) returns void
  language sql security definer set search_path = pg_catalog
  begin atomic
    delete from access.sign_in_lock l
    where l.company_id = nullif(current_setting('app.company_id', true), '')::uuid and l.user_name = lower(name);
  end;

create function access.forget_sign_in_locks() returns void
  language sql security definer set search_path = pg_catalog
  begin atomic
    delete from access.sign_in_lock l where greatest(l.last_failed_at, l.blocked_until) < now() - interval '1 day';
  end;

revoke all on all functions in schema access from public;
grant execute on function access.find_user_name(text), access.find_email(text),
  access.sign_in_attempt(text, text, uuid), access.sign_in_succeeded(text, text), access.sign_in_not_judged(text, text),
  access.sign_in_locks(text), access.lift_sign_in_locks(text), access.forget_sign_in_locks() to agio_runtime;

create table access.role (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  name text collate "und-x-icu" not null,
  description text not null default '',
  base_role text not null,
  level smallint not null check (level in (0, 1, 2, 3)),
  permissions text[] not null,
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint role_name_key unique (company_id, name)
);
create index role_base on access.role (company_id, base_role);
create index role_level on access.role (company_id, level);
create index role_enabled on access.role (company_id, is_enabled);
create index role_created on access.role (company_id, created_at);
create index role_name_search on access.role using gin (name gin_trgm_ops);
call kit.tenant('access.role', remembered => true);

-- How far a role may go without a second person, in local currency. No row: not at all.
create table access.role_limit (
  company_id uuid not null default kit.company(),
  role_id uuid not null,
  type text not null,
  amount numeric check (amount >= 0),
  is_unlimited boolean not null default false,
  primary key (company_id, role_id, type),
  check (is_unlimited = (amount is null)),
  foreign key (company_id, role_id) references access.role (company_id, id) on delete cascade
);
call kit.tenant('access.role_limit', remembered => true);

create table access.user_role (
  company_id uuid not null default kit.company(),
  user_id uuid not null,
  role_id uuid not null,
  primary key (company_id, user_id, role_id),
  foreign key (company_id, user_id) references access.user (company_id, id),
  foreign key (company_id, role_id) references access.role (company_id, id)
);
create index user_role_role on access.user_role (company_id, role_id);
call kit.tenant('access.user_role', remembered => true);

-- Where a user may work: the whole company, a region, a branch or a counter; each includes what lies below it.
create table access.user_workspace (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  type smallint not null check (type in (0, 1, 2, 3)),
  region_id uuid,
  branch_id uuid,
  counter_id uuid,
  primary key (company_id, id),
  constraint user_workspace_place_key unique nulls not distinct (company_id, user_id, region_id, branch_id, counter_id),
  check (num_nonnulls(region_id, branch_id, counter_id) = (type > 0)::int),
  check (case type when 1 then region_id when 2 then branch_id when 3 then counter_id else user_id end is not null),
  foreign key (company_id, user_id) references access.user (company_id, id),
  foreign key (company_id, region_id) references organisation.region (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id)
);
create index user_workspace_region on access.user_workspace (company_id, region_id);
create index user_workspace_branch on access.user_workspace (company_id, branch_id);
create index user_workspace_counter on access.user_workspace (company_id, counter_id);
call kit.tenant('access.user_workspace', remembered => true);

-- A sign-in and the family of refresh tokens that came from it.
create table access.session (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  address text not null,
  user_agent text not null,
  counter_id uuid,
  created_at timestamptz not null default now(),
  -- When the person last showed who they are: at sign-in, or asked again since.
  proved_at timestamptz not null default now(),
  -- Proofs in a row that were wrong since.
  wrong_proofs int not null default 0,
  ended_at timestamptz,
  end_reason text,
  primary key (company_id, id),
  foreign key (company_id, user_id) references access.user (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id) on delete set null (counter_id)
);
create index session_open on access.session (company_id, user_id) where ended_at is null;
create index session_of_user on access.session (company_id, user_id, created_at);
create index session_counter on access.session (company_id, counter_id);
comment on table access.session is 'Not captured: the acts of signing in and out are in the audit.';
call kit.tenant('access.session', captured => false);

create table access.refresh_token (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  session_id uuid not null,
  token_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  -- By which network and browser: within the grace for a lost reply nobody else is given the successor.
  used_by text,
  primary key (company_id, id),
  foreign key (company_id, session_id) references access.session (company_id, id)
);
create index refresh_token_session on access.refresh_token (company_id, session_id);
comment on table access.refresh_token is 'Not captured: hashes of secrets.';
call kit.tenant('access.refresh_token', captured => false);

create table access.reset_token (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  token_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references access.user (company_id, id)
);
create index reset_token_user on access.reset_token (company_id, user_id);
comment on table access.reset_token is 'Not captured: hashes of secrets.';
call kit.tenant('access.reset_token', captured => false);

-- A second factor of a user: one authenticator app (TOTP), any number of passkeys.
create table access.factor (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  -- Of an app: the shared secret, encrypted with the server's key, and the last time step that was accepted.
  secret text,
  last_step bigint,
  -- Of a passkey, as the WebAuthn standard names them; the public key is COSE in base64url.
  credential_id text,
  public_key text,
  sign_count bigint,
  transports text[],
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint factor_credential_id_key unique (company_id, credential_id),
  check ((kind = 'totp') = (secret is not null)),
  check (num_nonnulls(credential_id, public_key, sign_count, transports) = case kind when 'passkey' then 4 else 0 end),
  foreign key (company_id, user_id) references access.user (company_id, id)
);
create index factor_user on access.factor (company_id, user_id);
create unique index factor_totp_key on access.factor (company_id, user_id) where kind = 'totp';
call kit.tenant('access.factor', hidden => '{secret,last_step,credential_id,public_key,sign_count,transports,last_used_at}');

create table access.recovery_code (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  code_hash text not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint recovery_code_hash_key unique (company_id, user_id, code_hash),
  foreign key (company_id, user_id) references access.user (company_id, id)
);
call kit.tenant('access.recovery_code', hidden => '{code_hash}');

-- Of whom a company asks a second factor; without a row of nobody.
create table access.factor_policy (
  company_id uuid not null default kit.company() primary key references organisation.company,
  mode text not null check (mode in ('off', 'roles', 'all'))
);
call kit.tenant('access.factor_policy');
create table access.factor_policy_role (
  company_id uuid not null default kit.company(),
  role_id uuid not null,
  primary key (company_id, role_id),
  foreign key (company_id, role_id) references access.role (company_id, id) on delete cascade
);
call kit.tenant('access.factor_policy_role');

-- An administrator asks that a user's second factors be taken away; another one decides.
create table access.factor_reset (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  reason text not null,
  -- Approved is not done yet: it takes effect after a time in which it can be rejected.
  state text not null default 'pending' check (state in ('pending', 'approved', 'done', 'rejected', 'expired')),
  takes_effect_at timestamptz,
  asked_by_id uuid not null,
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by_id uuid,
  decided_by text,
  decided_at timestamptz,
  note text not null default '',
  version int not null default 1,
  primary key (company_id, id),
  check ((state in ('pending', 'expired')) = (decided_at is null)),
  check (state <> 'approved' or takes_effect_at is not null),
  check (decided_by_id is null or state = 'rejected' or decided_by_id <> user_id and decided_by_id <> asked_by_id),
  foreign key (company_id, user_id) references access.user (company_id, id),
  foreign key (company_id, asked_by_id) references access.user (company_id, id),
  foreign key (company_id, decided_by_id) references access.user (company_id, id)
);
create index factor_reset_user on access.factor_reset (company_id, user_id);
create index factor_reset_asked_by on access.factor_reset (company_id, asked_by_id);
create index factor_reset_decided_by on access.factor_reset (company_id, decided_by_id);
create unique index factor_reset_open_key on access.factor_reset (company_id, user_id) where state in ('pending', 'approved');
call kit.tenant('access.factor_reset');

-- What a server has asked of a browser and waits for: the second step of a sign-in, of which a ticket is held instead of a
-- session, or within a session the enrolment of a factor or a new proof.
create table access.second_step (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  purpose text not null check (purpose in ('sign_in', 'enrol', 'prove')),
  session_id uuid,
  ticket_hash text,
  -- Password and PIN as they were judged, hashed once more: a change in between ends the sign-in.
  judged text,
  challenge text,
  secret text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint second_step_session_key unique (company_id, session_id, purpose),
  check (num_nonnulls(ticket_hash, judged) = case purpose when 'sign_in' then 2 else 0 end),
  check ((purpose = 'sign_in') = (session_id is null)),
  foreign key (company_id, user_id) references access.user (company_id, id),
  foreign key (company_id, session_id) references access.session (company_id, id) on delete cascade
);
create index second_step_user on access.second_step (company_id, user_id);
comment on table access.second_step is 'Not captured: challenges and hashes of secrets that live for minutes.';
call kit.tenant('access.second_step', captured => false);

-- What nobody can come back with any more goes, for all companies: that somebody signed in stays in the audit.
create policy housekeeping on access.session to current_user using (true);
create policy housekeeping on access.refresh_token to current_user using (true);
create policy housekeeping on access.reset_token to current_user using (true);
create policy housekeeping on access.second_step to current_user using (true);
create policy housekeeping on access.former_email to current_user using (true);
create function access.forget_sessions(age interval) returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  delete from access.second_step where expires_at < now();
  delete from access.former_email where left_at < now() - age;
  delete from access.reset_token where expires_at < now() - age;
  delete from access.refresh_token where created_at < now() - age;
  delete from access.session s where s.created_at < now() - age
    and not exists (select from access.refresh_token t where t.company_id = s.company_id and t.session_id = s.id);
end
$$;
revoke all on function access.forget_sessions(interval) from public;
grant execute on function access.forget_sessions(interval) to agio_runtime;
