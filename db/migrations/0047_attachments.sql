-- Files that belong to documents of any module, by their type and id: a police report, a carrier's note. None is changed or taken away.
create table documents.attachment (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  subject_type text not null,
  subject_id uuid not null,
  file_id uuid not null,
  added_at timestamptz not null,
  added_by_id uuid not null,
  added_by text not null,
  primary key (company_id, id),
  foreign key (company_id, file_id) references kit.file (company_id, id)
);
create index attachment_subject on documents.attachment (company_id, subject_type, subject_id);
create index attachment_file on documents.attachment (company_id, file_id);
create trigger append_only before update or delete on documents.attachment for each row execute function kit.refuse_change();
call kit.tenant('documents.attachment', rights => 'select, insert');
