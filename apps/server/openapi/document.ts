import { type Endpoint, pathParams, permissionKinds, permissionsOf } from '#kit/contract/endpoint.contract.ts'
import { ErrorBody } from '#kit/contract/errors.contract.ts'
import { type Router, servedBy } from '#kit/server/module.server.ts'
import { type Language, text } from '#kit/server/texts.server.ts'
import { createSchemas } from './components.ts'
import { type Contracts, readContracts } from './contracts.ts'
import { readDocstrings } from './docstrings.ts'
import { examples } from './examples.ts'
import { capital, nounsOf, operationId } from './names.ts'
import { possibleRefusals } from './refusals.ts'
import { ofAll, ofKeys, ownRefusals, refusalsOf, responsesOf, sharedResponses } from './responses.ts'
import { type Schema, schemaOf } from './schemas.ts'
import { shareParts } from './share.ts'
import { descriptionIn, mapDescriptions, readActs, summaryOf } from './texts.ts'

type Schemas = Pick<ReturnType<typeof createSchemas>, 'use' | 'call'>

/** One entry of a contract with all that the document calls it by. */
export interface Operation {
  id: string
  endpoint: Endpoint
  contract: string
  entry: string
  /** The comment above the entry in the contract. */
  description: string | undefined
  /** What each field of the input is, where the contract says it. */
  fields: ReadonlyMap<string, string>
  /** Every code that it can answer, by status. */
  refusals: ReadonlyMap<number, ReadonlySet<string>>
}

/** What the document is made of, read from contracts and sources. */
export interface Described {
  contracts: Contracts
  operations: readonly Operation[]
  acts: ReturnType<typeof readActs>
}

/** Reads contracts and sources: some seconds of work, which does not depend on the language. */
export async function readOperations(routers: readonly Router[]): Promise<Described> {
  const contracts = await readContracts()
  const docstrings = readDocstrings()
  const operations = routers.flatMap((router) => {
    const entries = router.contract
    const { name: contract, file = '' } = contracts.names.get(entries) ?? {}
    if (!contract) throw new Error(`A contract is not exported: ${Object.keys(entries).join(', ')}`)
    return servedBy(router).map(([entry, endpoint]): Operation => {
      return {
        id: operationId(contract, entry),
        endpoint,
        contract,
        entry,
        description: docstrings.find(file, contract, keysOf(entries), entry),
        fields: fieldsOf(file, contract, endpoint, docstrings),
        refusals: refusalsOf(endpoint, possibleRefusals(contract, entry, endpoint)),
      }
    })
  })
  return { contracts, operations, acts: readActs() }
}

const keysOf = (value: object) => new Set(Object.keys(value))

function fieldsOf(
  file: string,
  contract: string,
  { input }: Endpoint,
  { find }: ReturnType<typeof readDocstrings>,
): Map<string, string> {
  const keys = keysOf(input.shape)
  const said = [...keys].map((key) => [key, find(file, contract, keys, key)] as const)
  return new Map(said.filter((one): one is [string, string] => one[1] !== undefined))
}

/** The whole contract as one OpenAPI 3.1 document; every operation names its permissions and their type. */
export const openApiOf = (described: Described, language: Language = 'en') =>
  mapDescriptions(makeDocument(described, language), (said) => descriptionIn(language, said))

/** The document with its summaries in the language, and its descriptions in English. */
function makeDocument({ contracts, operations, acts }: Described, language: Language) {
  const schemas = createSchemas(contracts.shapes)
  const error = schemas.use(schemaOf(ErrorBody, 'output'), 'Error')
  const paths: Record<string, Record<string, ReturnType<typeof describe>>> = {}
  for (const operation of operations) {
    const { path, method } = operation.endpoint
    ;(paths[path] ??= {})[method.toLowerCase()] = describe(
      operation,
      schemas,
      summaryOf(operation, language, acts),
    )
  }
  const components = schemas.finish()
  const { responses, parameters, ...others } = shareParts(
    Object.values(paths).flatMap((methods) => Object.values(methods)),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agio',
      version: '1',
      description: 'The back office of a money changer.',
      'x-kinds': permissionKinds,
      'x-refusals': ofAll,
    },
    externalDocs: { url: '/api/docs/refusals', description: 'The text of each code in x-refusals' },
    servers: [{ url: '/api' }],
    security: [{ session: [] }, { key: [] }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'agio_…',
          description: 'The key of a program',
          'x-refusals': ofKeys,
        },
      },
      parameters: { IdempotencyKey: idempotencyKey, ...parameters },
      responses: { ...sharedResponses(error), ...responses },
      ...others,
      schemas: components,
    },
  }
}

/** The text of every code that some operation can answer. */
export const refusalTexts = ({ operations }: Described, language: Language): Record<string, string> => {
  const codes = [
    ...Object.values(ofAll).flat(),
    ...Object.values(ofKeys).flat(),
    ...operations.flatMap(({ refusals }) => [...refusals.values()].flatMap((all) => [...all])),
  ]
  return Object.fromEntries(
    [...new Set(codes)].toSorted().map((code) => [code, text(language, `refusals.${code}`, blanks)]),
  )
}

