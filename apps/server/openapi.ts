import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { type Endpoint, pathParams, permissionKinds, permissionsOf } from '#kit/contract/endpoint.contract.ts'
import { ErrorBody } from '#kit/contract/errors.contract.ts'
import type { Router } from '#kit/server/module.server.ts'

/** Serves the OpenAPI 3.1 document, derived from the contract, as `/api/docs/json` and as a page at `/api/docs`. */
export async function registerOpenApi(api: FastifyInstance, routers: readonly Router[]): Promise<void> {
  await api.register(swagger, { mode: 'static', specification: { document: openApiOf(routers) as never } })
  await api.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'none', filter: true },
  })
}

/** The whole contract as one OpenAPI 3.1 document; every operation names its permissions and their type. */
export function openApiOf(routers: readonly Router[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { contract } of routers)
    for (const [name, endpoint] of Object.entries(contract))
      (paths[`/api${endpoint.path}`] ??= {})[endpoint.method.toLowerCase()] = operation(name, endpoint)
  return {
    openapi: '3.1.0',
    info: { title: 'Agio', version: '1', description: 'The back office of a money changer.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: schemaOf(ErrorBody, 'output') },
    },
  }
}

const schemaOf = (shape: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  })
  return schema
}

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })

function operation(name: string, endpoint: Endpoint) {
  const params = pathParams(endpoint.path)
  const inPath = Object.keys(endpoint.input.shape).filter((key) => params.includes(key))
  // A shape with checks of its own cannot be cut; one without parameters in its path need not be.
  const elsewhere =
    inPath.length === 0
      ? endpoint.input
      : endpoint.input.omit(Object.fromEntries(inPath.map((key) => [key, true])) as never)
  const hasInput = Object.keys(elsewhere.shape).length > 0
  const parameters = [
    ...inPath.map((key) => parameter('path', key, endpoint.input)),
    ...(endpoint.from === 'query'
      ? Object.keys(elsewhere.shape).map((key) => parameter('query', key, endpoint.input))
      : []),
    ...(endpoint.movesValue
      ? [{ in: 'header', name: 'Idempotency-Key', required: true, schema: { type: 'string' } }]
      : []),
  ]
  const access =
    endpoint.permission === 'anyone' || endpoint.permission === 'signedIn' ? endpoint.permission : undefined
  const [, tag = 'api'] = endpoint.path.split('/')
  return {
    operationId: `${endpoint.act}.${name}`,
    tags: [tag],
    ...(access === 'anyone' ? { security: [] } : { security: [{ session: [] }] }),
    'x-permission': access ?? permissionsOf(endpoint),
    'x-permission-type': endpoint.kind,
    'x-permission-type-number': permissionKinds[endpoint.kind],
    ...(endpoint.stepUp ? { 'x-step-up': true } : {}),
    ...(parameters.length ? { parameters } : {}),
    ...(endpoint.from === 'body' && (hasInput || endpoint.upload)
      ? { requestBody: bodyOf(endpoint, elsewhere) }
      : {}),
    responses: {
      '200': endpoint.download
        ? { description: 'The file', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
        : { description: 'Done', ...json(schemaOf(answerOf(endpoint), 'output')) },
      default: { description: 'Refused', ...json({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

const answerOf = ({ isBare, output }: Endpoint) =>
  isBare ? ((output as z.ZodObject).shape['items'] as z.ZodType) : output

function bodyOf(endpoint: Endpoint, shape: z.ZodType) {
  const schema = schemaOf(shape, 'input') as { properties?: object; required?: string[] }
  if (!endpoint.upload) return json(schema)
  const file = { type: 'string', format: 'binary' }
  return {
    content: {
      'multipart/form-data': {
        schema: {
          ...schema,
          properties: { ...schema.properties, file },
          required: [...(schema.required ?? []), 'file'],
        },
      },
    },
  }
}

function parameter(place: 'path' | 'query', key: string, input: z.ZodObject) {
  const shape = input.shape[key] as z.ZodType
  return {
    in: place,
    name: key,
    required: place === 'path' || !shape.safeParse(undefined).success,
    schema: schemaOf(shape, 'input'),
  }
}
