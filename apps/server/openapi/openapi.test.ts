// Long because all that the document promises is held against one reading of contracts and sources.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { apiKeys } from '#modules/access/keys/keys.contract.ts'
import { statusOf } from '#kit/server/errors.server.ts'
import { languages, textKeys } from '#kit/server/texts.server.ts'
import { modules } from '../modules.ts'
import { type TestApp, testApp } from '../test-app.ts'
import { examples } from './examples.ts'
import { type Described, openApiOf, readOperations, refusalTexts } from './document.ts'
import { operationId, unusedExceptions } from './names.ts'
import { declaredRefusals, readCodes } from './refusals.ts'
import { ofAll, ofKeys, ownRefusals } from './responses.ts'
import { words } from './words.ts'
import { mapDescriptions } from './texts.ts'

let described: Described
let document: ReturnType<typeof openApiOf>
beforeAll(async () => {
  described = await readOperations(modules.flatMap(({ routers }) => routers))
  document = openApiOf(described)
}, 60_000)

const others = languages.filter((language) => language !== 'en')

/** What a document describes, each sentence once. */
function descriptionsIn(whole: typeof document): Set<string> {
  const found = new Set<string>()
  mapDescriptions(whole, (said) => {
    found.add(said)
    return said
  })
  return found
}

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

/** Every `$ref` in a value. */
const refsIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, part]) =>
        key === '$ref' && typeof part === 'string' ? [part] : refsIn(part),
      )

const at = (ref: string) =>
  ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)

