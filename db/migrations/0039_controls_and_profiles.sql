-- Answers that are kept for idempotency are kept deflated; those of before are read as they are until their day is over.
alter table kit.idempotency add column deflated bytea;
alter table kit.idempotency alter column deflated set storage external;
comment on table kit.idempotency is 'Not captured: answers that are forgotten after a day.';

-- A role that people hold is widened by two people, as it is given: without a user, the request is for all who hold the role.
alter table access.role_request alter column user_id drop not null;
alter table access.role_request add column permissions text[];
alter table access.role_request add constraint role_request_widens check ((user_id is null) = (permissions is not null));
create unique index role_request_widening_key on access.role_request (company_id, role_id)
  where state = 'asked' and user_id is null;

-- The pairs that a person watches among live rates, on whatever machine.
create table rates.live_profile (
  company_id uuid not null default kit.company() references organisation.company,
  user_id uuid not null,
  codes text[] not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references access.user (company_id, id) on delete cascade
);
call kit.tenant('rates.live_profile');

-- The language of the sign-in screen, and of a person who has chosen none.
alter table settings.config drop constraint config_key_check,
  add check (key in ('RATE_PRECISION', 'RATE_SETTING_TYPE', 'COUNT_TOLERANCE', 'PASSWORD_LENGTH', 'PASSWORD_GUESSABLE',
    'SELVES_DAYS', 'TRANSIT_WITHIN_BRANCH', 'DEFAULT_LANGUAGE'));
-- Before anybody has signed in no company is known: it is the one that all companies agree on which have set one.
create policy sign_in_language on settings.config for select to current_user using (key = 'DEFAULT_LANGUAGE');
create function settings.sign_in_language() returns text
  language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return (select case when count(distinct c.value) = 1 then min(c.value) end
    from settings.config c where c.key = 'DEFAULT_LANGUAGE');
end
$$;
revoke all on function settings.sign_in_language() from public;
grant execute on function settings.sign_in_language() to agio_runtime;
