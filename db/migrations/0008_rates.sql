-- Fixed since Agio 0.2.0.
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

-- One act of publishing: who, when, and why where a rule asked for it.
create table rates.publication (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  author_id uuid,
  author text not null,
  reason text not null default '',
  published_at timestamptz not null,
  primary key (company_id, id)
);
call kit.tenant('rates.publication', rights => 'select, insert');

-- The mid of a currency in local currency per so many units. The latest row counts; none is ever changed.
create table rates.base_rate (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  publication_id uuid not null,
  currency_id uuid not null,
  mid numeric(20, 8) not null check (mid > 0),
  quote_unit int not null,
  -- Where it came from: entered by hand, or a feed with its day.
  source text not null,
  published_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, publication_id) references rates.publication (company_id, id),
  foreign key (company_id, currency_id) references currencies.currency (company_id, id)
);
create index base_rate_currency on rates.base_rate (company_id, currency_id, id desc);
create index base_rate_published on rates.base_rate (company_id, published_at);
create index base_rate_publication on rates.base_rate (company_id, publication_id);
call kit.tenant('rates.base_rate', rights => 'select, insert', remembered => true);

-- What is laid on the mid. A changed margin is a new row; the old one says by which publication it ended.
create table rates.margin_rate (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  publication_id uuid not null,
  ended_by uuid,
  currency_id uuid,
  -- A part of the currency with a rate of its own.
  sub_currency_id uuid,
  branch_id uuid,
  customer_type smallint check (customer_type in (1, 2)),
  amount_from numeric(20, 8) check (amount_from >= 0),
  amount_to numeric(20, 8),
  kind text not null check (kind in ('absolute', 'percent', 'pips')),
  buy numeric(20, 8) not null check (buy >= 0),
  sell numeric(20, 8) not null check (sell >= 0),
  pip_size numeric(20, 8) check (pip_size > 0),
  primary key (company_id, id),
  foreign key (company_id, publication_id) references rates.publication (company_id, id),
  foreign key (company_id, ended_by) references rates.publication (company_id, id),
  foreign key (company_id, currency_id) references currencies.currency (company_id, id),
  foreign key (company_id, sub_currency_id) references currencies.sub_currency (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  check (amount_to > amount_from or amount_from is null or amount_to is null),
  check (sub_currency_id is null or currency_id is not null),
  check ((kind = 'pips') = (pip_size is not null)),
  check (kind <> 'percent' or buy < 1)
);
create unique index margin_rate_scope_key on rates.margin_rate
  (company_id, currency_id, sub_currency_id, branch_id, customer_type, amount_from) nulls not distinct where ended_by is null;
create index margin_rate_currency on rates.margin_rate (company_id, currency_id, id desc);
create index margin_rate_customer_type on rates.margin_rate (company_id, customer_type);
create index margin_rate_kind on rates.margin_rate (company_id, kind);
create index margin_rate_publication on rates.margin_rate (company_id, publication_id);
create index margin_rate_ended on rates.margin_rate (company_id, ended_by);
create index margin_rate_sub_currency on rates.margin_rate (company_id, sub_currency_id);
create index margin_rate_branch on rates.margin_rate (company_id, branch_id);
call kit.tenant('rates.margin_rate', rights => 'select, insert', remembered => true);
grant update (ended_by) on rates.margin_rate to agio_runtime;

-- Explicit rates, for a customer type, branch, amount or named customer; a side without a rate is not dealt.
create table rates.custom_rate (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  publication_id uuid not null,
  ended_by uuid,
  currency_id uuid not null,
  sub_currency_id uuid,
  branch_id uuid,
  customer_type smallint check (customer_type in (1, 2)),
  -- A customer of the module above: no key reaches up there.
  customer_id uuid,
  amount_from numeric(20, 8) check (amount_from >= 0),
  amount_to numeric(20, 8),
  buy numeric(20, 8) check (buy > 0),
  sell numeric(20, 8) check (sell > 0),
  quote_unit int not null,
  primary key (company_id, id),
  foreign key (company_id, publication_id) references rates.publication (company_id, id),
  foreign key (company_id, ended_by) references rates.publication (company_id, id),
  foreign key (company_id, currency_id) references currencies.currency (company_id, id),
  foreign key (company_id, sub_currency_id) references currencies.sub_currency (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  check (amount_to > amount_from or amount_from is null or amount_to is null),
  check (buy < sell or buy is null or sell is null),
  check (buy is not null or sell is not null)
);
create unique index custom_rate_scope_key on rates.custom_rate
  (company_id, currency_id, sub_currency_id, branch_id, customer_type, customer_id, amount_from) nulls not distinct where ended_by is null;
create index custom_rate_currency on rates.custom_rate (company_id, currency_id, id desc);
create index custom_rate_customer_type on rates.custom_rate (company_id, customer_type);
create index custom_rate_publication on rates.custom_rate (company_id, publication_id);
create index custom_rate_ended on rates.custom_rate (company_id, ended_by);
create index custom_rate_sub_currency on rates.custom_rate (company_id, sub_currency_id);
create index custom_rate_branch on rates.custom_rate (company_id, branch_id);
call kit.tenant('rates.custom_rate', rights => 'select, insert', remembered => true);
grant update (ended_by) on rates.custom_rate to agio_runtime;

-- The rules that a rate must pass, where the company's differ from the defaults.
create table rates.rate_rule (
  company_id uuid not null default kit.company() references organisation.company,
  rule text not null,
  warn numeric(20, 8) check (warn >= 0),
  block numeric(20, 8) check (block >= 0),
  is_enabled boolean not null,
  primary key (company_id, rule)
);
call kit.tenant('rates.rate_rule');
