-- An order that was paid by a mode that needs clearing waits until somebody has seen the money.
alter table remittance.payout_order drop constraint payout_order_waits_for_check;
alter table remittance.payout_order
  add constraint payout_order_waits_for_check check (waits_for in ('', 'prefund', 'rate', 'statement', 'clearing'));
