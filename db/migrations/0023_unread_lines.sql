-- The lines of a list that were not understood: all are counted, the first are named with their file and why.
alter table watchlists.version
  add column unread int not null default 0 check (unread >= 0),
  add column unread_lines jsonb not null default '[]';
