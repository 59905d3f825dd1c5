-- Goods lie in the store of a branch, or at a counter: what was said of transfers no longer holds.
do $$
declare
  said text;
begin
  select conname into strict said from pg_constraint
    where conrelid = 'inventory.transfer'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%holds%' and pg_get_constraintdef(oid) like '%from_counter_id%';
  execute format('alter table inventory.transfer drop constraint %I', said);
end $$;
