-- Fixed since Agio 0.2.0.
-- What compliance follows up, and what is reported to the authority.
create schema cases;
grant usage on schema cases to agio_runtime;

-- What a rule of due diligence makes a candidate for a report to the authority; whether it is filed is decided here.
create table cases.report_candidate (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  version int not null default 1,
  kind text not null,
  -- The rule as it was on that day.
  code text not null,
  rule_version int not null,
  revision int not null,
  source text not null,
  metric text not null,
  -- What of the documents counts: all, or what is in notes.
  instrument text not null check (instrument in ('any', 'cash')),
  operator text not null check (operator in ('>', '>=')),
  -- In local currency, or documents, where the rule counts them.
  threshold numeric(20, 4) not null,
  -- Names are those of the day: of the document by which the rule was crossed.
  customer_name text not null,
  branch_id uuid not null,
  branch_name text not null,
  business_date date not null,
  found_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'filed', 'dropped')),
  reference text not null default '',
  filed_on date,
  reason text not null default '',
  decided_by text not null default '',
  decided_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id),
  check ((state = 'filed') = (filed_on is not null) and (state <> 'filed' or reference <> ''))
);
create index report_candidate_found on cases.report_candidate (company_id, found_at desc);
create index report_candidate_state on cases.report_candidate (company_id, state, found_at desc);
create index report_candidate_kind on cases.report_candidate (company_id, kind);
create index report_candidate_code on cases.report_candidate (company_id, code);
create index report_candidate_branch on cases.report_candidate (company_id, branch_id);
create index report_candidate_date on cases.report_candidate (company_id, business_date);
create index report_candidate_customer on cases.report_candidate (company_id, customer_name);
create index report_candidate_customer_search on cases.report_candidate using gin (customer_name gin_trgm_ops);
create index report_candidate_reference_search on cases.report_candidate using gin (reference gin_trgm_ops);
call kit.tenant('cases.report_candidate');

-- The documents that crossed the rule together, by type and id; what was cancelled or reversed since stays as an attempt.
create table cases.report_candidate_subject (
  company_id uuid not null default kit.company(),
  candidate_id uuid not null,
  subject_type text not null,
  subject_id uuid not null,
  -- Whose it was and what it came to when it counted: a document that is made another's afterwards stays here as an attempt.
  customer_id uuid,
  identity text not null,
  customer_name text not null,
  amount numeric(20, 4) not null,
  primary key (company_id, candidate_id, subject_type, subject_id),
  foreign key (company_id, candidate_id) references cases.report_candidate (company_id, id)
);
create index report_candidate_subject_subject on cases.report_candidate_subject (company_id, subject_type, subject_id);
call kit.tenant('cases.report_candidate_subject', rights => 'select, insert, update');
