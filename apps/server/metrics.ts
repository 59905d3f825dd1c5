import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What is counted beside the requests, asked whenever somebody asks us. */
export interface Counted {
  pool: { totalCount: number; idleCount: number; waitingCount: number }
  /** Tabs that listen for live messages. */
  sockets: () => number
}

/**
 * Prometheus metrics at `/metrics`, to callers on this machine only: how long each route takes, connections of the pool and of
 * clients, and the process itself.
 */
export function registerMetrics(app: FastifyInstance, counted: Counted): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  gauge(registry, 'database_pool_connections', 'Connections to the database, by what they do', (of) => {
    const { totalCount, idleCount, waitingCount } = counted.pool
    of.labels('busy').set(totalCount - idleCount)
    of.labels('idle').set(idleCount)
    // Calls that have none yet.
    of.labels('wanted').set(waitingCount)
  })
  gauge(
    registry,
    'client_connections',
    'Connections of clients, and those that wait for live messages',
    async (of) => {
      const all = promisify(app.server.getConnections.bind(app.server))
      of.labels('http').set(await all())
      of.labels('live').set(counted.sockets())
    },
  )
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

/** A figure by kind that is read when it is asked for. */
const gauge = (
  registry: Registry,
  name: string,
  help: string,
  collect: (gauge: Gauge<'kind'>) => void | Promise<void>,
) =>
  new Gauge({
    name,
    help,
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      return collect(this)
    },
  })
