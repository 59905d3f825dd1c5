-- What was found of a walk-in, or of a recipient, is looked for by the document in which it was named.
create index screening_deal on screening.screening (company_id, deal_id) where deal_id is not null;
