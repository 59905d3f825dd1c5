-- Fixed since Agio 0.2.0.
create schema customers;
grant usage on schema customers to agio_runtime;

-- A customer of the whole company: a person (1) or a legal person (2). What only one of the two has is empty for the other.
create table customers.customer (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  customer_type smallint not null check (customer_type in (1, 2)),
  name text collate "und-x-icu" not null,
  original_name text not null default '',
  nationality text not null default '',
  gender text not null default '' check (gender in ('', 'M', 'F', 'X')),
  date_of_birth date,
  place_of_birth text not null default '',
  country_of_birth text not null default '',
  occupation text not null default '',
  employer text not null default '',
  politically_exposed text not null default '' check (politically_exposed in ('', 'NO', 'YES')),
  source_of_wealth text not null default '',
  registration_number text not null default '',
  registration_key text generated always as (upper(regexp_replace(registration_number, '[^A-Za-z0-9]', '', 'g'))) stored,
  date_of_incorporation date,
  country_of_incorporation text not null default '',
  registered_address text not null default '',
  business_address text not null default '',
  website text not null default '',
  contact_person text not null default '',
  licence_number text not null default '',
  annual_turnover numeric(22, 2),
  address text not null default '',
  city text not null default '',
  state text not null default '',
  postcode text not null default '',
  country text not null default '',
  phone text not null default '',
  email text not null default '',
  nature_of_business text not null default '',
  tax_number text not null default '',
  purpose text not null default '',
  source_of_funds text not null default '',
  expected_activity text not null default '',
  remarks text not null default '',
  avatar_file_id uuid,
  is_blocked boolean not null default false,
  is_monitored boolean not null default false,
  is_active boolean not null default true,
  credit_limit numeric(22, 4),
  credit_days int check (credit_days between 0 and 365),
  credit_note text not null default '',
  -- The customer that this one turned out to be; it is then no longer listed.
  merged_into uuid,
  -- Who registered it, or took it in by a file; null for what no person has brought.
  registered_by_id uuid,
  -- Names, numbers and telephone as the search reads them; written with every change of those.
  search text not null default '',
  -- The words of every address, likewise.
  address_search text not null default '',
  -- What customers who may be one have in common: the words of the name in any order and, of a person, the day of birth.
  look text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, avatar_file_id) references kit.file (company_id, id),
  foreign key (company_id, merged_into) references customers.customer (company_id, id)
);
create unique index customer_registration_key
  on customers.customer (company_id, registration_key, country_of_incorporation)
  where customer_type = 2 and registration_key <> '' and merged_into is null;
create index customer_avatar on customers.customer (company_id, avatar_file_id);
create index customer_merged on customers.customer (company_id, merged_into);
create index customer_created on customers.customer (company_id, customer_type, created_at, id);
create index customer_name on customers.customer (company_id, customer_type, name, id);
create index customer_birth on customers.customer (company_id, customer_type, date_of_birth, id);
create index customer_nationality on customers.customer (company_id, customer_type, nationality, id);
create index customer_country on customers.customer (company_id, customer_type, country_of_incorporation, id);
create index customer_registration on customers.customer (company_id, customer_type, registration_number, id);
create index customer_phone on customers.customer (company_id, phone);
create index customer_look on customers.customer (company_id, look);
create index customer_blocked on customers.customer (company_id, customer_type, is_blocked);
create index customer_monitored on customers.customer (company_id, customer_type, is_monitored);
create index customer_active on customers.customer (company_id, customer_type, is_active);
create index customer_name_search on customers.customer using gin (name gin_trgm_ops);
create index customer_phone_search on customers.customer using gin (phone gin_trgm_ops);
create index customer_registration_search on customers.customer using gin (registration_number gin_trgm_ops);
create index customer_search on customers.customer using gin (search gin_trgm_ops);
create index customer_address_search on customers.customer using gin (address_search gin_trgm_ops);
call kit.tenant('customers.customer', hidden => '{search,address_search,look,registration_key}', rights => 'select, insert, update');

