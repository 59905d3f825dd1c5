import type { ClientBase } from 'pg'
import { exceptions as listed } from '#db/exceptions.ts'

// Tables of ours, without partitions and the queue's own; `company` is the number of the column company_id.
const tables = `
  select c.oid as id, c.oid::regclass as name, c.relrowsecurity, c.relforcerowsecurity, c.relispartition,
    coalesce(obj_description(c.oid, 'pg_class'), '') as note,
    (select a.attnum from pg_attribute a
     where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as company
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'jobs')`

const ours = `ours as (select * from (${tables}) t where not relispartition)`
// A table that says in its comment why it is none is not a tenant table.
const tenant = `${ours}, tenant as (select * from ours where note not like 'Not a tenant table: %')`

const hasTrigger = (table: string, name: string, calls: string, on: string) => `exists (
  select from pg_trigger g where g.tgrelid = ${table} and g.tgname = '${name}' and g.tgenabled in ('O', 'A')
    and g.tgfoid = any ('{${calls}}'::regproc[]) and pg_get_triggerdef(g.oid) ~ '${on}')`

/** Each answers one sentence for each fault. */
const checks: readonly string[] = [
  `with ${tenant} select format('%s has no column company_id: a table of the product belongs to a company, or says in its comment why not.', name)
   from tenant where company is null`,

  `with ${tenant} select format('%s lacks row-level security, enabled and forced.', name)
   from tenant where not (relrowsecurity and relforcerowsecurity)`,

  `with ${tenant} select format('%s lacks the policy "company" over its company_id, or has another one.', name)
   from tenant where company is not null and (select coalesce(array_agg((p.polname, p.polpermissive, p.polcmd, p.polroles,
       pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))::text), '{}')
     from pg_policy p join pg_class c on c.oid = p.polrelid where c.oid = id and p.polroles <> array[c.relowner])
     <> array[('company', true, '*', '{0}', '(company_id = ( SELECT kit.company() AS company))', '(company_id = ( SELECT kit.company() AS company))')::text]`,

  `with ${tenant} select format('%s: the key %s does not begin with company_id.', name, i.indexrelid::regclass)
   from tenant join pg_index i on i.indrelid = id
   where i.indisunique and company is not null and i.indkey[0] <> company`,

  `with ${tenant} select format('%s: the foreign key %s does not begin with company_id.', t.name, f.conname)
   from tenant t join pg_constraint f on f.conrelid = t.id and f.contype = 'f' and f.conparentid = 0
   left join tenant r on r.id = f.confrelid
   where t.company is not null and r.company is not null and (f.conkey[1] <> t.company or f.confkey[1] <> r.company)`,

  `with ${ours} select format('%s: no index covers the foreign key %s.', name, f.conname)
   from ours join pg_constraint f on f.conrelid = id and f.contype = 'f' and f.conparentid = 0
   where not exists (select from pg_index i where i.indrelid = f.conrelid and i.indpred is null and i.indisvalid
     and i.indnkeyatts >= cardinality(f.conkey)
     and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey)`,

  `with ${tenant} select format('%s leaves no trace of its changes: it lacks its triggers "capture", or a comment why.', name)
   from tenant where note not like 'Not captured: %'
     and not (${hasTrigger('id', 'capture', 'kit.capture', 'AFTER DELETE OR UPDATE ON .* FOR EACH ROW')}
       and ${hasTrigger('id', 'capture_added', 'kit.capture', 'AFTER INSERT ON .* NEW TABLE AS added FOR EACH STATEMENT')})`,

  `select format('%s can be read past row-level security: only its parent may be granted to anybody.', c.oid::regclass)
   from pg_class c, aclexplode(c.relacl) a where c.relispartition and c.relkind = 'r' and a.grantee <> c.relowner`,

  `select format('%s can be changed: it lacks its append-only triggers.', t.name) from (${tables}) t
   where (t.id in ('kit.audit'::regclass, 'kit.audit_change'::regclass)
       or exists (select from pg_inherits i join pg_trigger g on g.tgrelid = i.inhparent
                  where i.inhrelid = t.id and g.tgname = 'no_truncate'))
     and not (${hasTrigger('t.id', 'append_only', 'kit.refuse_change,exchange.keep_event', 'BEFORE DELETE OR UPDATE ON .* FOR EACH ROW')}
       and ${hasTrigger('t.id', 'no_truncate', 'kit.refuse_change', 'BEFORE TRUNCATE ON')})`,

  `select format('%s runs with the rights of its owner, but %s.', p.oid::regprocedure, case
       when not coalesce(p.proconfig::text ~ 'search_path=', false) then 'its search_path is not fixed'
       else 'anybody may call it' end)
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where p.prosecdef and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'jobs')
     and (not coalesce(p.proconfig::text ~ 'search_path=', false)
       or exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0))`,

  `select format('%s shows rows with the rights of its owner: a view needs security_invoker, a materialised one cannot have it.',
     c.oid::regclass)
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('v', 'm') and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'jobs')
     and not coalesce(c.reloptions::text ~ 'security_invoker=(true|on|1)', false)`,

  `select format('%s may bypass row-level security.', rolname) from pg_roles
   where rolname = 'agio_runtime' and (rolsuper or rolbypassrls)`,

  `select format('Warning: list filters by %s use no index under row-level security: a superuser may run "alter function %s leakproof".',
     case when f = any (array['texticlike', 'textlike']) then 'part of a text' else 'number' end, p.oid::regprocedure)
   from unnest(array['texticlike', 'textlike', 'numeric_eq', 'numeric_lt', 'numeric_le', 'numeric_gt', 'numeric_ge']) f
   join pg_proc p on p.proname = f and p.pronamespace = 'pg_catalog'::regnamespace and p.proargtypes[0] in (25, 1700)
   where not p.proleakproof`,
]

// A row lies there when its year had no partition as it came.
const defaults = `select i.inhrelid::regclass::text as name, i.inhparent::regclass::text as parent
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where c.relispartition and pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT' order by 1`

const excepted = `with ${ours} select name::text, note from ours
  where note ~ '^(Not a tenant table|Not captured): ' order by 1`

/**
 * Reads the catalogue of a migrated database: tenancy, keys, indexes, traces, append-only tables, functions and views.
 * @returns one sentence for each fault (one that begins with `Warning:` costs time, not safety), and one for each table
 *   that is excepted, with its reason
 */
export async function checkDatabase(client: ClientBase): Promise<{ faults: string[]; exceptions: string[] }> {
  const faults: string[] = []
  for (const check of checks) {
    const { rows } = await client.query<[string]>({ text: check, rowMode: 'array' })
    faults.push(...rows.map(([fault]) => fault).toSorted())
  }
  for (const part of (await client.query<{ name: string; parent: string }>(defaults)).rows)
    if ((await client.query(`select from ${part.name} limit 1`)).rowCount)
      faults.push(
        `Warning: ${part.name} holds rows: a year of ${part.parent} has no partition of its own, and lists read it always.`,
      )
  const { rows } = await client.query<{ name: string; note: string }>(excepted)
  const unlisted = rows.filter(({ name, note }) => !note.startsWith(`${listed[name]}: `))
  faults.push(
    ...unlisted.map(
      ({ name }) => `${name} excepts itself by its comment: db/exceptions.ts must name it too.`,
    ),
  )
  return { faults, exceptions: rows.map(({ name, note }) => `Excepted: ${name}. ${note}`) }
}
