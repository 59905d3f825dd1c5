-- Fixed since Agio 0.2.0.
-- Accounts, the journal, and what it adds up to: stock by place and cost by branch.

create schema ledger;
grant usage on schema ledger to agio_runtime;

create table ledger.account (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  code text not null check (code ~ '^\d{4,8}$'),
  name text not null check (name <> ''),
  class text not null check (class in ('asset', 'liability', 'equity', 'income', 'expense')),
  -- What its lines keep beside value: local money, or something with a cost, which lies in pools of this kind.
  keeps text check (keeps in ('cash', 'notes', 'bank', 'partner', 'retail', 'transit')),
  -- The kind of party of its sub-ledger, as a module declares it: each of its lines has one.
  party text check (party <> ''),
  is_enabled boolean not null default true,
  primary key (company_id, id),
  constraint account_code_key unique (company_id, code)
);
call kit.tenant('ledger.account', remembered => true);

-- Which account a part of an event goes to; what is null fits anything, and the most specific row wins.
create table ledger.mapping (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  part text not null,
  event text,
  branch_id uuid,
  item_id uuid,
  mode_id uuid,
  account_id uuid not null,
  primary key (company_id, id),
  foreign key (company_id, account_id) references ledger.account (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  constraint mapping_key unique nulls not distinct (company_id, part, event, branch_id, item_id, mode_id)
);
create index mapping_account on ledger.mapping (company_id, account_id);
create index mapping_branch on ledger.mapping (company_id, branch_id);
create index mapping_event on ledger.mapping (company_id, event);
create index mapping_item on ledger.mapping (company_id, item_id);
create index mapping_mode on ledger.mapping (company_id, mode_id);
call kit.tenant('ledger.mapping', remembered => true);

-- Up to which day nothing may be posted, in a branch or everywhere.
create table ledger.period_lock (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  branch_id uuid,
  locked_to date not null,
  reason text not null check (reason <> ''),
  author text not null default '',
  changed_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  constraint period_lock_key unique nulls not distinct (company_id, branch_id)
);
create index period_lock_branch on ledger.period_lock (company_id, branch_id);
call kit.tenant('ledger.period_lock');

-- Days of a locked period into which may be posted for some hours, asked for by one and agreed to by another.
create table ledger.period_unlock (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  branch_id uuid,
  from_date date not null,
  to_date date not null,
  hours smallint not null check (hours between 1 and 72),
  reason text not null check (reason <> ''),
  state text not null default 'asked' check (state in ('asked', 'open', 'ended')),
  asked_by_id uuid not null,
  asked_by text not null,
  asked_at timestamptz not null,
  agreed_by text not null default '',
  opened_at timestamptz,
  closes_at timestamptz,
  version int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  check (from_date <= to_date),
  check (state <> 'open' or closes_at is not null)
);
create index period_unlock_branch on ledger.period_unlock (company_id, branch_id);
create index period_unlock_open on ledger.period_unlock (company_id, closes_at) where state = 'open';
call kit.tenant('ledger.period_unlock');

-- One entry for each posting of a business event. `leaf` is the hash of all that the entry and its lines say, which the seal takes
-- up, in the way that `leaf_version` says. Names and notes are in it as a hash with a salt: they can be erased by law, with their
-- salt, and the chain holds.
create table ledger.entry (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null,
  at timestamptz not null,
  xact xid8 not null default pg_current_xact_id(),
  business_date date not null,
  branch_id uuid not null,
  event text not null,
  source_type text not null,
  source_id uuid not null,
  reverses_id uuid,
  reverses_at timestamptz,
  note text not null default '',
  author_id uuid,
  author text not null,
  words_salt bytea check (length(words_salt) = 16),
  words_hash bytea not null check (length(words_hash) = 32),
  leaf_version smallint not null,
  leaf bytea not null check (length(leaf) = 32),
  primary key (company_id, at, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  check ((reverses_id is null) = (reverses_at is null))
) partition by range (at);
create index entry_id on ledger.entry (company_id, id);
create index entry_date on ledger.entry (company_id, business_date);
create index entry_source on ledger.entry (company_id, source_id);
create index entry_branch on ledger.entry (company_id, branch_id, business_date);
create index entry_xact on ledger.entry (company_id, xact);
create index entry_event on ledger.entry (company_id, event, at desc);

-- Debit above zero, credit below; a quantity where something is kept.
create table ledger.line (
  company_id uuid not null default kit.company(),
  at timestamptz not null,
  entry_id uuid not null,
  position smallint not null,
  account_id uuid not null,
  branch_id uuid not null,
  counter_id uuid,
  item_id uuid,
  mode_id uuid,
  -- Who holds the item where it is not the house itself: a bank account, a provider; of what is on its way the document.
  holder_id uuid,
  -- Who stands on the other side, as it was posted: a merge of two is followed when it is read.
  party_type text,
  party_id uuid,
  quantity numeric(20, 4),
  amount numeric(20, 4) not null,
  -- The place of this line among those of its cost pool, in the order in which they were posted.
  pool_seq bigint,
  business_date date not null,
  primary key (company_id, at, entry_id, position),
  foreign key (company_id, account_id) references ledger.account (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id),
  check (quantity is null or item_id is not null),
  check ((party_type is null) = (party_id is null))
) partition by range (at);
create index line_account on ledger.line (company_id, account_id, business_date);
create index line_branch on ledger.line (company_id, branch_id, business_date);
create index line_counter on ledger.line (company_id, counter_id);
create index line_party on ledger.line (company_id, party_id, account_id, business_date) where party_id is not null;

create table ledger.entry_default partition of ledger.entry default;
create table ledger.line_default partition of ledger.line default;

create trigger append_only before update or delete on ledger.entry for each row execute function kit.refuse_change();
create trigger append_only before update or delete on ledger.line for each row execute function kit.refuse_change();
create trigger no_truncate before truncate on ledger.entry execute function kit.refuse_change();
create trigger no_truncate before truncate on ledger.line execute function kit.refuse_change();
create trigger no_truncate before truncate on ledger.entry_default execute function kit.refuse_change();
create trigger no_truncate before truncate on ledger.line_default execute function kit.refuse_change();
select kit.extend_partitions();

comment on table ledger.entry is 'Not captured: append-only, and sealed.';
comment on table ledger.line is 'Not captured: append-only, and sealed.';
call kit.tenant('ledger.entry', captured => false, rights => 'select, insert');
call kit.tenant('ledger.line', captured => false, rights => 'select, insert');

-- What each posting moved of what is kept in stock, by the document that it was made for; the modules above compare with it.
create view ledger.moved_read with (security_invoker = true) as
  select e.company_id, e.source_type, e.source_id, e.event, e.id as entry_id, l.branch_id, l.item_id, l.quantity, l.amount
  from ledger.entry e
  left join (ledger.line l join ledger.account a on a.company_id = l.company_id and a.id = l.account_id and a.keeps is distinct from 'cash')
    on l.quantity is not null and l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id;
grant select on ledger.moved_read to agio_runtime;

-- The lines of an entry come in one statement, and whatever comes balances, in each branch by itself: none can be added later that
-- does not.
create function ledger.balanced() returns trigger language plpgsql as $$
begin
  if exists (select from added group by entry_id, branch_id having sum(amount) <> 0) then
    raise exception 'debits and credits of an entry differ' using errcode = 'check_violation', constraint = 'entry_balanced';
  end if;
  return null;
end
$$;
create trigger balanced after insert on ledger.line referencing new table as added
  for each statement execute function ledger.balanced();

-- One posting for each event of a source, whatever month it falls in.
create table ledger.posted (
  company_id uuid not null default kit.company() references organisation.company,
  source_id uuid not null,
  event text not null,
  entry_id uuid not null,
  constraint posted_key primary key (company_id, source_id, event)
) partition by range (source_id);
create table ledger.posted_default partition of ledger.posted default;
comment on table ledger.posted is 'Not captured: it only says which events the journal has.';
call kit.tenant('ledger.posted', captured => false, rights => 'select, insert');

-- What lies where: the sum of the journal's quantities, and what of it is promised. Without a counter it is the branch's vault.
create table ledger.holding (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  branch_id uuid not null,
  counter_id uuid,
  account_id uuid not null,
  item_id uuid not null,
  holder_id uuid,
  on_hand numeric(20, 4) not null default 0,
  reserved numeric(20, 4) not null default 0 check (reserved >= 0),
  may_be_negative boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id),
  foreign key (company_id, account_id) references ledger.account (company_id, id),
  constraint holding_key unique nulls not distinct (company_id, branch_id, account_id, item_id, counter_id, holder_id),
  constraint holding_enough check (on_hand >= reserved or may_be_negative)
);
create index holding_counter on ledger.holding (company_id, counter_id);
create index holding_account on ledger.holding (company_id, account_id);
comment on table ledger.holding is 'Not captured: the journal says what made it.';
call kit.tenant('ledger.holding', captured => false, rights => 'select, insert, update');

-- What of a holding is promised to a source, such as a deal that was submitted, and until when.
create table ledger.reservation (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  holding_id uuid not null,
  source_id uuid not null,
  quantity numeric(20, 4) not null check (quantity > 0),
  expires_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, holding_id) references ledger.holding (company_id, id),
  constraint reservation_key unique (company_id, source_id, holding_id)
);
create index reservation_holding on ledger.reservation (company_id, holding_id);
create index reservation_expires on ledger.reservation (company_id, expires_at);
create index reservation_run_out on ledger.reservation (expires_at);
comment on table ledger.reservation is 'Not captured: the source says what it asked for, and what became of it.';
call kit.tenant('ledger.reservation', captured => false);

