-- A draft without a number is thrown away with its history: the audit has each line of it. What has a number stays.
create function exchange.keep_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from exchange.deal d where d.company_id = old.company_id and d.id = old.deal_id) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
drop trigger append_only on exchange.deal_event;
create trigger append_only before update or delete on exchange.deal_event for each row execute function exchange.keep_event();
create trigger keep_numbered before delete on exchange.deal for each row when (old.number is not null)
  execute function kit.refuse_change();

-- Who has a licence.
create index customer_licence on customers.customer (company_id, customer_type, licence_number);

-- Documents of stock by their numbers and days.
create index request_number on inventory.request (company_id, number);
create index request_number_search on inventory.request using gin (number gin_trgm_ops);
create index transfer_number on inventory.transfer (company_id, number);
create index transfer_number_search on inventory.transfer using gin (number gin_trgm_ops);
create index transfer_sent on inventory.transfer (company_id, sent_date);
