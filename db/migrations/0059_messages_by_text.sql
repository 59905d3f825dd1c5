-- What asked people to decide is taken back when somebody has: those few of a text that are still there.
create index message_text on notifications.message (company_id, text_key) where text_key is not null;
