-- Fixed since Agio 0.2.0.
create schema screening;
grant usage on schema screening to agio_runtime;

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

-- A file of names that is screened row by row; nobody in it becomes a customer.
create table screening.bulk (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  data_source text not null check (data_source in ('unsc', 'ofac', 'enhanced')),
  file_id uuid not null,
  file_name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'finished', 'failed', 'cancelled')),
  failure text not null default '',
  failure_data jsonb not null default '{}',
  total int not null default 0,
  done int not null default 0,
  -- Rows with at least one candidate, and rows that could not be screened.
  with_hits int not null default 0,
  faulty int not null default 0,
  settings_version_id uuid,
  options json,
  lists json,
  stale text[] not null default '{}',
  result_file_id uuid,
  by_id uuid not null,
  by_name text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  version int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, file_id) references kit.file (company_id, id),
  foreign key (company_id, result_file_id) references kit.file (company_id, id),
  foreign key (company_id, settings_version_id) references screening.settings (company_id, id)
);
create index bulk_settings on screening.bulk (company_id, settings_version_id);
create index bulk_file on screening.bulk (company_id, file_id);
create index bulk_result on screening.bulk (company_id, result_file_id);
create index bulk_created on screening.bulk (company_id, created_at, id);
create index bulk_state on screening.bulk (company_id, state, created_at);
create index bulk_source on screening.bulk (company_id, data_source, created_at);
create index bulk_name on screening.bulk (company_id, file_name);
create index bulk_name_search on screening.bulk using gin (file_name gin_trgm_ops);
comment on table screening.bulk is 'Not captured: it says itself who asked and what came of it.';
call kit.tenant('screening.bulk', captured => false, rights => 'select, insert, update');

-- Each screening is evidence: who was asked for, by what settings and against which lists, what was found and who decided
-- what. Nothing of that is ever changed; only where it stands now moves on.
create table screening.screening (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  data_source text not null check (data_source in ('unsc', 'ofac', 'enhanced')),
  cause text not null
    check (cause in ('onboarding', 'transaction', 'object_updated', 'dataset_updated', 'manual', 'bulk')),
  -- Whom it is about; the customer it became where two were merged. Null for a search by name alone.
  customer_id uuid,
  bulk_id uuid,
  -- The deal in which a name alone was said, once there is one: what is decided of it holds there and nowhere else.
  deal_id uuid,
  name text collate "und-x-icu" not null,
  entity_type text not null check (entity_type in ('person', 'organisation', 'vessel', 'aircraft', 'unknown')),
  -- The query as it was asked: names, dates of birth, countries, documents, genders; and how.
  query json not null,
  settings_version_id uuid,
  -- Threshold and weights by which it was scored.
  options json not null,
  -- The versions of lists that were asked: id, list, number, content hash; `since` where only what came after was.
  lists json not null,
  -- Lists that were too old, or never loaded: nobody is cleared by those.
  stale text[] not null default '{}',
  hits int not null,
  top_score numeric(6, 5),
  -- Why it could not be carried out in full; empty where it was.
  failure text not null default '',
  by_id uuid,
  by_name text not null default '',
  created_at timestamptz not null,
  -- Where it stands now.
  state text not null check (state in ('in_review', 'no_hit', 'confirmed_hit', 'error')),
  pending int not null default 0,
  is_open boolean not null,
  -- A later screening that asks again for all that is still open here.
  superseded_by uuid,
  -- After a confirmed hit was closed by a second person: whether it holds.
  closed_as text check (closed_as in ('upheld', 'released')),
  version int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers.customer (company_id, id),
  foreign key (company_id, superseded_by) references screening.screening (company_id, id),
  foreign key (company_id, settings_version_id) references screening.settings (company_id, id),
  foreign key (company_id, bulk_id) references screening.bulk (company_id, id)
);
create index screening_settings on screening.screening (company_id, settings_version_id);
create index screening_created on screening.screening (company_id, created_at, id);
create index screening_source on screening.screening (company_id, data_source, created_at, id);
create index screening_customer on screening.screening (company_id, customer_id, created_at);
create index screening_bulk on screening.screening (company_id, bulk_id);
create index screening_state on screening.screening (company_id, state, created_at);
create index screening_open on screening.screening (company_id, is_open, created_at);
create index screening_cause on screening.screening (company_id, cause, created_at);
create index screening_hits on screening.screening (company_id, hits, created_at);
create index screening_by on screening.screening (company_id, by_id, created_at);
create index screening_superseded on screening.screening (company_id, superseded_by);
create index screening_name on screening.screening (company_id, name, deal_id);
create index screening_confirmed on screening.screening (company_id, name) where state = 'confirmed_hit';
create index screening_name_search on screening.screening using gin (name gin_trgm_ops);
comment on table screening.screening is 'Not captured: it is evidence itself, and only where it stands can change.';
call kit.tenant('screening.screening', captured => false, rights => 'select, insert');
grant update (customer_id, deal_id, state, pending, is_open, superseded_by, closed_as, version) on screening.screening to agio_runtime;

