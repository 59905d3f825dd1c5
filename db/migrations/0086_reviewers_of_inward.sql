-- Compliance decides on inward remittances that are held, and may see them: of companies that were there before, too.
alter table access.role no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;
update access.role r set permissions = (select array_agg(distinct p order by p)
  from unnest(r.permissions || array['view_inward_remittances']) p)
  where base_role in ('compliance_officer', 'mlro');
alter table access.role force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;
