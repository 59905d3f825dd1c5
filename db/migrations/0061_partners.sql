-- Money with partners that pay out, what was asked of them, and what they say.

-- In whose books the balance with a partner stands; of partners without one no order is sent.
create table remittance.prefund (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  provider_id uuid not null,
  branch_id uuid not null,
  currency_id uuid not null,
  -- Where a low balance was said: it is said once until it is no longer low.
  is_low boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint prefund_key unique (company_id, provider_id),
  foreign key (company_id, provider_id) references remittance.provider (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, currency_id) references currencies.currency (company_id, id)
);
create index prefund_branch on remittance.prefund (company_id, branch_id);
create index prefund_currency on remittance.prefund (company_id, currency_id);
create index prefund_created on remittance.prefund (company_id, created_at);
call kit.tenant('remittance.prefund');

-- Money that goes to a partner from a bank account, comes back from it, or is taken by it.
create table remittance.prefund_move (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  state text not null check (state in ('pending', 'posted', 'rejected', 'cancelled', 'reversed')),
  kind text not null check (kind in ('topUp', 'withdrawal', 'charge')),
  provider_id uuid not null,
  branch_id uuid not null,
  account_id uuid,
  -- Of the balance, in its currency.
  amount numeric(20, 4) not null check (amount > 0),
  -- Of the bank account, in its currency.
  bank_amount numeric(20, 4),
  -- In local currency.
  value numeric(20, 4) not null,
  business_date date not null,
  reference text not null default '',
  note text not null default '',
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, provider_id) references remittance.provider (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, account_id) references bank.account (company_id, id)
);
create index prefund_move_number on remittance.prefund_move (company_id, number);
create index prefund_move_number_search on remittance.prefund_move using gin (number gin_trgm_ops);
create index prefund_move_provider on remittance.prefund_move (company_id, provider_id, created_at);
create index prefund_move_branch on remittance.prefund_move (company_id, branch_id, created_at);
create index prefund_move_account on remittance.prefund_move (company_id, account_id);
create index prefund_move_state on remittance.prefund_move (company_id, state);
create index prefund_move_kind on remittance.prefund_move (company_id, kind);
create index prefund_move_date on remittance.prefund_move (company_id, business_date);
create index prefund_move_created on remittance.prefund_move (company_id, created_at);
call kit.tenant('remittance.prefund_move');

-- How a partner is spoken with, and what it promises.
alter table remittance.provider
  add column endpoint text not null default '',
  -- Within so many seconds it knows what it was sent.
  add column answers_within int not null default 120 check (answers_within between 5 and 86400),
  -- For so many days of its calendar it knows a reference again.
  add column remembers_days int not null default 7 check (remembers_days between 0 and 3650),
  add column most_queries int not null default 10 check (most_queries between 1 and 1000),
  -- What banks keep of money that comes back is the customer's, as the disclosure says.
  add column is_return_charged boolean not null default false,
  -- The secret of the address at which it reports.
  add column seal text not null
    default translate(encode(substring(uuid_send(gen_random_uuid()) from 1 for 12), 'base64'), '+/', '-_');

-- How a partner fares as a server: counted at each call, and no act of anybody.
create table remittance.partner_health (
  company_id uuid not null default kit.company() references organisation.company,
  provider_id uuid not null,
  -- Since it answered last; after some nothing is asked of it before `rests_until`.
  failures int not null default 0,
  rests_until timestamptz,
  answered_at timestamptz,
  failed_at timestamptz,
  last_fault text not null default '',
  -- Reports that were not rightly signed, or not fresh.
  refused_reports int not null default 0,
  refused_at timestamptz,
  primary key (company_id, provider_id),
  foreign key (company_id, provider_id) references remittance.provider (company_id, id)
);
comment on table remittance.partner_health is 'Not captured: what a server answered is counted at each call.';
call kit.tenant('remittance.partner_health', captured => false);
-- Payout currency for one unit of the partner's settlement currency, where neither is the other nor local.
alter table remittance.payout_rate add column settlement_rate numeric(28, 8) check (settlement_rate > 0);

alter table remittance.payout_order
  -- What the partner takes for it from the balance, its fee apart; and the balance's cost of both and the gain, once it was taken.
  add column settles numeric(20, 4),
  add column partner_fee numeric(20, 4) not null default 0,
  add column cost numeric(20, 4),
  add column gain numeric(20, 4),
  -- What an approved or unknown order stands for: a balance, a rate, or a look at the partner's statement.
  add column waits_for text not null default '' check (waits_for in ('', 'prefund', 'rate', 'statement')),
  -- What the partner knows it by, and what was sent under it.
  add column reference text not null default '',
  add column sent_hash text not null default '',
  add column sent_at timestamptz,
  add column sendings int not null default 0,
  add column queries int not null default 0,
  add column ask_at timestamptz,
  add column not_found_at timestamptz,
  add column batch_id uuid,
  -- When the partner's last report that was applied came about.
  add column told_at timestamptz,
  -- What banks keep of a return is the customer's, as the disclosure said.
  add column is_return_charged boolean not null default false,
  -- What banks kept of it when it came back, in the balance's currency.
  add column kept numeric(20, 4) not null default 0;
