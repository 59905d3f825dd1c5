-- What was read of an uploaded table, and what was not: people are told.
alter table customers.import
  add column sheet text not null default '',
  add column other_sheets text[] not null default '{}',
  add column unused_columns text[] not null default '{}';
alter table screening.bulk
  add column sheet text not null default '',
  add column other_sheets text[] not null default '{}',
  add column unused_columns text[] not null default '{}';
