import type { Words } from './new-words.ts'

const contract = ({ module, value, type, one, code }: Words) => `import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { Code, Id, Instant, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'

export const ${type}Draft = z.strictObject({ code: Code, name: requiredLine(60) })

const ${type} = z.object({
  ...storedShape(${type}Draft),
  id: Id,
  version: Version,
  isEnabled: z.boolean(),
  createdAt: Instant,
})

const columns = { code: 'String', name: 'String', isEnabled: 'Boolean', createdAt: 'Date' } as const satisfies Columns
const path = '/pos${module}/${one.toLowerCase()}'
const permission = 'manage_${code}'

export const ${value} = {
  ...crud({ path, permission, row: ${type}, draft: ${type}Draft, columns }),
  ...toggles({ path, permission, row: ${type} }),
}
`

const queries = ({ module, one }: Words) => `import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('${module}.${one}')

const columns = { code: 't.code', name: 't.name', isEnabled: 't.isEnabled', createdAt: 't.createdAt' }

export const list = (db: Db, input: ListInput) =>
  listPage(db, db.selectFrom('${module}.${one} as t').selectAll('t'), input, {
    columns,
    order: ['name-asc'],
    tie: 't.id',
  })
`

const server = ({ file, value }: Words) => `import type { Ctx } from '#kit/server/context.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { ${value} } from './${file}.contract.ts'
import { list, rows } from './${file}.queries.ts'

export const ${value}Router = serve(${value}, {
  list: ({ db, input }) => list(db, input),
  getById: ({ db, input }) => rows.get(db, input.id),
  create: ({ db, input }) => rows.insert(db, input),
  update: ({ db, input: { id, version, ...draft } }) => rows.update(db, { id, version }, draft),
  delete: remove,
  enable: ({ db, input }) => rows.update(db, input, { isEnabled: true }),
  disable: ({ db, input }) => rows.update(db, input, { isEnabled: false }),
})

async function remove(ctx: Ctx<{ id: string; version: number }>) {
  await rows.remove(ctx.db, ctx.input)
  return replyMessage(ctx, 'removed')
}
`

const screens = (words: Words) => {
  const { module, file, value, home } = words
  return `import { bindContract } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { ${value} } from './${file}.contract.ts'

export const { List, Detail } = resource({
  texts: '${module}:${value}',
  home: '${home}',
  api: bindContract(${value}),
  name: ({ name }) => name,
  search: ['code', 'name'],
  columns: [
    { key: 'code', kind: 'code', width: 120 },
    { key: 'name', width: 260 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [{ key: 'code', kind: 'code' }, { key: 'name' }, { key: 'createdAt', kind: 'dateTime' }],
    },
  ],
})
`
}

/** A form has a file of its own: lists and pages load neither the form nor the shapes that it checks with. */
const form = (words: Words) => {
  const { module, file, value, type, home } = words
  return `import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { ${type}Draft, ${value} } from './${file}.contract.ts'

const api = bindContract(${value})
const F = fieldsOf(${type}Draft)

export function ${type}Form() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage texts="${module}:${value}" draft={${type}Draft} api={api} id={id} back="${home}">
      <FieldRow>
        <F.Text name="code" />
        <F.Text name="name" />
      </FieldRow>
    </FormPage>
  )
}
`
}

const test = ({
  file,
  value,
  noun,
  nouns,
}: Words) => `import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { ${value} } from './${file}.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('a ${noun} is made, found, changed, disabled and deleted', async () => {
  const { call } = await app.signIn('admin')
  const made = await call(${value}.create, { code: 'first', name: 'The first' })
  expect(made).toMatchObject({ status: 200, body: { code: 'FIRST', version: 1, isEnabled: true } })
  const { id } = made.body

  const found = await call(${value}.list, { filters: [{ key: 'code', operator: 'Contains', value: 'irs' }] })
  expect(found.body.items.map((row) => row.id)).toEqual([id])

  const changed = await call(${value}.update, { id, version: 1, code: 'FIRST', name: 'Another name' })
  expect(changed.body).toMatchObject({ name: 'Another name', version: 2 })
  expect((await call(${value}.disable, { id, version: 1 })).status).toBe(409)
  expect((await call(${value}.disable, { id, version: 2 })).body).toMatchObject({ isEnabled: false })

  expect((await call(${value}.delete, { id, version: 3 })).status).toBe(200)
  expect((await call(${value}.getById, { id })).status).toBe(404)
})

test('two ${nouns} cannot have one code', async () => {
  const { call } = await app.signIn('admin')
  expect((await call(${value}.create, { code: 'same', name: 'One' })).status).toBe(200)
  const again = await call(${value}.create, { code: 'SAME', name: 'Other' })
  expect(again).toMatchObject({ status: 409, error: { code: 'DUPLICATE', invalidParams: [{ field: 'code' }] } })
})
`