-- The companies, of all, in which a promise has run out.
create policy housekeeping on ledger.reservation to current_user using (true);
create function ledger.run_out(at timestamptz) returns setof uuid language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return query select distinct r.company_id from ledger.reservation r where r.expires_at <= at;
end
$$;
revoke all on function ledger.run_out(timestamptz) from public;
grant execute on function ledger.run_out(timestamptz) to agio_runtime;

-- Quantity and local value of what lies together: notes of a branch, a bank account, a balance at a partner, retail goods, what
-- one document sent. The average cost is their quotient, and stored nowhere.
create table ledger.pool (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  branch_id uuid not null,
  kind text not null check (kind in ('notes', 'bank', 'partner', 'retail', 'transit')),
  item_id uuid not null,
  holder_id uuid,
  quantity numeric(20, 4) not null default 0,
  value numeric(20, 4) not null default 0,
  seq bigint not null default 0,
  may_be_negative boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  constraint pool_key unique nulls not distinct (company_id, branch_id, kind, item_id, holder_id),
  check ((holder_id is null) = (kind in ('notes', 'retail'))),
  constraint pool_empty check (quantity <> 0 or value = 0),
  constraint pool_enough check ((quantity >= 0 and value >= 0) or may_be_negative)
);
comment on table ledger.pool is 'Not captured: the journal says what made it.';
call kit.tenant('ledger.pool', captured => false, rights => 'select, insert, update');