-- An entry that a screening found, as its list had it then, with what made the score.
create table screening.candidate (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  screening_id uuid not null,
  position int not null,
  content_id uuid not null references watchlists.entry,
  list text not null,
  entry_id text not null,
  content_hash text not null,
  entry_type text not null,
  entry_name text not null,
  matched_name text not null,
  quality text not null check (quality in ('primary', 'strong', 'weak')),
  score numeric(6, 5) not null,
  agreement numeric(6, 4) not null,
  -- Which parts of the names go together, and what birth date, country, document and gender did.
  explanation json not null,
  -- The pair of customer and entry that was cleared for good, because of which nobody was asked.
  whitelist_id uuid,
  -- Where it stands now.
  state text not null default 'pending' check (state in ('pending', 'no_hit', 'confirmed_hit', 'skipped')),
  primary key (company_id, id),
  foreign key (company_id, screening_id) references screening.screening (company_id, id)
);
create unique index candidate_place on screening.candidate (company_id, screening_id, position);
create index candidate_content on screening.candidate (content_id);
create index candidate_entry on screening.candidate (company_id, list, entry_id);
comment on table screening.candidate is 'Not captured: it is evidence itself, and only where it stands can change.';
call kit.tenant('screening.candidate', captured => false, rights => 'select, insert');
grant update (state) on screening.candidate to agio_runtime;

-- What somebody decided on a candidate, and why. A later decision does not take an earlier one away.
create table screening.decision (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  screening_id uuid not null,
  -- Null: of the screening as a whole, when a confirmed hit is closed.
  candidate_id uuid,
  outcome text not null check (outcome in ('no_hit', 'confirmed_hit', 'skipped', 'accepted', 'upheld', 'released', 'reopened')),
  reason text not null,
  by_id uuid not null,
  by_name text not null,
  at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, screening_id) references screening.screening (company_id, id),
  foreign key (company_id, candidate_id) references screening.candidate (company_id, id)
);
create index decision_screening on screening.decision (company_id, screening_id, at);
create index decision_candidate on screening.decision (company_id, candidate_id);
call kit.tenant('screening.decision', rights => 'select, insert');

-- What case management is to take up: one row for each confirmed hit.
create table screening.case_request (
  company_id uuid not null default kit.company() references organisation.company,
  screening_id uuid not null,
  customer_id uuid,
  asked_at timestamptz not null,
  asked_by_name text not null,
  taken_at timestamptz,
  primary key (company_id, screening_id),
  foreign key (company_id, screening_id) references screening.screening (company_id, id),
  foreign key (company_id, customer_id) references customers.customer (company_id, id)
);
create index case_request_customer on screening.case_request (company_id, customer_id);
create index case_request_waiting on screening.case_request (company_id, asked_at) where taken_at is null;
comment on table screening.case_request is 'Not captured: it follows from a decision, which is.';
call kit.tenant('screening.case_request', captured => false, rights => 'select, insert');
grant update (taken_at) on screening.case_request to agio_runtime;

-- A customer and an entry that are not the same, as two people found: it holds while neither of them changes, until its day.
create table screening.whitelist (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  customer_name text not null,
  list text not null,
  entry_id text not null,
  entry_name text not null,
  -- What the entry said and what was known of the customer; another of either opens it again.
  content_hash text not null,
  facts_hash text not null,
  screening_id uuid not null,
  reason text not null,
  expires_on date not null,
  state text not null default 'proposed'
    check (state in ('proposed', 'approved', 'rejected', 'reopened', 'ended')),
  -- Why it was opened again: customerChanged, entryChanged, expired, merged.
  reopened_because text not null default '',
  author_id uuid not null,
  author text not null,
  created_at timestamptz not null,
  decided_by_id uuid,
  decided_by text not null default '',
  decided_at timestamptz,
  decision_note text not null default '',
  version int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers.customer (company_id, id),
  foreign key (company_id, screening_id) references screening.screening (company_id, id)
);
create unique index whitelist_pair_key on screening.whitelist (company_id, customer_id, list, entry_id)
  where state in ('proposed', 'approved');
create index whitelist_customer on screening.whitelist (company_id, customer_id);
create index whitelist_screening on screening.whitelist (company_id, screening_id);
create index whitelist_state on screening.whitelist (company_id, state, created_at);
create index whitelist_created on screening.whitelist (company_id, created_at, id);
create index whitelist_expires on screening.whitelist (company_id, expires_on);
create index whitelist_list on screening.whitelist (company_id, list);
create index whitelist_name on screening.whitelist (company_id, customer_name);
create index whitelist_name_search on screening.whitelist using gin (customer_name gin_trgm_ops);
create index whitelist_entry on screening.whitelist (company_id, entry_name);
create index whitelist_entry_search on screening.whitelist using gin (entry_name gin_trgm_ops);
call kit.tenant('screening.whitelist', rights => 'select, insert, update');

