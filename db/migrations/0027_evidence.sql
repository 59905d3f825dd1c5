-- Who did what, how much was counted and what a search found is in the audit, and with it in the chain.

-- Writes rows of a captured table down as they are now: all that there are, or the one of this id. Ten share a moment of their own, so
-- that no seal takes up a whole table. What comes later goes on from here, whatever the audit said before.
create procedure kit.note_rows(relation regclass, only_id text default null) language plpgsql set timezone = 'UTC' as $$
declare
  args text[] := (select string_to_array(encode(t.tgargs, 'escape'), '\000') from pg_trigger t
                  where t.tgrelid = relation and t.tgname = 'capture');
  keys text[] := string_to_array(args[2], ',');
begin
  execute format(
    'with noted as (
       insert into kit.audit_change (company_id, at, relation, row_id, name, after)
       select company_id, now() + (row_number() over (order by company_id) / 10) * interval ''1 microsecond'', $1, kit.row_id(image, $2),
              coalesce(image ->> ''name'', image ->> ''full_name'', image ->> ''code''), image
       from %s t, lateral (select jsonb_strip_nulls(to_jsonb(t) - $3) as image offset 0) i
       where (kit.company() is null or company_id = kit.company()) and ($4 is null or kit.row_id(image, $2) = $4)
       returning company_id, at
     ) insert into kit.unsealed (company_id, at) select distinct company_id, at from noted on conflict do nothing', relation)
  using args[1], keys, args[3:cardinality(args) - 1], only_id;
end
$$;

-- Captures a table from now on, with the rows that it has.
create procedure kit.capture_from_now(relation regclass) language plpgsql as $$
declare
  arguments text := (
    select format('%L, %L', n.nspname || '.' || c.relname,
      (select string_agg(k.attname, ',' order by array_position(i.indkey::int2[], k.attnum)) from pg_index i
       join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey::int2[])
       where i.indrelid = relation and i.indisprimary and k.attname <> 'company_id'))
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = relation);
begin
  execute format('comment on table %s is null', relation);
  execute format('create trigger capture after update or delete on %s for each row execute function kit.capture(%s)',
    relation, arguments);
  execute format('create trigger capture_added after insert on %s referencing new table as added for each statement execute function kit.capture(%s)',
    relation, arguments);
  -- The rows of every company, for an owner who is no superuser.
  execute format('alter table %s no force row level security', relation);
  alter table kit.audit_change no force row level security;
  alter table kit.unsealed no force row level security;
  call kit.note_rows(relation);
  execute format('alter table %s force row level security', relation);
  alter table kit.audit_change force row level security;
  alter table kit.unsealed force row level security;
end
$$;

call kit.capture_from_now('charges.fee_rule_version');
call kit.capture_from_now('exchange.deal_event');
call kit.capture_from_now('exchange.reversal');
call kit.capture_from_now('inventory.adjustment_line');
call kit.capture_from_now('inventory.count_take');
call kit.capture_from_now('inventory.count_line');
call kit.capture_from_now('screening.bulk');
call kit.capture_from_now('screening.screening');
call kit.capture_from_now('screening.candidate');
call kit.capture_from_now('screening.run');
drop procedure kit.capture_from_now(regclass);

-- Histories stay as they were written, whoever holds the connection.
create trigger append_only before update or delete on charges.fee_rule_version for each row execute function kit.refuse_change();
create trigger no_truncate before truncate on charges.fee_rule_version execute function kit.refuse_change();
create trigger append_only before update or delete on exchange.deal_event for each row execute function kit.refuse_change();
create trigger no_truncate before truncate on exchange.deal_event execute function kit.refuse_change();
create trigger append_only before update or delete on exchange.reversal for each row execute function kit.refuse_change();
create trigger no_truncate before truncate on exchange.reversal execute function kit.refuse_change();
create trigger append_only before update or delete on inventory.adjustment_line for each row execute function kit.refuse_change();
create trigger no_truncate before truncate on inventory.adjustment_line execute function kit.refuse_change();
select kit.extend_partitions();

-- A draft of a count is written anew; what was handed in stays.
create function inventory.keep_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from inventory.count c
      where c.company_id = old.company_id and c.id = old.count_id and c.state = 'draft') then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger append_only before update or delete on inventory.count_take for each row execute function inventory.keep_counted();
