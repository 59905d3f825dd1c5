-- What one person did alone within a day is added up at every act of theirs that counts.
create index event_by_person on documents.event (company_id, by_id, at);