-- By which screening each customer stands, of each data source.
create table screening.standing (
  company_id uuid not null default kit.company() references organisation.company,
  customer_id uuid not null,
  data_source text not null check (data_source in ('unsc', 'ofac', 'enhanced')),
  screening_id uuid not null,
  facts_hash text not null,
  settings_hash text not null,
  -- The number of the version of each list that was asked.
  numbers jsonb not null,
  is_fresh boolean not null,
  at timestamptz not null,
  primary key (company_id, customer_id, data_source),
  foreign key (company_id, customer_id) references customers.customer (company_id, id),
  foreign key (company_id, screening_id) references screening.screening (company_id, id)
);
create index standing_screening on screening.standing (company_id, screening_id);
comment on table screening.standing is 'Not captured: it follows from screenings, which are evidence themselves.';
call kit.tenant('screening.standing', captured => false);

-- Who is matched against each new version of the lists of a data source.
create table screening.monitoring (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  data_source text not null check (data_source in ('unsc', 'ofac', 'enhanced')),
  is_enabled boolean not null,
  since timestamptz not null,
  by_name text not null default '',
  reason text not null default '',
  version int not null default 1,
  primary key (company_id, id),
  constraint monitoring_customer_key unique (company_id, customer_id, data_source),
  foreign key (company_id, customer_id) references customers.customer (company_id, id)
);
create index monitoring_source on screening.monitoring (company_id, data_source, since, id);
create index monitoring_since on screening.monitoring (company_id, since, id);
create index monitoring_enabled on screening.monitoring (company_id, is_enabled, since);
call kit.tenant('screening.monitoring', rights => 'select, insert, update');

-- Each time that the monitored customers were matched against what a list had changed.
create table screening.run (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  list text not null,
  version_id uuid not null references watchlists.version,
  -- After which version it began, and up to which it went.
  from_number int not null,
  to_number int not null,
  entries int not null,
  customers int not null default 0,
  hits int not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (company_id, id)
);
create index run_list on screening.run (company_id, list, to_number);
create index run_version on screening.run (version_id);
comment on table screening.run is 'Not captured: it says itself what it did.';
call kit.tenant('screening.run', captured => false, rights => 'select, insert');
grant update (customers, hits, finished_at) on screening.run to agio_runtime;

-- What is evidence stays as it was written, whoever holds the connection.
create function screening.keep_evidence() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger append_only before update or delete on screening.screening for each row
  execute function screening.keep_evidence('customer_id', 'deal_id', 'state', 'pending', 'is_open', 'superseded_by', 'closed_as', 'version');
create trigger one_deal before update of deal_id on screening.screening for each row
  when (old.deal_id is not null and new.deal_id is distinct from old.deal_id) execute function kit.refuse_change();
create trigger append_only before update or delete on screening.candidate for each row
  execute function screening.keep_evidence('state');
create trigger append_only before update or delete on screening.decision for each row execute function kit.refuse_change();
create trigger no_truncate before truncate on screening.screening execute function kit.refuse_change();
create trigger no_truncate before truncate on screening.candidate execute function kit.refuse_change();
create trigger no_truncate before truncate on screening.decision execute function kit.refuse_change();

-- Takes away a list of the company's own that nobody was ever asked against. What may be part of an answer stays: then it is false.
-- Where its owner is a superuser, no policy holds inside: each statement names the company itself.
create function screening.forget_list(forgotten text) returns boolean language plpgsql security definer
  set search_path = pg_catalog as $$
declare
  loaded timestamptz := (select min(v.loaded_at) from watchlists.version v
    where v.list = forgotten and v.owner = kit.company());
begin
  if loaded is null or forgotten not like 'own-%'
    or exists (select from screening.screening
      where company_id = kit.company() and data_source = 'enhanced' and created_at >= loaded)
    or exists (select from screening.bulk
      where company_id = kit.company() and data_source = 'enhanced' and coalesce(finished_at, 'infinity') >= loaded)
    or exists (select from screening.run
      where company_id = kit.company() and list = forgotten and (customers > 0 or finished_at is null)) then
    return false;
  end if;
  delete from screening.run where company_id = kit.company() and list = forgotten;
  delete from watchlists.link where list = forgotten and owner = kit.company();
  delete from watchlists.span where list = forgotten and owner = kit.company();
  delete from watchlists.entry where list = forgotten and owner = kit.company();
  delete from watchlists.version where list = forgotten and owner = kit.company();
  delete from watchlists.state where list = forgotten and owner = kit.company();
  return true;
end
$$;
revoke all on function screening.forget_list(text) from public;
grant execute on function screening.forget_list(text) to agio_runtime;
