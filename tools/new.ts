import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { moduleOrder } from './house-modules.ts'
import { root, run } from './run.ts'

/** The words of one capability, made of its plural: `payout-rates` is payoutRates, PayoutRate, payout_rate. */
function wordsOf(module: string, many: string) {
  const one = singular(many)
  const camel = (word: string) => word.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const pascal = (word: string) => camel(`-${word}`)
  const snake = (word: string) => word.replaceAll('-', '_')
  return {
    module,
    file: many,
    value: camel(many),
    type: pascal(one),
    one: camel(one),
    table: snake(one),
    code: snake(many),
  }
}

function singular(many: string): string {
  if (many.endsWith('ies')) return `${many.slice(0, -3)}y`
  return /(ch|sh|ss|us|x)es$/.test(many) ? many.slice(0, -2) : many.replace(/s$/, '')
}

type Words = ReturnType<typeof wordsOf>

const contract = ({ module, value, type, one, code }: Words) => `import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { Code, Id, Instant, required, Version } from '#kit/contract/shapes.contract.ts'

export const ${type}Draft = z.strictObject({ code: Code, name: required(80) })
export const ${type} = z.object({
  ...${type}Draft.shape,
  id: Id,
  version: Version,
  isEnabled: z.boolean(),
  createdAt: Instant,
})

const columns = { code: 'String', name: 'String', isEnabled: 'Boolean', createdAt: 'Date' } as const satisfies Columns
const path = '/pos${module}/${one}'
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
import { done } from '#kit/server/done.server.ts'
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
  return done(ctx, 'removed')
}
`

const migration = (
  { module, table }: Words,
  isFirst: boolean,
) => `${isFirst ? `create schema ${module};\ngrant usage on schema ${module} to agio_runtime;\n\n` : ''}create table ${module}.${table} (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  code text not null,
  name text not null,
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

const manifest = ({
  module,
  file,
  value,
}: Words) => `import type { ServerModule } from '#kit/server/module.server.ts'
import { ${value}Router } from './${file}/${file}.server.ts'

export const ${module}: ServerModule = { name: '${module}', dependsOn: ['organisation'], routers: [${value}Router] }
`

/** The files of a new capability by their path, and what is left to do by hand. */
export function capability(folder: string, module: string, name: string) {
  const words = wordsOf(module, name)
  const here = `modules/${module}/${name}/${name}`
  const migrations = existsSync(join(folder, 'db/migrations'))
    ? readdirSync(join(folder, 'db/migrations'))
    : []
  const last = Math.max(0, ...migrations.map((file) => Number.parseInt(file, 10) || 0))
  const isFirst = !migrations.some((file) => new RegExp(`^\\d+_${module}(_.*)?\\.sql$`).test(file))
  const isNew = !existsSync(join(folder, `modules/${module}/module.server.ts`))
  const files: Record<string, string> = {
    [`${here}.contract.ts`]: contract(words),
    [`${here}.queries.ts`]: queries(words),
    [`${here}.server.ts`]: server(words),
    [`db/migrations/${String(last + 1).padStart(4, '0')}_${module}_${words.code}.sql`]: migration(
      words,
      isFirst,
    ),
    ...(isNew && { [`modules/${module}/module.server.ts`]: manifest(words) }),
  }
  const left = [
    `modules/permissions.domain.ts: add view_${words.code} and manage_${words.code}`,
    ...(isNew
      ? [`apps/server/main.ts: add ${module}`]
      : [`modules/${module}/module.server.ts: add ${words.value}Router`]),
    `${here}.contract.ts: the path as the specification spells it`,
    'npm run db:types, when the migration has its real columns',
  ]
  return { files, left }
}

if (import.meta.main) {
  const [, module = '', name = ''] = /^([a-z-]+)\/([a-z-]+)$/.exec(process.argv[2] ?? '') ?? []
  const problem = !moduleOrder.includes(module)
    ? `Write npm run new -- <module>/<capability>, the module one of ${moduleOrder.join(', ')}.`
    : existsSync(join(root, 'modules', module, name)) && `modules/${module}/${name} exists.`
  if (problem) {
    console.error(problem)
    process.exit(1)
  }
  const { files, left } = capability(root, module, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  await run(['oxfmt', ...Object.keys(files).filter((path) => path.endsWith('.ts'))])
  console.log(`Made:\n  ${Object.keys(files).join('\n  ')}\nTo do:\n  ${left.join('\n  ')}`)
}