-- Papers of a customer with images of both sides; the primary one is what an individual identifies with.
create table customers.document (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  is_primary boolean not null default false,
  id_type text not null,
  id_number text not null default '',
  number_key text generated always as (upper(regexp_replace(id_number, '[^A-Za-z0-9]', '', 'g'))) stored,
  id_issuing_country text not null default '',
  id_issue_date date,
  id_expiry_date date,
  remarks text not null default '',
  front_file_id uuid,
  back_file_id uuid,
  verified_at timestamptz,
  verified_by_name text not null default '',
  verification_method text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers.customer (company_id, id),
  foreign key (company_id, front_file_id) references kit.file (company_id, id),
  foreign key (company_id, back_file_id) references kit.file (company_id, id)
);
create unique index document_number_key
  on customers.document (company_id, id_type, number_key, id_issuing_country) where number_key <> '';
create unique index document_primary on customers.document (company_id, customer_id) where is_primary;
create index document_customer on customers.document (company_id, customer_id);
create index document_front on customers.document (company_id, front_file_id);
create index document_back on customers.document (company_id, back_file_id);
create index document_number on customers.document (company_id, id_number);
create index document_any_number on customers.document (company_id, number_key);
create index document_number_search on customers.document using gin (id_number gin_trgm_ops);
call kit.tenant('customers.document', hidden => '{number_key}');

-- Two individuals of equal name and date of birth: one person says why they are different people, another decides.
create table customers.duplicate_review (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  customer_id uuid not null,
  other_id uuid not null,
  state text not null default 'open' check (state in ('open', 'different', 'same')),
  reason text not null,
  asked_by_id uuid,
  asked_by text not null,
  asked_at timestamptz not null,
  -- Nobody where the two were merged instead.
  decided_by_id uuid,
  decided_by text not null default '',
  decided_at timestamptz,
  note text not null default '',
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers.customer (company_id, id),
  foreign key (company_id, other_id) references customers.customer (company_id, id),
  check (customer_id <> other_id),
  check ((state = 'open') = (decided_at is null)),
  check (decided_by_id <> asked_by_id)
);
create unique index duplicate_review_pair
  on customers.duplicate_review (company_id, least(customer_id, other_id), greatest(customer_id, other_id));
create index duplicate_review_customer on customers.duplicate_review (company_id, customer_id);
create index duplicate_review_other on customers.duplicate_review (company_id, other_id);
create index duplicate_review_asked on customers.duplicate_review (company_id, asked_at desc);
create index duplicate_review_state on customers.duplicate_review (company_id, state, asked_at desc);
call kit.tenant('customers.duplicate_review', rights => 'select, insert, update');

-- Each time that a flag was raised: by whom, when and why; and likewise cleared.
create table customers.flag (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  kind text not null check (kind in ('blocked', 'monitored', 'inactive')),
  raised_by_name text not null,
  raised_at timestamptz not null,
  raise_reason text not null,
  -- It followed from a decision of compliance, and goes with it; what a person raised, a person clears.
  by_compliance boolean not null default false,
  cleared_by_name text,
  cleared_at timestamptz,
  clear_reason text,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers.customer (company_id, id)
);
create unique index flag_raised on customers.flag (company_id, customer_id, kind) where cleared_at is null;
create index flag_customer on customers.flag (company_id, customer_id, raised_at);
call kit.tenant('customers.flag', rights => 'select, insert, update');

-- Suspicion lies apart, so that nothing of a customer's own row tells of it: no version, no time of change.
create table customers.suspicion (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  raised_by_name text not null,
  raised_at timestamptz not null,
  raise_reason text not null,
  cleared_by_name text,
  cleared_at timestamptz,
  clear_reason text,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers.customer (company_id, id)
);
create unique index suspicion_raised on customers.suspicion (company_id, customer_id) where cleared_at is null;
create index suspicion_customer on customers.suspicion (company_id, customer_id, raised_at);
call kit.tenant('customers.suspicion', rights => 'select, insert, update');