create unique index payout_order_reference on remittance.payout_order (company_id, provider_id, reference) where reference <> '';
create index payout_order_waiting on remittance.payout_order (company_id, provider_id, paid_at) where waits_for = 'prefund';
create index payout_order_waits on remittance.payout_order (company_id, waits_for);
create index payout_order_asking on remittance.payout_order (company_id, ask_at) where ask_at is not null;
create index payout_order_batch on remittance.payout_order (company_id, batch_id);

-- What partners say of orders: each report once, applied once.
create table remittance.partner_event (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  provider_id uuid not null,
  event_id text not null,
  source text not null check (source in ('create', 'query', 'cancel', 'webhook', 'file', 'person')),
  reference text not null,
  order_id uuid,
  kind text not null check (kind in ('accepted', 'ready', 'paid', 'rejected', 'returned', 'cancelled', 'cancelRefused', 'notFound',
    'unknown', 'duplicate')),
  amount numeric(20, 4),
  reason text not null default '',
  occurred_at timestamptz,
  came_at timestamptz not null,
  applied_at timestamptz,
  outcome text not null default 'kept' check (outcome in ('kept', 'applied', 'passed', 'conflict', 'unknownReference')),
  primary key (company_id, id),
  constraint partner_event_key unique (company_id, provider_id, event_id),
  foreign key (company_id, provider_id) references remittance.provider (company_id, id),
  foreign key (company_id, order_id) references remittance.payout_order (company_id, id)
);
create index partner_event_order on remittance.partner_event (company_id, order_id, came_at);
create index partner_event_outcome on remittance.partner_event (company_id, outcome, came_at) where outcome in ('conflict', 'unknownReference');
call kit.tenant('remittance.partner_event');

-- Orders that go to a partner in one file.
create table remittance.payout_batch (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  state text not null check (state in ('open', 'closed', 'approved', 'sent', 'acknowledged', 'settled', 'cancelled')),
  provider_id uuid not null,
  branch_id uuid not null,
  format text not null check (format in ('csv', 'pain001')),
  -- The partner's day on which it is worth.
  value_day date,
  -- As it was closed: how many, what the partner takes for them in its settlement currency, and a hash of all that is in it.
  count int not null default 0,
  total numeric(20, 4) not null default 0,
  hash text not null default '',
  closed_by_id uuid,
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, provider_id) references remittance.provider (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id)
);
create index payout_batch_number on remittance.payout_batch (company_id, number);
create index payout_batch_number_search on remittance.payout_batch using gin (number gin_trgm_ops);
create index payout_batch_provider on remittance.payout_batch (company_id, provider_id, created_at);
create index payout_batch_branch on remittance.payout_batch (company_id, branch_id, created_at);
create index payout_batch_state on remittance.payout_batch (company_id, state);
create index payout_batch_created on remittance.payout_batch (company_id, created_at);
call kit.tenant('remittance.payout_batch');

create table remittance.batch_item (
  company_id uuid not null default kit.company() references organisation.company,
  batch_id uuid not null,
  order_id uuid not null,
  reference text not null,
  -- As the partner last said of it under this reference.
  result text not null default '',
  reason text not null default '',
  primary key (company_id, batch_id, order_id),
  -- No item in two.
  constraint batch_item_reference unique (company_id, order_id, reference),
  foreign key (company_id, batch_id) references remittance.payout_batch (company_id, id),
  foreign key (company_id, order_id) references remittance.payout_order (company_id, id)
);
call kit.tenant('remittance.batch_item');
alter table remittance.payout_order no force row level security;
alter table remittance.payout_batch no force row level security;
alter table remittance.payout_order
  add foreign key (company_id, batch_id) references remittance.payout_batch (company_id, id);
alter table remittance.payout_order force row level security;
alter table remittance.payout_batch force row level security;

