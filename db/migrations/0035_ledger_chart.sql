-- The chart as a tree: groups of any depth under the five classes, and what may be done with each ledger.

create table ledger.account_group (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  name text not null check (name <> ''),
  class text not null check (class in ('asset', 'liability', 'equity', 'income', 'expense')),
  -- Null: directly under its class.
  parent_id uuid,
  -- Among those of the same parent.
  position int not null default 0,
  primary key (company_id, id),
  foreign key (company_id, parent_id) references ledger.account_group (company_id, id),
  constraint account_group_name_key unique nulls not distinct (company_id, class, parent_id, name),
  check (parent_id is distinct from id)
);
create index account_group_parent on ledger.account_group (company_id, parent_id);
call kit.tenant('ledger.account_group');

-- The rows of every company, for an owner who is no superuser.
alter table access.role no force row level security;
alter table organisation.company no force row level security;
alter table ledger.account no force row level security;
alter table ledger.account_group no force row level security;
alter table ledger.mapping no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.revision no force row level security;
alter table kit.unsealed no force row level security;

-- Closed: nothing is entered for days from then on. What is there stays in every statement. What keeps something is reached by no
-- entry by hand, whatever `is_manual` says.
alter table ledger.account add column group_id uuid, add column closed_from date,
  add column is_manual boolean not null default true;
alter table ledger.account add foreign key (company_id, group_id) references ledger.account_group (company_id, id);
-- The audit says of every ledger anew what it is now.
call kit.note_rows('ledger.account');
create index account_in_group on ledger.account (company_id, group_id);

-- What one branch owes another, beside what it is owed.
insert into ledger.account (company_id, code, name, class, party)
  select c.company_id, '2210', 'Inter-branch due to', 'liability', 'branch' from organisation.company c
  where exists (select from ledger.account l where l.company_id = c.company_id)
  on conflict (company_id, code) do nothing;
insert into ledger.mapping (company_id, part, account_id)
  select company_id, 'interBranchDue', id from ledger.account where code = '2210' and party = 'branch'
  on conflict on constraint mapping_key do nothing;

update access.role r set permissions = (select array_agg(distinct p order by p)
    from unnest(r.permissions || array['view_ledger', 'manage_ledger', 'view_adjusting_entries', 'manage_adjusting_entries',
      'authorise_adjusting_entries',
      'view_statements']) p)
  where base_role = 'accountant';
update access.role r set permissions = (select array_agg(distinct p order by p)
    from unnest(r.permissions || array['view_adjusting_entries', 'view_statements']) p)
  where base_role = 'auditor';

alter table access.role force row level security;
alter table organisation.company force row level security;
alter table ledger.account force row level security;
alter table ledger.account_group force row level security;
alter table ledger.mapping force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;