-- Each time that a customer was put on paper, so that the audit says whose data went out.
create table customers.printout (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  name text not null,
  by_name text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers.customer (company_id, id)
);
create index printout_customer on customers.printout (company_id, customer_id);
call kit.tenant('customers.printout', rights => 'select, insert');

-- Who directs, owns or acts for a corporate customer.
create table customers.stakeholder (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  corporate_id uuid not null,
  holder_id uuid not null,
  role text not null check (role in ('DIRECTOR', 'OWNER', 'AUTHORISED')),
  -- Percent of the company.
  share numeric(7, 4) check (share > 0 and share <= 100),
  position text not null default '',
  authority_scope text not null default '',
  authority_expiry date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint stakeholder_key unique (company_id, corporate_id, holder_id, role),
  foreign key (company_id, corporate_id) references customers.customer (company_id, id),
  foreign key (company_id, holder_id) references customers.customer (company_id, id),
  check ((role = 'OWNER') = (share is not null)),
  check (corporate_id <> holder_id)
);
create index stakeholder_holder on customers.stakeholder (company_id, holder_id);
create index stakeholder_role on customers.stakeholder (company_id, role);
create index stakeholder_created on customers.stakeholder (company_id, created_at);
call kit.tenant('customers.stakeholder');

create table customers.comment (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  text text not null,
  by_name text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers.customer (company_id, id)
);
create index comment_customer on customers.comment (company_id, customer_id, created_at);
call kit.tenant('customers.comment', rights => 'select, insert, update');

-- What somebody wants to know of a customer before the next deal.
create table customers.info_request (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  subject text not null,
  question text not null default '',
  due_date date,
  state text not null default 'open' check (state in ('open', 'replied', 'cancelled')),
  asked_by_name text not null,
  answer text not null default '',
  closed_by_name text,
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers.customer (company_id, id)
);
create index info_request_customer on customers.info_request (company_id, customer_id, created_at);
call kit.tenant('customers.info_request', rights => 'select, insert, update');

-- A file of customers on its way in. Its rows are checked first; what is good is taken when somebody says so.
create table customers.import (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  customer_type smallint not null check (customer_type in (1, 2)),
  file_id uuid not null,
  file_name text not null,
  encoding text not null default '',
  state text not null default 'checking'
    check (state in ('checking', 'checked', 'importing', 'finished', 'failed', 'cancelled')),
  failure text not null default '',
  failure_data jsonb not null default '{}',
  total int not null default 0,
  good int not null default 0,
  bad int not null default 0,
  done int not null default 0,
  by_id uuid not null,
  by_name text not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, file_id) references kit.file (company_id, id)
);
create index import_file on customers.import (company_id, file_id);
create index import_state on customers.import (company_id, state);
create index import_created on customers.import (company_id, created_at);
create index import_type on customers.import (company_id, customer_type);
create index import_file_name on customers.import (company_id, file_name);
create index import_file_search on customers.import using gin (file_name gin_trgm_ops);
call kit.tenant('customers.import', rights => 'select, insert, update');

create table customers.import_row (
  company_id uuid not null default kit.company() references organisation.company,
  import_id uuid not null,
  row_number int not null,
  state text not null check (state in ('good', 'bad', 'done', 'refused')),
  given jsonb not null,
  faults jsonb not null default '[]',
  identity text not null default '',
  -- What rows that may be one customer have in common: name with birth, and telephone.
  looks text[] not null default '{}',
  customer_id uuid,
  primary key (company_id, import_id, row_number),
  foreign key (company_id, import_id) references customers.import (company_id, id),
  foreign key (company_id, customer_id) references customers.customer (company_id, id)
);
create index import_row_state on customers.import_row (company_id, import_id, state, row_number);
create index import_row_customer on customers.import_row (company_id, customer_id);
create index import_row_identity on customers.import_row (company_id, import_id, identity) where identity <> '';
comment on table customers.import_row is
  'Not captured: a file as it came; the customers made of it leave their own trace.';
call kit.tenant('customers.import_row', captured => false);
