-- Fixed since Agio 0.2.0.
create schema notifications;
grant usage on schema notifications to agio_runtime;

-- One person's copy of a message.
create table notifications.message (
  company_id uuid not null default kit.company(),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  type text not null check (type in ('WARNING', 'ERROR', 'SUCCESS', 'DOCUMENT')),
  -- As it was written, or the English of `text_key`: what is read when the catalogue no longer has that text.
  title text not null,
  content text not null,
  text_key text,
  text_values jsonb not null default '{}',
  data jsonb,
  notified_at timestamptz not null default now(),
  viewed_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references access.user (company_id, id)
);
create index message_of_user on notifications.message (company_id, user_id, notified_at desc, id desc);
create index message_unread on notifications.message (company_id, user_id, notified_at desc, id desc)
  where viewed_at is null;
create index message_viewed on notifications.message (viewed_at) where viewed_at is not null;
comment on table notifications.message is
  'Not captured: copies that tell of what the audit has already; that somebody marked one read is an act there.';
call kit.tenant('notifications.message', captured => false);

-- What was read longer ago than `age` goes, for all companies; what nobody has read stays.
create policy housekeeping on notifications.message to current_user using (true);
create function notifications.forget_messages(age interval) returns void language plpgsql security definer
  set search_path = pg_catalog as $$
begin
  delete from notifications.message where viewed_at < now() - age;
end
$$;
revoke all on function notifications.forget_messages(interval) from public;
grant execute on function notifications.forget_messages(interval) to agio_runtime;
