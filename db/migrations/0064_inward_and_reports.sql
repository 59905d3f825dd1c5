-- An inward remittance that asks for compliance waits for it, and is paid to the recipient who was judged.
alter table remittance.inward drop constraint inward_state_check,
  add constraint inward_state_check check (state in ('noticed', 'inReview', 'cleared', 'paid', 'returned')),
  -- Who last asked to pay it out.
  add column asked_by_id uuid;

-- What of a fund stayed when its order was refunded: a fee with its tax. Only the rest is the payer's.
alter table remittance.incoming_fund add column kept numeric(20, 4) not null default 0 check (kept >= 0 and kept <= amount);

-- Orders whose rate does not say what the partner takes.
create index payout_order_rateless on remittance.payout_order (company_id, rate_id) where waits_for = 'rate';

-- What partners report is looked through by each of its columns.
create index partner_event_came on remittance.partner_event (company_id, came_at);
create index partner_event_provider on remittance.partner_event (company_id, provider_id, came_at);
create index partner_event_by_outcome on remittance.partner_event (company_id, outcome, came_at);
create index partner_event_kind on remittance.partner_event (company_id, kind, came_at);
create index partner_event_source on remittance.partner_event (company_id, source, came_at);
create index partner_event_reference on remittance.partner_event (company_id, reference);
create index partner_event_reference_search on remittance.partner_event using gin (reference gin_trgm_ops);
drop index remittance.partner_event_outcome;