-- The chain of seals: each goes over all that it says itself, and over the last of what it seals, entries of the journal or rows of
-- the audit, which go over the seal before.
create table ledger.seal (
  company_id uuid not null default kit.company() references organisation.company,
  number bigint not null check (number > 0),
  what text not null check (what in ('journal', 'audit')),
  size int not null check (size > 0),
  hash bytea not null check (length(hash) = 32),
  -- The transaction below which everything was committed then.
  horizon xid8 not null,
  sealed_at timestamptz not null,
  primary key (company_id, number)
);
comment on table ledger.seal is 'Not captured: append-only, and it proves itself.';
call kit.tenant('ledger.seal', captured => false, rights => 'select, insert');
create trigger append_only before update or delete on ledger.seal for each row execute function kit.refuse_change();
create trigger no_truncate before truncate on ledger.seal execute function kit.refuse_change();

-- Which entry is in which seal, and where. `hash` goes over the row before, this one and its leaf, so that the first row that
-- does not fit can be named.
create table ledger.sealed (
  company_id uuid not null default kit.company() references organisation.company,
  entry_id uuid not null,
  number bigint not null,
  position int not null,
  hash bytea not null check (length(hash) = 32),
  primary key (company_id, entry_id),
  foreign key (company_id, number) references ledger.seal (company_id, number)
) partition by range (entry_id);
create table ledger.sealed_default partition of ledger.sealed default;
create index sealed_position on ledger.sealed (company_id, number, position);
comment on table ledger.sealed is 'Not captured: append-only, and the chain proves it.';
call kit.tenant('ledger.sealed', captured => false, rights => 'select, insert');
create trigger append_only before update or delete on ledger.sealed for each row execute function kit.refuse_change();
create trigger no_truncate before truncate on ledger.sealed execute function kit.refuse_change();
create trigger no_truncate before truncate on ledger.sealed_default execute function kit.refuse_change();

