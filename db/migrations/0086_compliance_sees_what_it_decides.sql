-- Companies that were there before: who decides on inward remittances and sales of goods sees them.
alter table access.role no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_inward_remittances', 'view_retail_sales']) p)
  where base_role in ('compliance_officer', 'mlro');
alter table access.role force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;
