-- Goods that are kept by serial or batch are transferred and counted one by one: {serials, batches: [{code, quantity}]} of a line;
-- null where it names none, as of all that was written before.
alter table inventory.transfer_line
  add column units jsonb,
  -- Which of them have arrived.
  add column received_units jsonb;
alter table inventory.count_line
  add column units jsonb,
  -- What the books had there at that moment.
  add column expected_units jsonb;

-- 'packed': to be sent, still in its store; 'transit': on its way to another.
alter table retail.serial drop constraint serial_state_check,
  add constraint serial_state_check check (state in ('stock', 'held', 'packed', 'transit', 'sold', 'gone')),
  -- The number of the transfer that packs or carries it.
  add column transfer text not null default '',
  add constraint serial_transfer_check check ((state in ('packed', 'transit')) = (transfer <> ''));
alter table retail.serial_event drop constraint serial_event_act_check,
  add constraint serial_event_act_check check (act in ('receipt', 'opening', 'hold', 'release', 'sale', 'return', 'supplierReturn',
    'damaged', 'expired', 'ownUse', 'pack', 'unpack', 'send', 'arrive', 'comeBack', 'lose', 'miss', 'find')),
  -- Of a transfer, which this module does not keep.
  add column number text not null default '';