-- What of the audit is in a seal: the transactions, and their rows in order, acts before changes, each with its leaf of 32 bytes.
create table ledger.sealed_audit (
  company_id uuid not null default kit.company() references organisation.company,
  number bigint not null,
  ats timestamptz[] not null,
  xacts xid8[] not null,
  ids uuid[] not null,
  leaf_version smallint not null,
  leaves bytea not null check (length(leaves) = 32 * cardinality(ids)),
  primary key (company_id, number),
  foreign key (company_id, number) references ledger.seal (company_id, number)
);
comment on table ledger.sealed_audit is 'Not captured: append-only, and the chain proves it.';
call kit.tenant('ledger.sealed_audit', captured => false, rights => 'select, insert');
create trigger append_only before update or delete on ledger.sealed_audit for each row execute function kit.refuse_change();
create trigger no_truncate before truncate on ledger.sealed_audit execute function kit.refuse_change();

-- What of the chain was anchored outside: the head as it was signed, up to which seal. The rows that an anchor names are in its file.
create table ledger.anchor (
  company_id uuid not null default kit.company() references organisation.company,
  number bigint not null,
  head text not null,
  signature text not null,
  at timestamptz not null,
  -- The address that it was sent to; empty where the company has none.
  mailed_to text not null,
  primary key (company_id, number),
  foreign key (company_id, number) references ledger.seal (company_id, number)
);
create index anchor_at on ledger.anchor (company_id, at, number);
comment on table ledger.anchor is 'Not captured: append-only, and signed.';
call kit.tenant('ledger.anchor', captured => false, rights => 'select, insert');
create trigger append_only before update or delete on ledger.anchor for each row execute function kit.refuse_change();
create trigger no_truncate before truncate on ledger.anchor execute function kit.refuse_change();

-- What a time-stamping authority said of an anchor, as it came: the whole reply of RFC 3161.
create table ledger.anchor_stamp (
  company_id uuid not null default kit.company() references organisation.company,
  number bigint not null,
  reply bytea not null,
  stamped_by text not null,
  stamped_at timestamptz not null,
  primary key (company_id, number),
  foreign key (company_id, number) references ledger.anchor (company_id, number)
);
comment on table ledger.anchor_stamp is 'Not captured: append-only, and signed by another.';
call kit.tenant('ledger.anchor_stamp', captured => false, rights => 'select, insert');
create trigger append_only before update or delete on ledger.anchor_stamp for each row execute function kit.refuse_change();
create trigger no_truncate before truncate on ledger.anchor_stamp execute function kit.refuse_change();

-- From which transaction on there may be entries without a seal. A restored database counts its transactions anew: a horizon
-- that lies ahead of the transaction that wrote its row here is of another count, also once the counter has passed it. It says
-- nothing, and everything is searched until the next seal.
create function ledger.horizon(company uuid) returns xid8 language plpgsql stable as $$
declare
  next bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  last xid8;
  writer bigint;
begin
  -- A row keeps the lower half of the number of its transaction; the upper half is that of now, or the one before.
  select s.horizon, (next >> 32 << 32) + s.xmin::text::bigint into last, writer
  from ledger.seal s where s.company_id = company and s.what = 'journal' order by s.number desc limit 1;
  if writer >= next then
    writer := writer - 4294967296;
  end if;
  return case when last::text::bigint <= writer then last else '0'::xid8 end;
