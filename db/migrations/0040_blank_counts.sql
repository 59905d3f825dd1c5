-- Counts: a blank is not zero, and a drawer is counted whole or in chosen currencies.

-- Null: the draft has a blank there, nobody has counted it yet. What is handed in has no such line.
alter table inventory.count_line alter column counted drop not null;
-- Of a drawer in the middle of its day: everything there is counted, as with every other count.
alter table inventory.count add column is_full boolean not null default false;
-- The audit says of every count anew what it is now.
alter table inventory.count no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.revision no force row level security;
alter table kit.unsealed no force row level security;
call kit.note_rows('inventory.count');
alter table inventory.count force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;
