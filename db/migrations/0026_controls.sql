-- Who has made an account, or set its password, its factor or the address its links go to: for a time of the company's
-- choice they and the account count as one person.
create table access.account_hand (
  company_id uuid not null default kit.company(),
  user_id uuid not null,
  hand_id uuid not null,
  at timestamptz not null default now(),
  primary key (company_id, user_id, hand_id),
  foreign key (company_id, user_id) references access.user (company_id, id),
  foreign key (company_id, hand_id) references access.user (company_id, id),
  check (user_id <> hand_id)
);
create index account_hand_hand on access.account_hand (company_id, hand_id);
call kit.tenant('access.account_hand', remembered => true);

-- A flag that somebody of compliance raised is cleared by compliance. Those before this were all anybody's, but for what
-- followed from a screening.
alter table customers.flag add column needs_compliance boolean not null default false;
alter table customers.flag no force row level security;
update customers.flag set needs_compliance = by_compliance where by_compliance;
alter table customers.flag force row level security;

-- For how many days an account counts as whoever made it.
alter table settings.config drop constraint config_key_check,
  add check (key in ('RATE_PRECISION', 'RATE_SETTING_TYPE', 'COUNT_TOLERANCE', 'PASSWORD_LENGTH', 'PASSWORD_GUESSABLE',
    'SELVES_DAYS'));
