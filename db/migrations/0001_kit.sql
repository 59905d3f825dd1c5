-- Fixed since Agio 0.2.0.
-- What every module stands on: tenancy, audit, idempotency, outbox, files.

do $$
begin
  if not exists (select from pg_roles where rolname = 'agio_runtime') then
    create role agio_runtime nologin nosuperuser nobypassrls;
  end if;
end
$$;

create extension if not exists pg_trgm;

-- The functions behind list filters raise no error that shows a value. Under row-level security the planner may use an
-- index only for operators whose functions are marked so; where the migrating role may not, `db check` warns.
do $$
begin
  alter function texticlike(text, text) leakproof;
  alter function textlike(text, text) leakproof;
  alter function numeric_eq(numeric, numeric) leakproof;
  alter function numeric_lt(numeric, numeric) leakproof;
  alter function numeric_le(numeric, numeric) leakproof;
  alter function numeric_gt(numeric, numeric) leakproof;
  alter function numeric_ge(numeric, numeric) leakproof;
exception
  when insufficient_privilege then
    raise notice 'list filters on text and numbers will not use indexes: only a superuser may mark functions leakproof';
end
$$;

create schema if not exists kit;
comment on table kit.migration is 'Not a tenant table: it speaks of the database itself.';
create schema jobs;
grant usage, create on schema jobs to agio_runtime;
grant usage on schema kit to agio_runtime;
grant select on kit.migration to agio_runtime;

-- The company of this connection; null when none is set.
create function kit.company() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::uuid;

-- Append-only for everybody, the owner included.
create function kit.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

-- Who did what: one row for each change that was made or refused.
create table kit.audit (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  at timestamptz not null default now(),
  xact xid8 not null default pg_current_xact_id(),
  user_id uuid,
  user_name text not null,
  session_id uuid,
  branch_id uuid,
  counter_id uuid,
  address text,
  act text not null,
  kind text not null,
  outcome text not null check (outcome in ('done', 'refused', 'failed')),
  code text,
  -- The reason that somebody gave with the act.
  note text,
  trace_id text not null,
  -- Names, address and note enter the seal as a hash with this salt: erased by law, that hash stays in their place.
  salt uuid default gen_random_uuid(),
  erased bytea check (length(erased) = 32),
  primary key (company_id, at, id),
  check ((salt is null) = (erased is not null))
) partition by range (at);

create index audit_id on kit.audit (company_id, id);
create index audit_user on kit.audit (company_id, user_id, at desc);
create index audit_user_name on kit.audit using gin (user_name gin_trgm_ops);
create index audit_act on kit.audit using gin (act gin_trgm_ops);
create index audit_kind on kit.audit (company_id, kind, at desc);
create index audit_outcome on kit.audit (company_id, outcome, at desc);
create index audit_code on kit.audit (company_id, code, at desc);
create index audit_branch on kit.audit (company_id, branch_id, at desc);

create sequence kit.audit_change_seq;

-- The rows that an act changed; it shares `at` and `xact` with its audit row. What was added or removed is there whole, without what
-- is null; of a change only what differs, before and after. All of a row's changes together are the row.
create table kit.audit_change (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  at timestamptz not null default now(),
  xact xid8 not null default pg_current_xact_id(),
  -- The order of the changes of a row, whatever the clock says.
  seq bigint not null default nextval('kit.audit_change_seq'),
  relation text not null,
  row_id text not null,
  -- What the row was called by then.
  name text,
  before jsonb,
  after jsonb,
  salt uuid default gen_random_uuid(),
  erased bytea check (length(erased) = 32),
  primary key (company_id, at, id),
  check ((salt is null) = (erased is not null))
) partition by range (at);

create index audit_change_act on kit.audit_change (company_id, at, xact);
-- A row's id may be as long as three ids: of it the index keeps a hash of four bytes.
create index audit_change_row on kit.audit_change using hash (row_id);