describe('the OpenAPI document', () => {
  test('has every entry of the contract, with its permissions and their type', () => {
    const entries = modules.flatMap(({ routers }) =>
      routers.flatMap(({ contract }) => Object.values(contract)),
    )
    expect(operations()).toHaveLength(entries.length)
    for (const { operation } of operations()) expect(operation['x-permission']).toBeTruthy()
    // What has no type looks at something: VIEW.
    const types = new Map(
      operations().map(({ operation }) => [operation.operationId, operation['x-kind'] ?? 'VIEW']),
    )
    for (const { endpoint, id } of described.operations) expect(types.get(id), id).toBe(endpoint.kind)
  })

  test('calls every operation by an id of its own that reads: a verb and a noun', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]*)*$/)
    expect(ids).toEqual(expect.arrayContaining(['listRegions', 'createRegion', 'signIn', 'approveDealLimit']))
    expect(operationId('branches', 'getById')).toBe('getBranch')
    expect(operationId('companyCurrencies', 'list')).toBe('listCompanyCurrencies')
    const used = new Set(described.operations.map(({ contract, entry }) => `${contract}.${entry}`))
    expect(unusedExceptions(used)).toEqual([])
  })

  test('says of every body whether a call may leave it out', () => {
    const bodies = operations().flatMap(({ operation: { requestBody } }) => requestBody ?? [])
    expect(bodies.length).toBeGreaterThan(200)
    const whole = (body: unknown) => {
      const { $ref } = body as { $ref?: string }
      return $ref ? at($ref) : body
    }
    for (const body of bodies) expect(whole(body)).toHaveProperty('required')
    const create = document.paths['/poscompany/region/create']?.['post']
    expect(whole(create?.requestBody)).toMatchObject({ required: true })
    const list = document.paths['/poscompany/region/list']?.['post']
    expect(list?.requestBody).toEqual({ $ref: '#/components/requestBodies/ListQuery' })
    expect(at('#/components/requestBodies/ListQuery')).toMatchObject({ required: false })
    expect(whole(list?.['x-columns'])).toMatchObject({ name: 'String', createdAt: 'Date' })
  })

  test('names what is shared, and refers to nothing that is not there', () => {
    const { schemas } = document.components
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'Region',
        'RegionDraft',
        'RegionPage',
        'RegionRow',
        'ErrorBody',
        'Deal',
        'ListQuery',
      ]),
    )
    const refs = new Set(refsIn(document))
    expect(refs.size).toBeGreaterThan(200)
    for (const ref of refs) expect(at(ref), ref).toBeDefined()
    for (const name of Object.keys(schemas)) expect(refs, name).toContain(`#/components/schemas/${name}`)
  })

  test('says the columns and the refusals of every operation, those that several have once', () => {
    const wholeOf = (part: object | undefined) => {
      const { $ref } = (part ?? {}) as { $ref?: string }
      return $ref ? at($ref) : (part ?? {})
    }
    const published = new Map(operations().map(({ operation }) => [operation.operationId, operation]))
    for (const { id, endpoint, refusals } of described.operations) {
      expect(wholeOf(published.get(id)?.['x-columns']), id).toEqual(endpoint.columns ?? {})
      expect(wholeOf(published.get(id)?.['x-refusals']), id).toEqual(ownRefusals(refusals))
    }
    const shared = ['listAllDeals', 'listDeals'].map((id) => published.get(id)?.['x-columns'])
    expect(shared[0]).toEqual(shared[1])
    expect(Object.keys(shared[0] ?? {})).toEqual(['$ref'])
  })

  test.each(languages)('takes at most 1,160 bytes an operation in %s', (language) => {
    const bytes = Buffer.byteLength(JSON.stringify(openApiOf(described, language)))
    expect(bytes / operations().length).toBeLessThan(1160)
  })

  test('declares what the class of each operation can answer, each with the error schema', () => {
    const of = (path: string) =>
      Object.keys(Object.values(document.paths[path] ?? {})[0]?.responses ?? {}).join(' ')
    expect(of('/poscompany/region/listSelection')).toBe('200 400 401')
    expect(of('/poscompany/region/list')).toBe('200 400 401 403')
    expect(of('/poscompany/region/disable')).toBe('200 400 401 403 404 409 422')
    expect(of('/user/auth/login')).toBe('200 400 404 422 429')
    for (const { operation } of operations())
      for (const [status, response] of Object.entries(operation.responses))
        if (status !== '200')
          expect(at((response as unknown as { $ref: string }).$ref)).toMatchObject({
            content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
          })
  })

  test('names the refusals of each act, each with its text', () => {
    const codes = new Set<string>([ofAll, ofKeys].flatMap((one) => Object.values(one).flat()))
    for (const { refusals } of described.operations)
      for (const all of refusals.values()) for (const code of all) codes.add(code)
    for (const language of languages) {
      const texts = refusalTexts(described, language)
      expect(Object.keys(texts).toSorted()).toEqual([...codes].toSorted())
      for (const said of Object.values(texts)) expect(said).not.toMatch(/^(refusals\.|$)/)
    }
    const codesOf = (id: string) =>
      Object.fromEntries(described.operations.find((one) => one.id === id)?.refusals ?? [])
    // Thrown where the handler stands, …
    expect(codesOf('disableRegion')[422]).toContain('REGION_IN_USE')
    // … given to a small function that makes the refusal, …
    expect(codesOf('createDelegation')[422]).toContain('DELEGATION_TOO_LONG')
    // … thrown by the member of an object that a function makes, …
    expect(codesOf('createMarginRate')[422]).toContain('BAND_ENDS_BEFORE')
    // … answered by a workflow's guard to who takes the step, and to nobody who only looks, …
    expect(codesOf('approveDealLimit')[422]).toContain('MAKER_IS_CHECKER')
    expect(codesOf('listDeals')[422]).toBeUndefined()
    // … and answered to a hook by a module above.
    expect(codesOf('unblockIndividual')[422]).toContain('ASK_COMPLIANCE')
    expect(codesOf('listRegions')[422]).toBeUndefined()
  })

  test('knows every refusal that a module declares: its call is there, and its code has a text', () => {
    const calls = new Set(
      described.operations.flatMap(({ contract, entry }) => [`${contract}.*`, `${contract}.${entry}`]),
    )
    expect(Object.keys(declaredRefusals).filter((call) => !calls.has(call))).toEqual([])
    const texts = new Set(textKeys('refusals.'))
    const codes = Object.values(declaredRefusals).flatMap(readCodes)
    expect(codes.filter(({ code, kind }) => !texts.has(code) || !(kind in statusOf))).toEqual([])
  })

  test('says of every operation in four languages what it does, with no line for one that is gone', () => {
    for (const language of languages)
      for (const [path, methods] of Object.entries(openApiOf(described, language).paths))
        for (const { summary } of Object.values(methods)) {
          expect(summary, `${language} ${path}`).toBeTruthy()
          expect(summary, `${language} ${path}`).not.toMatch(/[{}]/)
        }
    const ids = new Set(described.operations.map(({ id }) => id))
    expect(Object.keys(words.reads).filter((id) => !ids.has(id))).toEqual([])
    const contracts = new Set(described.operations.map(({ contract }) => contract))
    expect(Object.keys(words.resources).filter((name) => !contracts.has(name))).toEqual([])
  })

  test('takes what an operation does from the comment above its entry', () => {
    const of = (id: string) => described.operations.find((one) => one.id === id)?.description
    expect(of('assignRegionBranches')).toMatch(/^Makes exactly these the branches of the region/)
    // Two contracts stand in one file, and only one of their lists says something.
    expect(of('getDetailLedger')).toMatch(/^Every line of an account/)
    expect(of('listJournalEntries')).toBeUndefined()
  })

  test('shows what calls look like, each held against the contract and its own schema', () => {
    const definitions = JSON.parse(
      JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
    ) as Record<string, never>
    const shapeOf = (schema: unknown) =>
      z.fromJSONSchema({
        ...(JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')) as object),
        $defs: definitions,
      } as never)
    let shown = 0
    for (const [id, { body, answer }] of Object.entries(examples)) {
      const endpoint = described.operations.find((one) => one.id === id)?.endpoint
      const { requestBody, responses } =
        operations().find(({ operation }) => operation.operationId === id)?.operation ?? {}
      const parts = [
        [body, endpoint?.input, requestBody],
        [answer, endpoint?.output, responses?.['200']],
      ] as const
      for (const [example, shape, published] of parts) {
        if (example === undefined) continue
        shown++
        expect(shape?.safeParse(example).error, id).toBeUndefined()
        const { $ref } = published as { $ref?: string }
        const { content } = ($ref ? at($ref) : published) as {
          content: Record<string, { schema: unknown; example: unknown }>
        }
        const { schema, example: said } = content['application/json'] ?? {}
        expect(said, id).toEqual(example)
        expect(shapeOf(schema).safeParse(example).error, id).toBeUndefined()
        expect(shapeOf(schema).safeParse('no such thing').success, id).toBe(false)
      }
    }
    expect(shown).toBeGreaterThan(15)
  })

  test.each(others)('is the same in %s, but for its texts', (language) => {
    const untold = (whole: typeof document): unknown =>
      JSON.parse(
        JSON.stringify(
          mapDescriptions(whole, () => ''),
          (key, value: unknown) => (key === 'summary' ? '' : value),
        ),
      )
    expect(untold(openApiOf(described, language))).toEqual(untold(document))
  })

  test.each(others)('says everything in %s, with no line for what no contract says any more', (language) => {
    const said = descriptionsIn(document)
    const other = descriptionsIn(openApiOf(described, language))
    expect(said.size).toBeGreaterThan(100)
    expect(
      [...said].filter((one) => other.has(one)),
      'without a line in openapi.server.ts of its module',
    ).toEqual([])
    expect(
      Object.keys(words.descriptions).filter((one) => !said.has(one)),
      'no longer in the document',
    ).toEqual([])
    expect(other).not.toContain('')
    // What differs in English differs here too.
    expect(other.size).toBe(said.size)
  })

  test('tells an operation, a parameter, a status and itself in the language', () => {
    const { info, paths, components } = openApiOf(described, 'zh_Hant')
    expect(info.description).toBe('找換店的後台系統。')
    const region = paths['/poscompany/region/assignBranches']?.['post']
    expect(region?.description).toMatch(/^以所列分行作為區域的全部分行/)
    expect(paths['/poscompany/region/list']?.['post']?.summary).toBe('列出區域')
    expect(components.responses['422']).toMatchObject({ description: '業務規則不允許' })
    expect(JSON.stringify(paths['/posaccounting/monthend/get'])).toContain('權限範圍內的所有分行')
    expect(document.info.description).toBe('The back office of a money changer.')
  })
})