-- Money that came in at a bank for an order: in suspense until it is matched, or goes back.
create table remittance.incoming_fund (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  state text not null check (state in ('unmatched', 'matched', 'returned')),
  branch_id uuid not null,
  account_id uuid not null,
  amount numeric(20, 4) not null check (amount > 0),
  -- As the bank says it.
  payer text not null,
  remark text not null default '',
  received_on date not null,
  order_id uuid,
  -- Why somebody else than the sender has paid.
  payer_reason text not null default '',
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, account_id) references bank.account (company_id, id),
  foreign key (company_id, order_id) references remittance.payout_order (company_id, id)
);
create index incoming_fund_number on remittance.incoming_fund (company_id, number);
create index incoming_fund_number_search on remittance.incoming_fund using gin (number gin_trgm_ops);
create index incoming_fund_payer_search on remittance.incoming_fund using gin (payer gin_trgm_ops);
create index incoming_fund_remark_search on remittance.incoming_fund using gin (remark gin_trgm_ops);
create index incoming_fund_branch on remittance.incoming_fund (company_id, branch_id, created_at);
create index incoming_fund_account on remittance.incoming_fund (company_id, account_id);
create index incoming_fund_order on remittance.incoming_fund (company_id, order_id);
create index incoming_fund_state on remittance.incoming_fund (company_id, state);
create index incoming_fund_received on remittance.incoming_fund (company_id, received_on);
create index incoming_fund_created on remittance.incoming_fund (company_id, created_at);
call kit.tenant('remittance.incoming_fund');
alter table remittance.payout_order add column fund_id uuid;

-- Money that a partner has us pay out here.
create table remittance.inward (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  state text not null check (state in ('noticed', 'paid', 'returned')),
  provider_id uuid not null,
  -- Where it was noticed; where it is paid is in the counter.
  branch_id uuid not null,
  -- What the recipient says to be paid; of a partner each once.
  code text not null,
  recipient_name text not null,
  sender_name text not null,
  country text not null,
  -- What the partner owes us for it, in its settlement currency, and what the recipient gets, in local currency.
  settles numeric(20, 4) not null check (settles > 0),
  amount numeric(20, 4) not null check (amount > 0),
  expires_on date not null,
  is_reminded boolean not null default false,
  customer_id uuid,
  customer text not null default '',
  counter_id uuid,
  mode_id uuid,
  business_date date,
  paid_at timestamptz,
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  constraint inward_code_key unique (company_id, provider_id, code),
  foreign key (company_id, provider_id) references remittance.provider (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  foreign key (company_id, customer_id) references customers.customer (company_id, id),
  foreign key (company_id, counter_id) references organisation.counter (company_id, id),
  foreign key (company_id, mode_id) references currencies.mode (company_id, id)
);
create index inward_number on remittance.inward (company_id, number);
create index inward_number_search on remittance.inward using gin (number gin_trgm_ops);
create index inward_recipient_search on remittance.inward using gin (recipient_name gin_trgm_ops);
create index inward_provider on remittance.inward (company_id, provider_id, created_at);
create index inward_branch on remittance.inward (company_id, branch_id, created_at);
create index inward_customer on remittance.inward (company_id, customer_id);
create index inward_counter on remittance.inward (company_id, counter_id);
create index inward_mode on remittance.inward (company_id, mode_id);
create index inward_state on remittance.inward (company_id, state);
create index inward_expires on remittance.inward (company_id, expires_on);
create index inward_created on remittance.inward (company_id, created_at);
call kit.tenant('remittance.inward');

-- Companies that were there before: roles of the product have the new rights as those of new ones do.
alter table access.role no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_provider_balances', 'manage_provider_balances', 'view_payout_batches', 'manage_payout_batches']) p)
  where base_role = 'treasury';
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_provider_balances', 'view_payout_batches', 'payout_release',
    'view_incoming_funds', 'manage_incoming_funds', 'view_inward_remittances']) p)
  where base_role in ('branch_manager', 'accountant');
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['authorise_provider_balances']) p)
  where base_role in ('accountant');
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_inward_remittances', 'manage_inward_remittances', 'pay_inward_remittances']) p)
  where base_role in ('branch_manager', 'senior_teller');
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_inward_remittances', 'pay_inward_remittances']) p)
  where base_role = 'teller';
alter table access.role force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;

-- Whether fee and tax stay where an order comes back.
alter table settings.config drop constraint config_key_check,
  add check (key in ('RATE_PRECISION', 'RATE_SETTING_TYPE', 'COUNT_TOLERANCE', 'PASSWORD_LENGTH', 'PASSWORD_GUESSABLE',
    'SELVES_DAYS', 'TRANSIT_WITHIN_BRANCH', 'DEFAULT_LANGUAGE', 'REVALUATION_METHOD', 'FISCAL_YEAR_START',
    'REMITTANCE_FREE_CANCEL_MINUTES', 'REMITTANCE_KEEPS_FEE', 'INVENTORY_ENABLED'));
