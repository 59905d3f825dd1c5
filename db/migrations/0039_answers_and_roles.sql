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