end
$$;

-- What is posted and not sealed yet. A plan for the value of the horizon finds it by the index, whatever the statistics of a kept
-- plan say.
create function ledger.tail(company uuid) returns table (at timestamptz, id uuid)
language plpgsql stable rows 50 set plan_cache_mode = force_custom_plan as $$
declare
  low xid8 := ledger.horizon(company);
begin
  return query select e.at, e.id from ledger.entry e where e.company_id = company and e.xact >= low
    and not exists (select from ledger.sealed s where s.company_id = company and s.entry_id = e.id);
end
$$;
grant execute on function ledger.tail(uuid) to agio_runtime;

-- The lines of it, which whoever reads balances adds to them; each entry's are found by their key.
create view ledger.tail_line with (security_invoker = true) as
  select l.* from ledger.tail((select kit.company())) e cross join lateral (
    select * from ledger.line l where l.company_id = (select kit.company()) and l.at = e.at and l.entry_id = e.id offset 0) l;
grant select on ledger.tail_line to agio_runtime;

create view ledger.unsealed_read with (security_invoker = true) as select t.id as entry_id from ledger.tail((select kit.company())) t;
grant select on ledger.unsealed_read to agio_runtime;

-- What each business day moved of all that the lines of an account say, and what an account of a branch came to by its end: the sums
-- of the sealed lines, added as a seal takes up their entries. What is not sealed yet is added by whoever reads.
create table ledger.day_balance (
  company_id uuid not null default kit.company() references organisation.company,
  account_id uuid not null,
  business_date date not null,
  branch_id uuid not null,
  counter_id uuid,
  item_id uuid,
  holder_id uuid,
  party_type text,
  party_id uuid,
  quantity numeric(20, 4) not null,
  value numeric(20, 4) not null,
  foreign key (company_id, account_id) references ledger.account (company_id, id),
  constraint day_balance_key unique nulls not distinct
    (company_id, account_id, business_date, branch_id, item_id, counter_id, holder_id, party_id, party_type)
);
create index day_balance_party on ledger.day_balance (company_id, account_id, party_id, business_date) where party_id is not null;
comment on table ledger.day_balance is 'Not captured: the journal says what made it.';
call kit.tenant('ledger.day_balance', captured => false);

create table ledger.account_day (
  company_id uuid not null default kit.company() references organisation.company,
  account_id uuid not null,
  branch_id uuid not null,
  business_date date not null,
  debit numeric(20, 4) not null,
  credit numeric(20, 4) not null,
  closing numeric(20, 4) not null,
  primary key (company_id, account_id, branch_id, business_date),
  foreign key (company_id, account_id) references ledger.account (company_id, id)
);
comment on table ledger.account_day is 'Not captured: the journal says what made it.';
call kit.tenant('ledger.account_day', captured => false);

-- Up to which seal of the journal they go: where that is not the last one, they are made anew.
create table ledger.balanced_to (
  company_id uuid not null default kit.company() references organisation.company,
  number bigint not null,
  hash bytea not null check (length(hash) = 32),
  primary key (company_id)
);
comment on table ledger.balanced_to is 'Not captured: the journal says what made it.';
call kit.tenant('ledger.balanced_to', captured => false);

-- The companies, of all, that have entries without a seal.
create policy housekeeping on ledger.entry to current_user using (true);
create policy housekeeping on ledger.seal to current_user using (true);
create policy housekeeping on ledger.sealed to current_user using (true);
create function ledger.unsealed() returns setof uuid language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return query select c.company_id from (select distinct m.company_id from ledger.account m) c where exists (
    select from ledger.entry e where e.company_id = c.company_id and e.xact >= ledger.horizon(c.company_id)
      and not exists (select from ledger.sealed s where s.company_id = c.company_id and s.entry_id = e.id));
end
$$;
create policy housekeeping on ledger.account to current_user using (true);
revoke all on function ledger.unsealed() from public;
grant execute on function ledger.unsealed() to agio_runtime;

select kit.extend_partitions();