/** The files of its folder. */
export const files = (words: Words): Record<string, string> => ({
  [`${words.file}.contract.ts`]: contract(words),
  [`${words.file}.queries.ts`]: queries(words),
  [`${words.file}.server.ts`]: server(words),
  [`${words.file}.web.tsx`]: screens(words),
  [`${words.formFile}.web.tsx`]: form(words),
  [`${words.file}.test.ts`]: test(words),
})

/** Who else gets its permissions in companies that are there already: the base roles that have all of its module. */
const granted = ({ code }: Words, roles: readonly string[]) =>
  roles.length === 0
    ? ''
    : `
-- The roles of companies that were there before.
alter table access.role no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.unsealed no force row level security;
alter table kit.revision no force row level security;
update access.role r set permissions = (select array_agg(distinct p order by p)
    from unnest(r.permissions || array['view_${code}', 'manage_${code}']) p)
  where base_role in (${roles.map((role) => `'${role}'`).join(', ')});
update access.role r set permissions = (select array_agg(distinct p order by p)
    from unnest(r.permissions || array['view_${code}']) p)
  where base_role = 'auditor';
alter table access.role force row level security;
alter table kit.audit_change force row level security;
alter table kit.unsealed force row level security;
alter table kit.revision force row level security;
`

export const tables = ({ module, table }: Words) => `create table ${module}.${table} (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  code text not null,
  name text collate "und-x-icu" not null,
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint ${table}_code_key unique (company_id, code)
);
create index ${table}_name on ${module}.${table} (company_id, name);
create index ${table}_enabled on ${module}.${table} (company_id, is_enabled);
create index ${table}_created on ${module}.${table} (company_id, created_at);
create index ${table}_code_search on ${module}.${table} using gin (code gin_trgm_ops);
create index ${table}_name_search on ${module}.${table} using gin (name gin_trgm_ops);
call kit.tenant('${module}.${table}');
`

/** Its tables as a migration, with the schema where the module has none, and its permissions for the roles that are there. */
export const migration = (
  words: Words,
  { isFirst, roles, made }: { isFirst: boolean; roles: readonly string[]; made: string },
) => {
  const { module } = words
  const schema = `create schema ${module};\ngrant usage on schema ${module} to agio_runtime;\n\n`
  return `${isFirst ? schema : ''}${made}${granted(words, roles)}`
}

export const serverManifest = ({
  module,
  file,
  value,
}: Words) => `import type { ServerModule } from '#kit/server/module.server.ts'
import { ${value}Router } from './${file}/${file}.server.ts'

export const ${module}: ServerModule = { name: '${module}', dependsOn: ['organisation'], routers: [${value}Router] }
`

/** What the sample of its module says of the capability. */
export const sampleParts = ({ module, table }: Words) => ({
  rows: `    \`insert into ${module}.${table} (company_id, code, name) select company_id, 'X', 'x' from organisation.company\`,\n`,
  crowd: `    \`insert into ${module}.${table} (company_id, code, name, is_enabled, created_at)
      select company_id, 'X' || n, md5(n::text), n % 500 > 0, now() - n * interval '1 hour'
      from organisation.company, generate_series(1, 2000) n\`,\n`,
})

export const sampleFile = ({
  rows,
  crowd,
}: Record<'rows' | 'crowd', string>) => `import type { Sample } from '#kit/server/module.server.ts'

export const sample: Sample = {
  rows: [
${rows}  ],
  crowd: [
${crowd}  ],
}
`

/** With which codes the calls of a module refuse, before it names any. */
export const refusalsFile = `import type { ApiRefusals } from '#kit/server/module.server.ts'

/** With which codes the calls of this module refuse, beside those of every call. */
export const refusals: ApiRefusals = {
}
`

/** What a module says in the published document, before it says anything. */
export const apiWords = `import type { ApiWords } from '#kit/server/module.server.ts'

/** What the published document says of this module's calls. */
export const words: ApiWords = {
}
`

export const webManifest = ({ module }: Words) => `import type { WebModule } from '#kit/web/module.web.tsx'

export const webModule: WebModule = {
  name: '${module}',
  routes: [
  ],
}
`

/** The routes of a capability. */
export const routes = (words: Words) => {
  const { file, formFile, value, type, code, home } = words
  return {
    loads: `const ${value} = () => import('./${file}/${file}.web.tsx')
const ${value}Form = () => import('./${file}/${formFile}.web.tsx').then((m) => m.${type}Form)
`,
    list: `    ...resourceRoutes('${home}', '${code}', {
      list: () => ${value}().then((m) => m.List),
      form: ${value}Form,
      detail: () => ${value}().then((m) => m.Detail),
    }),
`,
  }
}
