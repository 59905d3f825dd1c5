import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastifyStatic from '@fastify/static'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Services } from './context.server.ts'
import { mapError, report } from './errors.server.ts'
import type { Router } from './module.server.ts'
import { mount, type Pipeline } from './pipeline.server.ts'
import { isReady } from './room.server.ts'
import type { Realtime } from './realtime.server.ts'
import { languageOf } from './texts.server.ts'

export interface HttpOptions extends Pipeline {
  routers: readonly Router[]
  realtime?: Realtime
  /** Counts what all of it does. */
  measure?: (app: FastifyInstance) => void
  /** Serves what tells programs of the contract's entries. */
  describe?: (api: FastifyInstance, routers: readonly Router[]) => Promise<void>
  log: FastifyBaseLogger
  /** Believe `X-Forwarded-For`: only behind a proxy of ours. */
  trustProxy?: boolean
}

const oneMegabyte = 1_048_576

/** The HTTP shell: plugins, health, the contract's entries under `/api`, to which `serveWeb` adds the web app. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: oneMegabyte,
    // One hop: what stands further left in the header is the client's own word.
    trustProxy: options.trustProxy ? (_address, hop) => hop === 0 : false,
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    // Ours says so as every refusal does.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    // For the web app a path that nobody can decode is one that it does not know.
    rewriteUrl: ({ url = '/' }) => (canDecode(url) || isForPrograms(url) ? url : '/unknown'),
    // A path that cannot be decoded never reaches the error handler.
    frameworkErrors: (error, request, reply) => void refuse(error, request, keepSecure(reply)),
  })
  // A browser that has come by https once never comes without; said only where people reach Agio by https.
  const isSecure = options.services.publicUrl.startsWith('https:')
  const keepSecure = (reply: FastifyReply) => {
    if (isSecure) reply.raw.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
    return reply
  }
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    guard(request, keepSecure(reply))
    done(isClosing ? new Refusal('UNAVAILABLE', {}, { kind: 'unavailable' }) : undefined)
  })
  app.setErrorHandler(refuse)
  app.setNotFoundHandler((request, reply) => refuse(notFound(), request, reply))
  options.measure?.(app)
  health(app, options.services)
  await app.register(multipart)
  await app.register(rateLimit, { global: false })
  await app.register((api) => mountApi(api, options), { prefix: '/api' })
  return app
}

const isForPrograms = (url: string) => url.startsWith('/api/') || url.startsWith('/assets/')

function canDecode(url: string): boolean {
  try {
    return Boolean(decodeURI(url))
  } catch {
    return false
  }
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const mapped = mapError(error, languageOf(request.headers['accept-language']), request.id)
  report(error, mapped, request.log)
  return guard(request, reply).code(mapped.status).send(mapped.body)
}

const everywhere = {
  'content-security-policy': `default-src 'none'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/** What every answer carries where it says nothing else. Set beneath the reply, as helmet does, who would lose otherwise. */
function guard(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.raw.setHeaders(new Map(Object.entries({ ...everywhere, 'x-trace-id': request.id })))
  return reply
}

async function mountApi(api: FastifyInstance, options: HttpOptions): Promise<void> {
  // An empty JSON body is no body: logout and calls without input may send the header alone.
  api.removeContentTypeParser('application/json')
  const parse = api.getDefaultJsonParser('error', 'error')
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    Object.assign(request, { rawBody: body })
    void parse(request, body as string, done)
  })
  await api.register(compress, { threshold: 2048, encodings: ['br', 'gzip'] })
  await options.describe?.(api, options.routers)
  await options.realtime?.register(api)
  for (const router of options.routers) mount(api, router, options)
}

function health(app: FastifyInstance, services: Services): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady(services).catch(() => false)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
}

/** Serves the built web app on every path that is not the API's; it is read now, and before anybody is listened to. */
export const serveWeb = async (http: FastifyInstance, webDir: string): Promise<void> => {
  await http.register((web) => mountWeb(web, webDir))
}

async function mountWeb(web: FastifyInstance, webDir: string): Promise<void> {
  const assets = join(webDir, 'assets/')
  const index = readFileSync(join(webDir, 'index.html'), 'utf8')
  await web.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [`'none'`],
        scriptSrc: [`'self'`],
        styleSrc: [`'self'`],
        imgSrc: [`'self'`, 'data:', 'blob:'],
        fontSrc: [`'self'`],
        connectSrc: [`'self'`],
        // A PDF that is printed is shown first, by the browser, where nobody sees it.
        frameSrc: ['blob:'],
        manifestSrc: [`'self'`],
        workerSrc: [`'self'`],
        baseUri: [`'none'`],
        objectSrc: [`'none'`],
        formAction: [`'self'`],
        frameAncestors: [`'none'`],
      },
    },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  await web.register(fastifyStatic, {
    root: webDir,
    index: false,
    wildcard: false,
    // The page is sent below, with its nonce.
    globIgnore: ['index.html*'],
    cacheControl: false,
    // Only there do names carry a hash of the content.
    setHeaders: (reply, path) =>
      void reply.header(
        'cache-control',
        path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
    preCompressed: true,
  })
  const page = (reply: FastifyReply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(index.replace('__CSP_NONCE__', reply.cspNonce.style))
  web.get('/', (_request, reply) => page(reply))
  web.get('/*', (request, reply) =>
    isForPrograms(request.url) ? refuse(notFound(), request, reply) : page(reply),
  )
}