create trigger append_only before update or delete on kit.audit for each row execute function kit.refuse_change();
create trigger append_only before update or delete on kit.audit_change for each row execute function kit.refuse_change();
create trigger no_truncate before truncate on kit.audit execute function kit.refuse_change();
create trigger no_truncate before truncate on kit.audit_change execute function kit.refuse_change();

-- Transactions whose rows of the audit wait for their seal: a row that is seen is of a transaction that is over, also after a restore.
create table kit.unsealed (
  company_id uuid not null,
  at timestamptz not null default now(),
  xact xid8 not null default pg_current_xact_id(),
  primary key (company_id, at, xact)
);
comment on table kit.unsealed is 'Not captured: it says which rows of the audit have no seal yet.';
create function kit.to_seal() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into kit.unsealed (company_id) select distinct company_id from added where company_id is not null on conflict do nothing;
  return null;
end
$$;
revoke all on function kit.to_seal() from public;
create trigger to_seal after insert on kit.audit referencing new table as added for each statement execute function kit.to_seal();
create trigger to_seal after insert on kit.audit_change referencing new table as added for each statement execute function kit.to_seal();

-- The least UUIDv7 of a moment: ids made before it lie below.
create function kit.least_id(at timestamptz) returns uuid language sql immutable parallel safe
  return rpad(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;

-- Makes the partitions of every partitioned table of ours, by a moment or by UUIDv7, one a year, from that of the month before `since`
-- (seven years ago at most) to that of three months ahead. A security definer, so that the running server may extend the calendar without
-- owning tables. A year whose rows lie in the default partition already (the server was away for long) stays there. Truncate triggers
-- are not inherited: each part has its own, also one that a restore has made. Servers that start together wait for each other.
create function kit.extend_partitions(since timestamptz default now()) returns void language plpgsql security definer
  set search_path = pg_catalog set timezone = 'UTC' as $$
declare
  parent record;
  low timestamptz;
  high timestamptz;
  part text;
begin
  perform pg_advisory_xact_lock(hashtextextended('agio partitions', 0));
  for parent in
    select c.oid, n.nspname as schema, c.relname as name, k.atttypid = 'uuid'::regtype as by_id,
           exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'no_truncate') as append_only
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_partitioned_table p on p.partrelid = c.oid
    join pg_attribute k on k.attrelid = c.oid and k.attnum = p.partattrs[0]
    where c.relkind = 'p' and n.nspname not in ('pg_catalog', 'information_schema', 'jobs')
  loop
    for low in
      select * from generate_series(
        date_trunc('year', greatest(least(since, now()), now() - interval '7 years') - interval '1 month'),
        now() + interval '3 months', interval '1 year')
    loop
      high := low + interval '1 year';
      part := format('%s_%s', parent.name, to_char(low, 'YYYY'));
      continue when to_regclass(format('%I.%I', parent.schema, part)) is not null;
      begin
        execute format('create table %I.%I partition of %I.%I for values from (%L) to (%L)',
          parent.schema, part, parent.schema, parent.name,
          case when parent.by_id then kit.least_id(low)::text else low::text end,
          case when parent.by_id then kit.least_id(high)::text else high::text end);
      exception when check_violation or duplicate_table then
        continue;
      end;
    end loop;
    for part in
      select i.inhrelid::regclass::text from pg_inherits i
      where i.inhparent = parent.oid and parent.append_only
        and not exists (select from pg_trigger t where t.tgrelid = i.inhrelid and t.tgname = 'no_truncate')
    loop
      execute format('create trigger no_truncate before truncate on %s execute function kit.refuse_change()', part);
    end loop;
  end loop;
end
$$;
revoke all on function kit.extend_partitions(timestamptz) from public;
grant execute on function kit.extend_partitions(timestamptz) to agio_runtime;