create trigger append_only before update or delete on inventory.count_line for each row execute function inventory.keep_counted();
create trigger no_truncate before truncate on inventory.count_take execute function kit.refuse_change();
create trigger no_truncate before truncate on inventory.count_line execute function kit.refuse_change();

-- What was taken out of the audit or the journal by law: by which, why, who asked and who agreed.
create table ledger.erasure (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  -- The row that it was about, by table and key, and the ids of the rows of the audit or of the entry that lost their words.
  relation text not null,
  row_id text not null,
  ids uuid[] not null check (cardinality(ids) > 0),
  law text not null check (law <> ''),
  reason text not null check (reason <> ''),
  author_id uuid not null,
  author text not null,
  agreed_by_id uuid not null check (agreed_by_id <> author_id),
  agreed_by text not null,
  at timestamptz not null default now(),
  primary key (company_id, id)
);
call kit.tenant('ledger.erasure', rights => 'select');
create trigger append_only before update or delete on ledger.erasure for each row execute function kit.refuse_change();
create trigger no_truncate before truncate on ledger.erasure execute function kit.refuse_change();

-- Erases what the audit says of a row (relation, key), of one act ('kit.audit', its id), or the words of an entry ('ledger.entry', its
-- id), and leaves the erasure in the chain; answers how many rows lost their words. Of a row that is still there the audit says anew
-- what it is now, so that it stays compared. For the owner alone: nothing else may touch the audit.
create function ledger.erase(relation text, row_id text, law text, reason text, author_id uuid, agreed_by_id uuid) returns int
language plpgsql set timezone = 'UTC' as $$
#variable_conflict use_variable
declare
  salted constant text := 'sha256(convert_to(salt::text || %s::text, ''UTF8''))';
  erased uuid[];
  target text := case when relation in ('kit.audit', 'ledger.entry') then relation else 'kit.audit_change' end;
begin
  if relation = 'ledger.erasure' then
    raise exception 'An erasure itself is not erased' using errcode = 'check_violation';
  end if;
  execute format('alter table %s disable trigger append_only', target);
  execute format('with e as (update %s t set %s where t.company_id = kit.company() and %s returning t.id) select array_agg(e.id) from e',
    target,
    case target
      when 'kit.audit' then format('erased = ' || salted || ', salt = null, user_name = '''', address = null, note = null',
        'jsonb_build_array(nullif(user_name, ''''), address, note)')
      when 'ledger.entry' then 'author = '''', note = '''', words_salt = null'
      else format('erased = ' || salted || ', salt = null, name = null, before = null, after = null',
        'jsonb_build_array(name, before, after)') end,
    case target when 'kit.audit' then 't.id = $2::uuid and t.salt is not null'
      when 'ledger.entry' then 't.id = $2::uuid and t.words_salt is not null'
      else 't.relation = $1 and t.row_id = $2 and t.salt is not null' end)
  into erased using relation, row_id;
  execute format('alter table %s enable trigger append_only', target);
  if erased is null then
    raise exception 'There is nothing to erase of % %', relation, row_id using errcode = 'no_data_found';
  end if;
  if target = 'kit.audit_change' then
    call kit.note_rows(relation::regclass, row_id);
  end if;
  insert into ledger.erasure (relation, row_id, ids, law, reason, author_id, author, agreed_by_id, agreed_by)
  select relation, row_id, erased, law, reason, a.id, a.user_name, b.id, b.user_name
  from access.user a, access.user b
  where a.company_id = kit.company() and a.id = author_id and (a.kind, a.state) = ('person', 'active')
    and b.company_id = kit.company() and b.id = agreed_by_id and (b.kind, b.state) = ('person', 'active');
  if not found then
    raise exception 'Two users of the company erase together' using errcode = 'check_violation';
  end if;
  insert into kit.audit (user_id, user_name, act, kind, outcome, note, trace_id)
  select a.id, a.user_name, 'books.erase', 'DELETE', 'done', law || ': ' || reason, pg_current_xact_id()::text
  from access.user a where a.company_id = kit.company() and a.id = author_id;
  return cardinality(erased);
end
$$;
revoke all on function ledger.erase(text, text, text, text, uuid, uuid) from public;
