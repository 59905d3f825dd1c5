-- Fixed since Agio 0.2.0.
create schema settings;
grant usage on schema settings to agio_runtime;

-- What a person chose for the own screens: one row of each kind, and four numbered shortcut links.
create table settings.user_setting (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  setting_type text not null
    check (setting_type in ('DefaultApp', 'DefaultWorkspace', 'LandingPage', 'ShortcutLink', 'Language')),
  setting_name text not null default '',
  setting_value text not null,
  sort_index smallint check (sort_index between 0 and 3),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references access.user (company_id, id) on delete cascade,
  constraint user_setting_key unique nulls not distinct (company_id, user_id, setting_type, sort_index),
  check ((setting_type = 'ShortcutLink') = (sort_index is not null))
);
call kit.tenant('settings.user_setting');

-- Configuration of the company; a value for one customer type goes before the one for all.
create table settings.config (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  key text not null check (key in ('RATE_PRECISION', 'RATE_SETTING_TYPE', 'COUNT_TOLERANCE', 'PASSWORD_LENGTH', 'PASSWORD_GUESSABLE')),
  customer_type smallint check (customer_type in (1, 2)),
  value text not null,
  primary key (company_id, id),
  constraint config_key unique nulls not distinct (company_id, key, customer_type)
);
call kit.tenant('settings.config', remembered => true);

-- What the forms of a customer type ask, where it differs from the default of the field.
create table settings.information_field (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  customer_type smallint not null check (customer_type in (1, 2)),
  field_code text not null,
  option text not null check (option in ('HIDDEN', 'OPTIONAL', 'REQUIRED')),
  action_code text not null check (action_code in ('NONE', 'WARN', 'BLOCK')),
  primary key (company_id, id),
  constraint information_field_key unique (company_id, customer_type, field_code)
);
call kit.tenant('settings.information_field');
