import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Prometheus metrics at `/metrics`, to callers on this machine only: how long each route takes, and the process itself. */
export function registerMetrics(app: FastifyInstance): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // What no route knows is one row, whatever path and method a client makes up.
    const { url } = request.routeOptions
    const [method, route] = url === undefined ? ['any', 'unknown'] : [request.method, url]
    duration.labels(method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    const { remoteAddress } = request.raw.socket
    // What a proxy on this machine hands on comes from elsewhere.
    const isHandedOn = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers
    if (isHandedOn || !remoteAddress || !/^(127\.|::1$|::ffff:127\.)/.test(remoteAddress))
      return reply.code(404).send()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