create table kit.audit_default partition of kit.audit default;
create table kit.audit_change_default partition of kit.audit_change default;
create trigger no_truncate before truncate on kit.audit_default execute function kit.refuse_change();
create trigger no_truncate before truncate on kit.audit_change_default execute function kit.refuse_change();
select kit.extend_partitions();

-- Which of a relation's rows an image shows: the columns of its key, or its company where it has no other.
create function kit.row_id(image jsonb, keys text[]) returns text language sql immutable parallel safe
  return coalesce((select string_agg(image ->> k, ' ' order by n) from unnest(keys) with ordinality u (k, n)),
                  image ->> 'company_id');

-- A row after its changes, given before and after in the order of `seq`; null once it was removed. What was erased says nothing.
create function kit.fold_one(image jsonb, before jsonb, after jsonb) returns jsonb language sql immutable parallel safe
  return case when before is null and after is null then image when before is null or after is null then after
              else image || after end;
create aggregate kit.fold(jsonb, jsonb) (sfunc = kit.fold_one, stype = jsonb);

-- Captures a change of a row. The trigger's arguments are its table (a partition does not say whose it is), the columns of its key
-- with commas between them, and those that are never written down. What one statement adds is written down by one statement: an import adds thousands.
create function kit.capture() returns trigger language plpgsql security definer
  set search_path = pg_catalog set timezone = 'UTC' as $$
declare
  keys text[] := string_to_array(tg_argv[1], ',');
  hidden text[] := coalesce((tg_argv::text[])[2:], '{}');
  old_row jsonb;
  new_row jsonb;
  either jsonb;
begin
  if tg_op = 'INSERT' then
    insert into kit.audit_change (company_id, relation, row_id, name, after)
    select (image ->> 'company_id')::uuid, tg_argv[0], kit.row_id(image, keys),
           coalesce(image ->> 'name', image ->> 'full_name', image ->> 'code'), image
    from added, lateral (select jsonb_strip_nulls(to_jsonb(added) - hidden) as image offset 0) i;
    return null;
  end if;
  old_row := to_jsonb(old) - hidden;
  new_row := case when tg_op = 'UPDATE' then to_jsonb(new) - hidden end;
  either := coalesce(new_row, old_row);
  if old_row is distinct from new_row then
    insert into kit.audit_change (company_id, relation, row_id, name, before, after)
    select (either ->> 'company_id')::uuid, tg_argv[0], kit.row_id(either, keys),
           coalesce(either ->> 'name', either ->> 'full_name', either ->> 'code'),
           case when new_row is null then jsonb_strip_nulls(old_row) else changed.before end, changed.after
    from (select jsonb_object_agg(o.key, o.value) as before, jsonb_object_agg(o.key, new_row -> o.key) as after
          from jsonb_each(old_row) o where o.value is distinct from new_row -> o.key and new_row is not null) changed;
  end if;
  return null;
end
$$;

revoke all on function kit.capture() from public;

-- Which settings of a company hold: whoever remembers what follows from them compares the mark first. A change and its mark are
-- seen together, and changes of one company come one after the other.
create table kit.revision (
  company_id uuid not null default kit.company() primary key,
  mark uuid not null default gen_random_uuid()
);
comment on table kit.revision is 'Not captured: it says that something changed which is captured elsewhere.';
create function kit.revise() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  -- Without a company only who stands above all of them can have changed anything.
  if kit.company() is null then
    update kit.revision set mark = gen_random_uuid();
  else
    insert into kit.revision default values on conflict (company_id) do update set mark = excluded.mark;
  end if;
  return null;
end
$$;
revoke all on function kit.revise() from public;

-- Makes a table a tenant table: row-level security by company, and the rights of the running server. A table that is none,
-- or is not captured, says why in its comment: `Not a tenant table: …`, `Not captured: …`. `db check` reads it.
-- `captured` tables leave before and after in the audit; `hidden` names columns that never appear there.
-- `remembered`: settings, which servers keep in memory until one of them changes.
create procedure kit.tenant(relation regclass, captured boolean default true, hidden text[] default '{}',
                            rights text default 'select, insert, update, delete', remembered boolean default false)
