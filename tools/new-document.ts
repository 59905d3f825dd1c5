import { contract, domain } from './new-document-shapes.ts'
import { form, screens } from './new-document-web.ts'
import type { Words } from './new-words.ts'

// The server's half of a document with lines that another person approves: what is its own, over `documents`.

/** The letters in its numbers: the first of each word. */
const letters = ({ file }: Words) => file.replaceAll(/(\w)\w*-?/g, '$1').toUpperCase()

const queries = (words: Words) => {
  const { module, one, type, nouns } = words
  return `import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('${module}.${one}')

const columns = { number: 't.number', state: 't.state', branchId: 't.branchId', createdAt: 't.createdAt' }

const named = (db: Db) =>
  db
    .selectFrom('${module}.${one} as t')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 't.companyId').onRef('b.branchId', '=', 't.branchId'),
    )
    .selectAll('t')
    .select('b.name as branch')
    .$narrowType<{ branch: string }>()
export type ${type}Row = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'branchIds', 't.branchId')), input, {
    columns,
    place: 't.branchId',
    order: ['createdAt-desc'],
    tie: 't.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('t.id', 'in', [...ids])
    .execute()

export const linesOf = (db: Db, ${one}Id: string) =>
  db
    .selectFrom('${module}.${one}Line')
    .select(['note', sql<string>\`trim_scale(quantity)::text\`.as('quantity')])
    .where('${one}Id', '=', ${one}Id)
    .orderBy('position')
    .execute()

export const addLines = (db: Db, ${one}Id: string, lines: readonly { note: string; quantity: string }[]) =>
  db
    .insertInto('${module}.${one}Line')
    .values(lines.map((line, at) => ({ ...line, ${one}Id, position: at + 1 })))
    .execute()

/** Takes the next number of a branch's ${nouns}. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const series = { branchId, code: \`\${code}-${letters(words)}\`, kind: '${one}', year }
  const { rows: found } = await sql<{ number: string }>\`
    with n as (\${nextNumber(series)}) select number from n\`.execute(db)
  return found[0]?.number ?? ''
}
`
}

const server = ({
  module,
  file,
  home,
  value,
  one,
  type,
}: Words) => `import { randomUUIDv7 } from 'node:crypto'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { branchRows, businessDate } from '#modules/organisation/public.server.ts'
import { type ${type}Draft, ${value} } from './${file}.contract.ts'
import { ${one}Workflow } from './${file}.domain.ts'
import * as queries from './${file}.queries.ts'

type Row = queries.${type}Row
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

const ${one}Documents = documents({
  type: '${one}',
  home: '${home}',
  workflow: ${one}Workflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId }: Row) => ({ branch: { branchId, counterId: null } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  present: async (_: Reading, rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() })),
})
export const ${one}Answers = ${one}Documents.answers
type Detail = Awaited<ReturnType<typeof ${one}Documents.getById>>

export const ${value}Router = serve(${value}, {
  ...${one}Documents.lists(queries.list, '${module}:${value}', { number: 'text', branch: 'text', reference: 'text', state: 'value', createdAt: 'moment', author: 'text' }),
  getById: whole(${one}Documents.getById),
  create: whole(${one}Documents.make('create', prepare)),
  submit: whole(${one}Documents.act('submit')),
  approve: whole(${one}Documents.act('approve')),
  reject: whole(${one}Documents.act('reject')),
  cancel: whole(${one}Documents.act('cancel')),
})

/** A handler whose answer is the document with its lines. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => {
    const one = await act(ctx)
    return { ...one, lines: await queries.linesOf(ctx.db, one.id) }
  }
}

async function prepare({ db, input, actor, now }: Ctx<${type}Draft>) {
  const { lines, ...head } = input
  const { code } = await branchRows.get(db, head.branchId)
  const day = await businessDate(db, head.branchId, now)
  const row = {
    ...head,
    id: randomUUIDv7(),
    number: await queries.numberOf(db, head.branchId, code, Number(day.slice(0, 4))),
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  return { row, write: async () => void (await queries.addLines(db, row.id, lines)) }
}
`

const test = ({
  file,
  value,
  one,
  noun,
  nouns,
}: Words) => `import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { ${value} } from './${file}.contract.ts'
import { ${one}Workflow } from './${file}.domain.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

// That its maker does not approve it is the rule of every gate, not of this table.
test('the table of ${nouns}', () => {
  walkWorkflow(
    {
      flow: ${one}Workflow,
      people: { manager: personOf('company_administrator'), auditor: personOf('auditor') },
      record: (state) => ({ state }),
    },
    \`
    act     | states          | manager   | auditor
    create  | null            | draft     | FORBIDDEN
    submit  | draft           | submitted | FORBIDDEN
    approve | submitted       | approved  | FORBIDDEN
    reject  | submitted       | rejected  | FORBIDDEN
    cancel  | draft submitted | cancelled | FORBIDDEN\`,
  )
})

test('a ${noun} is approved by another person than its maker', async () => {
  await app.addUser({
    userName: 'second',
    roles: ['company_administrator'],
    workspaces: [{ type: 0, workspaceId: null }],
  })
  const [maker, other] = [(await app.signIn('admin')).call, (await app.signIn('second')).call]
  const branchId = (await maker(branches.list, {})).body.items[0]?.id ?? ''
  const lines = [{ note: 'The first', quantity: '2' }]
  const { body: made } = await maker(${value}.create, { branchId, lines })
  expect(made).toMatchObject({ state: 'draft', lines, number: expect.stringMatching(/-000001$/) })
  const { id } = made

  const { body: sent } = await maker(${value}.submit, { id, version: 1 })
  expect(sent).toMatchObject({ state: 'submitted', can: ['cancel'] })
  const own = await maker(${value}.approve, { id, version: 2 })
  expect(own).toMatchObject({ status: 422, error: { code: 'MAKER_IS_CHECKER' } })
  expect((await other(${value}.approve, { id, version: 2 })).body).toMatchObject({ state: 'approved', can: [] })

  const found = await other(${value}.list, { filters: [{ key: 'state', operator: 'Equals', value: 'approved' }] })
  expect(found.body.items.map((row) => row.id)).toEqual([id])
  const { history } = (await other(${value}.getById, { id })).body
  expect(history.map(({ act }) => act)).toEqual(['create', 'submit', 'approve'])
})
`

/** The files of the folder of a document. */
export const documentFiles = (words: Words): Record<string, string> => ({
  [`${words.file}.domain.ts`]: domain(words),
  [`${words.file}.contract.ts`]: contract(words),
  [`${words.file}.queries.ts`]: queries(words),
  [`${words.file}.server.ts`]: server(words),
  [`${words.file}.web.tsx`]: screens(words),
  [`${words.formFile}.web.tsx`]: form(words),
  'acts.test.ts': test(words),
})
