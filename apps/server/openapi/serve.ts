import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Router } from '#kit/server/module.server.ts'
import { type Authenticate, bearerOf } from '#kit/server/pipeline.server.ts'
import { type Language, languageOf, text } from '#kit/server/texts.server.ts'
import { inThread } from '#kit/server/thread.server.ts'
import type { Served } from './document-thread.ts'

const thread = new URL('document-thread.ts', import.meta.url)
const assets = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static')
const script = readFileSync(join(import.meta.dirname, 'page.js'), 'utf8')
const policy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

interface Options {
  authenticate: Authenticate
  /** Also people who are not signed in may read the document. */
  isOpen: boolean
}

/**
 * Serves the OpenAPI 3.1 document as `/docs/json` and the texts of refusals as `/docs/refusals`, both in the asked language, and
 * a page at `/docs`.
 */
export const describeApi =
  ({ authenticate, isOpen }: Options) =>
  async (api: FastifyInstance, routers: readonly Router[]): Promise<void> => {
    if (routers.length === 0) return
    const documents = rememberedDocuments()
    for (const part of ['json', 'refusals'] as const)
      api.get(`/docs/${part}`, async (request, reply) => {
        const token = bearerOf(request.headers.authorization)
        if (!isOpen && !(token && (await authenticate(token))))
          throw new Refusal('SESSION_EXPIRED', {}, { kind: 'unauthenticated' })
        const served = await documents(languageOf(request.headers['accept-language']))
        return reply
          .type('application/json; charset=utf-8')
          .header('vary', 'accept-language')
          .send(served[part])
      })
    await api.register(fastifyStatic, {
      root: assets,
      prefix: '/docs/static/',
      decorateReply: false,
      index: false,
    })
    api.get('/docs/page.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
    for (const path of ['/docs', '/docs/'])
      api.get(path, (request, reply) =>
        reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', policy)
          .send(pageIn(languageOf(request.headers['accept-language']))),
      )
  }

type Documents = Record<Language, Served>

/** The document in each language, made in a thread when somebody first asks: that takes seconds, which nobody else waits for. */
function rememberedDocuments() {
  let made: Promise<Documents> | undefined
  const make = async () => {
    for await (const documents of inThread<Documents>(thread, null, { megabytes: 512, seconds: 120 }))
      return documents
    throw new Error('The document was not made')
  }
  return async (language: Language) => {
    made ??= make()
    // What failed is tried again by the next one who asks.
    made.catch(() => (made = undefined))
    return (await made)[language]
  }
}

const pageIn = (language: Language) => `<!doctype html>
<html lang="${language.replace('_', '-')}">
<meta charset="utf-8">
<title>Agio API</title>
<link rel="stylesheet" href="/api/docs/static/swagger-ui.css">
<p id="hint" hidden>${text(language, 'messages.docsSignIn')} <a href="/">Agio</a></p>
<main id="docs"></main>
<script src="/api/docs/static/swagger-ui-bundle.js"></script>
<script src="/api/docs/page.js"></script>
</html>
`
