-- What happened to documents of any module, by their type and id: who did what to which, when, and why.
create schema documents;
grant usage on schema documents to agio_runtime;

create table documents.event (
  company_id uuid not null default kit.company() references organisation.company,
  subject_type text not null,
  subject_id uuid not null,
  position int not null,
  act text not null,
  from_state text,
  to_state text not null,
  -- Null: nobody; it came about with time.
  by_id uuid,
  by_name text not null,
  -- In whose stead.
  for_name text not null default '',
  -- Where the person stood, of a document that has places.
  branch_id uuid,
  counter_id uuid,
  at timestamptz not null,
  note text not null default '',
  primary key (company_id, subject_type, subject_id, position)
);
create trigger append_only before update or delete on documents.event for each row execute function kit.refuse_change();
call kit.tenant('documents.event', rights => 'select, insert');