/** Values that a text takes stay as their names: `{{count}}`. */
const blanks = new Proxy({}, { get: (_, name) => `{{${String(name)}}}` })

const idempotencyKey = {
  in: 'header',
  name: 'Idempotency-Key',
  required: true,
  schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
}

const json = (schema: unknown, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
})

function describe(operation: Operation, schemas: Schemas, summary: string | undefined) {
  const { id, endpoint } = operation
  const { isOpen, access } = accessOf(endpoint)
  const parameters = parametersOf(operation, schemas)
  const body = bodyOf(operation, schemas)
  const own = ownRefusals(operation.refusals)
  const [, tag = 'api'] = endpoint.path.split('/')
  return {
    operationId: id,
    ...(summary ? { summary } : {}),
    ...(operation.description ? { description: operation.description } : {}),
    tags: [tag],
    ...(isOpen ? { security: [] } : {}),
    'x-permission': access,
    ...(endpoint.kind === 'VIEW' ? {} : { 'x-kind': endpoint.kind }),
    ...(endpoint.stepUp ? { 'x-step-up': true } : {}),
    ...(endpoint.columns ? { 'x-columns': endpoint.columns } : {}),
    ...(parameters.length ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: { '200': answerOf(operation, schemas), ...responsesOf(operation.refusals) },
    ...(Object.keys(own).length ? { 'x-refusals': own } : {}),
  }
}

const accessOf = ({ permission }: Endpoint) =>
  permission === 'anyone' || permission === 'signedIn'
    ? { isOpen: permission === 'anyone', access: permission }
    : { isOpen: false, access: permissionsOf({ permission }) }

function parametersOf({ endpoint, fields }: Operation, schemas: Schemas) {
  const inPath = pathParams(endpoint.path)
  const keys = Object.keys(endpoint.input.shape).filter(
    (key) => inPath.includes(key) || endpoint.from === 'query',
  )
  const idempotency = { $ref: '#/components/parameters/IdempotencyKey' }
  return [
    ...keys.map((key) =>
      parameter(inPath.includes(key) ? 'path' : 'query', key, endpoint, schemas, fields.get(key)),
    ),
    ...(endpoint.movesValue ? [idempotency] : []),
  ]
}

function parameter(
  place: 'path' | 'query',
  key: string,
  { input }: Endpoint,
  schemas: Schemas,
  description: string | undefined,
) {
  const shape = input.shape[key] as Endpoint['input']
  return {
    in: place,
    name: key,
    ...(description ? { description } : {}),
    // Nothing said means optional.
    ...(place === 'path' || !shape.safeParse(undefined).success ? { required: true } : {}),
    schema: schemas.use(schemaOf(shape, 'input'), capital(key)),
  }
}

/** What a call carries in its body: JSON, or a form with one file. */
function bodyOf({ id, endpoint }: Operation, schemas: Schemas) {
  if (endpoint.from === 'query') return undefined
  const inPath = pathParams(endpoint.path)
  // A shape with checks of its own cannot be cut; one without parameters in its path need not be.
  const shape = inPath.length
    ? endpoint.input.omit(Object.fromEntries(inPath.map((key) => [key, true])) as never)
    : endpoint.input
  const schema = schemaOf(shape, 'input')
  if (endpoint.upload) return { required: true, ...form(schema) }
  if (Object.keys(shape.shape).length === 0) return undefined
  if (endpoint.columns)
    return { required: false, ...json({ $ref: '#/components/schemas/ListQuery' }, examples[id]?.body) }
  const isRequired = !shape.safeParse({}).success
  return { required: isRequired, ...json(schemas.use(schema, `${capital(id)}Body`), examples[id]?.body) }
}

function form(schema: Schema) {
  const { properties, required = [] } = schema as { properties?: object; required?: string[] }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const whole = { ...schema, properties: { ...properties, file }, required: [...required, 'file'] }
  return { content: { 'multipart/form-data': { schema: whole } } }
}

interface PageSchema {
  properties: { items: { items: Schema } }
}

function answerOf({ id, endpoint, contract }: Operation, schemas: Schemas) {
  if (endpoint.download)
    return { description: 'The file', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  const { isBare, output, columns } = endpoint
  const shape = isBare ? ((output as Endpoint['input']).shape['items'] as Endpoint['output']) : output
  const [one] = nounsOf(contract)
  const schema = schemaOf(shape, 'output')
  if (columns && !isBare) {
    schemas.call((schema as unknown as PageSchema).properties.items.items, `${one}Row`)
    schemas.call(schema, `${one}Page`)
  }
  return {
    description: 'Done',
    ...json(schemas.use(schema, columns ? `${one}Page` : `${capital(id)}Answer`), examples[id]?.answer),
  }
}
