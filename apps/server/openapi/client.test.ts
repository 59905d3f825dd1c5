import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modules } from '../modules.ts'
import { openApiOf, readOperations } from './document.ts'
import { root } from './contracts.ts'

// What an integrator does: a client is generated from the document by a program that knows nothing of us.

const folder = join(root, 'dist/test/client')
const run = promisify(execFile)

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const document = openApiOf(await readOperations(modules.flatMap(({ routers }) => routers)))
  await generateApi({
    spec: JSON.parse(JSON.stringify(document)) as never,
    output: folder,
    fileName: 'client.ts',
    moduleNameFirstTag: true,
    unwrapResponseData: true,
    silent: true,
  })
  // The generator switches the compiler off for its file; nothing of that here.
  const generated = join(folder, 'client.ts')
  writeFileSync(generated, readFileSync(generated, 'utf8').replace('// @ts-nocheck', ''))
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the compiler says of a program that uses the client; nothing where it is right. */
async function compile(program: string): Promise<string> {
  writeFileSync(join(folder, 'program.ts'), program)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'esnext',
        module: 'esnext',
        moduleResolution: 'bundler',
        lib: ['esnext', 'dom', 'dom.iterable'],
        types: [],
        strict: true,
        noUncheckedIndexedAccess: true,
        noEmit: true,
      },
      files: ['program.ts'],
    }),
  )
  const compiler = join(root, 'node_modules/.bin/tsc')
  return run(compiler, ['--project', folder], { cwd: root }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
}

test(
  'the generated client compiles strictly, and knows what calls take and answer',
  { timeout: 120_000 },
  async () => {
    const said = await compile(`
    import { Api } from './client.js'
    const api = new Api({ baseUrl: 'https://agio.example/api' })
    export async function act(): Promise<[string, number, string | null]> {
      const login = await api.user.signIn({ username: 'teller', password: 'secret' })
      const regions = await api.poscompany.listRegions({ sort: ['name-asc'] }, { headers: { authorization: login.userInfo.accessToken } })
      const region = await api.poscompany.createRegion({ code: 'NORTH', name: 'North' })
      const deal = await api.postransaction.getDeal({ id: region.id })
      return [region.name, regions.pagination.totalItems + (regions.items[0]?.branchCount ?? 0), deal.number]
    }
  `)
    expect(said).toBe('')
  },
)

test('the generated client refuses what a call does not take', { timeout: 120_000 }, async () => {
  const said = await compile(`
    import { Api } from './client.js'
    const api = new Api()
    export const wrong = [
      api.poscompany.createRegion({ code: 'NORTH' }),
      api.poscompany.getRegion({ id: 7 }),
      api.poscompany.createRegion(),
    ]
  `)
  expect(said.match(/program\.ts\(\d+,\d+\): error/g)).toHaveLength(3)
})
