-- Numbers of papers and of registrations are compared by one key: the same signs in every width, letters and digits of every script,
-- nothing of what is put between them. `numberKey` of modules/customers/identity is the same rule; a test compares the two.
create function customers.number_key(number text) returns text language sql immutable strict parallel safe
return lower(
  regexp_replace(
    translate(normalize(number, nfkc),
        '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯' ||
        '෦෧෨෩෪෫෬෭෮෯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉႐႑႒႓႔႕႖႗႘႙០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙᥆᥇᥈᥉᥊᥋᥌᥍᥎᥏᧐᧑᧒᧓᧔᧕᧖᧗᧘᧙᪀᪁᪂᪃᪄᪅᪆᪇᪈᪉᪐᪑᪒᪓᪔᪕᪖᪗᪘᪙' ||
        '᭐᭑᭒᭓᭔᭕᭖᭗᭘᭙᮰᮱᮲᮳᮴᮵᮶᮷᮸᮹᱀᱁᱂᱃᱄᱅᱆᱇᱈᱉᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꘠꘡꘢꘣꘤꘥꘦꘧꘨꘩꣐꣑꣒꣓꣔꣕꣖꣗꣘꣙꤀꤁꤂꤃꤄꤅꤆꤇꤈꤉꧐꧑꧒꧓꧔꧕꧖꧗꧘꧙꧰꧱꧲꧳꧴꧵꧶꧷꧸꧹꩐꩑꩒꩓꩔꩕꩖꩗꩘꩙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹',
        repeat('0123456789', 35)),
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u034F\u05BE\u060C\u061C\u0640\u1160\u17B4\u17B5\u180B-\u180F' ||
      '\u2000-\u206F\u2212\u2E00-\u2E7F\u3000-\u3003\u3008-\u3020\u3030\u303D\u30FB\uFE00-\uFE0F\uFEFF\U000E0000-\U000E0FFF]',
    '', 'g') collate "und-x-icu");

-- Rows that were let in as two and are now one keep both: the later one says for which of its numbers it may.
alter table customers.document add column twin_number text not null default '';
alter table customers.customer add column twin_registration text not null default '';
drop index customers.document_number_key;
drop index customers.customer_registration_key;
alter table customers.document alter column number_key set expression as (customers.number_key(id_number));
alter table customers.customer alter column registration_key set expression as (customers.number_key(registration_number));

-- The rows of every company, for an owner who is no superuser.
alter table customers.document no force row level security;
alter table customers.document disable trigger user;
update customers.document d set twin_number = d.id_number
where d.number_key <> '' and exists (select from customers.document e
  where e.company_id = d.company_id and e.id_type = d.id_type and e.number_key = d.number_key
    and e.id_issuing_country = d.id_issuing_country and e.id < d.id);
alter table customers.document enable trigger user;
alter table customers.document force row level security;
alter table customers.customer no force row level security;
alter table customers.customer disable trigger user;
update customers.customer c set twin_registration = c.registration_number
where c.customer_type = 2 and c.registration_key <> '' and c.merged_into is null and exists (select from customers.customer e
  where e.company_id = c.company_id and e.customer_type = 2 and e.merged_into is null and e.registration_key = c.registration_key
    and e.country_of_incorporation = c.country_of_incorporation and e.id < c.id);
alter table customers.customer enable trigger user;
alter table customers.customer force row level security;

create unique index document_number_key
  on customers.document (company_id, id_type, number_key, id_issuing_country)
  where number_key <> '' and twin_number <> id_number;
create unique index customer_registration_key
  on customers.customer (company_id, registration_key, country_of_incorporation)
  where customer_type = 2 and registration_key <> '' and merged_into is null and twin_registration <> registration_number;
create index customer_any_registration
  on customers.customer (company_id, registration_key, country_of_incorporation)
  where customer_type = 2 and registration_key <> '' and merged_into is null;

-- What the database keeps for itself is not captured.
drop trigger capture on customers.document;
drop trigger capture_added on customers.document;
create trigger capture after update or delete on customers.document
  for each row execute function kit.capture('customers.document', 'id', 'number_key', 'twin_number');
create trigger capture_added after insert on customers.document referencing new table as added
  for each statement execute function kit.capture('customers.document', 'id', 'number_key', 'twin_number');
drop trigger capture on customers.customer;
drop trigger capture_added on customers.customer;
create trigger capture after update or delete on customers.customer for each row
  execute function kit.capture('customers.customer', 'id', 'search', 'address_search', 'look', 'registration_key', 'twin_registration');
create trigger capture_added after insert on customers.customer referencing new table as added for each statement
  execute function kit.capture('customers.customer', 'id', 'search', 'address_search', 'look', 'registration_key', 'twin_registration');
