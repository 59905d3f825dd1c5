-- Answers that are kept for idempotency are kept deflated; those of before are read as they are until their day is over.
alter table kit.idempotency add column deflated bytea;
alter table kit.idempotency alter column deflated set storage external;
comment on table kit.idempotency is 'Not captured: answers that are forgotten after a day.';
