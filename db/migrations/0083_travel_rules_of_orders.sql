-- The rules whose threshold an order reached when it was paid, by their codes: what was asked of the sender then is what travels, however
-- rates go until it is sent. Null: it was not paid, or paid before this was kept.
alter table remittance.payout_order add column travel_rules text[];