describe('the address of the document', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.stop())

  test(
    'answers people who are signed in and programs with a key, in their language, and nobody else',
    { timeout: 60_000 },
    async () => {
      const { login } = await app.signIn('teller')
      const authorization = `Bearer ${login.userInfo.accessToken}`
      const ask = (headers: Record<string, string>) => app.http.inject({ url: '/api/docs/json', headers })
      expect((await ask({})).statusCode).toBe(401)
      expect((await ask({ authorization: 'Bearer x' })).json()).toMatchObject({ code: 'SESSION_EXPIRED' })
      const reply = await ask({ authorization })
      expect(reply.json()).toEqual(JSON.parse(JSON.stringify(document)))
      const chinese = (await ask({ authorization, 'accept-language': 'zh-TW' })).json<typeof document>()
      expect(chinese.paths['/poscompany/region/list']?.['post']?.summary).toBe('列出區域')
      expect(chinese.info.description).toBe('找換店的後台系統。')
      const admin = await app.signIn('admin')
      const counterId = admin.login.companyStructure.counters[0]?.id ?? ''
      const asked = { name: 'Reader', permissions: ['view_base_rate'] as never, days: 1, counterId }
      const { secret } = (await admin.call(apiKeys.create, asked)).body
      expect((await ask({ authorization: `Bearer ${secret}` })).statusCode).toBe(200)
      const url = '/api/docs/refusals'
      expect((await app.http.inject({ url })).statusCode).toBe(401)
      expect((await app.http.inject({ url, headers: { authorization } })).json()).toEqual(
        refusalTexts(described, 'en'),
      )
    },
  )

  test('has a page that runs its own scripts only', async () => {
    for (const url of ['/api/docs', '/api/docs/']) {
      const page = await app.http.inject(url)
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(page.headers['content-security-policy']).toContain(`default-src 'none'; script-src 'self';`)
      const named = [...page.body.matchAll(/(?:src|href)="(\/api[^"]+)"/g)].map(([, path = '']) => path)
      expect(named).toHaveLength(3)
      for (const path of named) expect((await app.http.inject(path)).statusCode, path).toBe(200)
    }
  })
})