language plpgsql as $$
declare
  arguments text := (
    select string_agg(quote_literal(a), ', ') from unnest(array[
      (select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = relation), coalesce(
      (select string_agg(k.attname, ',' order by array_position(i.indkey::int2[], k.attnum)) from pg_index i
       join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey::int2[])
       where i.indrelid = relation and i.indisprimary and k.attname <> 'company_id'), '')] || hidden) a);
begin
  execute format('alter table %s enable row level security', relation);
  execute format('alter table %s force row level security', relation);
  -- As a query of its own it is asked once for a statement, and not once for a row.
  execute format('create policy company on %s using (company_id = (select kit.company())) with check (company_id = (select kit.company()))',
    relation);
  execute format('grant %s on %s to agio_runtime', rights, relation);
  if captured then
    execute format('create trigger capture after update or delete on %s for each row execute function kit.capture(%s)',
      relation, arguments);
    execute format('create trigger capture_added after insert on %s referencing new table as added for each statement execute function kit.capture(%s)',
      relation, arguments);
  end if;
  if remembered then
    execute format('create trigger revise after insert or update or delete or truncate on %s execute function kit.revise()',
      relation);
  end if;
end
$$;
call kit.tenant('kit.revision', captured => false, rights => 'select');

comment on table kit.audit is 'Not captured: it is the audit.';
comment on table kit.audit_change is 'Not captured: it is the audit.';
call kit.tenant('kit.unsealed', captured => false, rights => 'select, delete');
call kit.tenant('kit.audit', captured => false, rights => 'select, insert');
call kit.tenant('kit.audit_change', captured => false, rights => 'select');

-- The companies, of all, of whose audit something has no seal yet.
create policy housekeeping on kit.unsealed to current_user using (true);
create function kit.companies_to_seal() returns setof uuid language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return query select distinct u.company_id from kit.unsealed u;
end
$$;
revoke all on function kit.companies_to_seal() from public;
grant execute on function kit.companies_to_seal() to agio_runtime;

-- The first answer of a change that carried an idempotency key.
create table kit.idempotency (
  company_id uuid not null default kit.company(),
  user_id uuid not null,
  key text not null,
  act text not null,
  request_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, key)
);
create index idempotency_age on kit.idempotency (created_at);
comment on table kit.idempotency is 'Not captured: answers that are forgotten after two days.';
call kit.tenant('kit.idempotency', captured => false);

-- Answers older than `age` go, for all companies: the owner, who need not be a superuser, may see them all.
create policy housekeeping on kit.idempotency to current_user using (true);
create function kit.forget_answers(age interval) returns bigint language plpgsql security definer set search_path = pg_catalog as $$
declare
  gone bigint;
begin
  delete from kit.idempotency where created_at < now() - age;
  get diagnostics gone = row_count;
  return gone;
end
$$;
revoke all on function kit.forget_answers(interval) from public;
grant execute on function kit.forget_answers(interval) to agio_runtime;

-- What must happen after a commit: a relay turns rows into jobs and messages.
create table kit.outbox (
  id uuid primary key default uuidv7(),
  company_id uuid default kit.company(),
  kind text not null check (kind in ('job', 'message')),
  name text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
comment on table kit.outbox is 'Not a tenant table: the relay serves all companies; rows live for a tenth of a second.';
grant select, insert, update, delete on kit.outbox to agio_runtime;

-- Mail as it was handed over; without SMTP settings it stays here to be read.
create table kit.mail (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  primary key (company_id, id)
);
comment on table kit.mail is 'Not captured: a mail may hold a link that opens an account.';
call kit.tenant('kit.mail', captured => false);

-- Stored files: the bytes lie in the file store under this id.
create table kit.file (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  name text not null,
  media_type text not null,
  size int not null,
  sha256 text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
call kit.tenant('kit.file');
