import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { registerMetrics } from './metrics.ts'

const measured = () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  registerMetrics(app, { pool: { totalCount: 5, idleCount: 3, waitingCount: 1 }, sockets: () => 7 })
  app.post('/api/test/send', () => ({ sent: true }))
  return app
}
const counts = (body: string) => body.split('\n').filter((line) => /duration_seconds_count/.test(line))

test('metrics count the answers of each route, and tell them to callers of this machine only', async () => {
  const app = measured()
  await app.inject({ method: 'POST', url: '/api/test/send' })
  expect(counts((await app.inject('/metrics')).body)).toEqual([
    'http_request_duration_seconds_count{method="POST",route="/api/test/send",status="200"} 1',
  ])
  expect((await app.inject({ url: '/metrics', remoteAddress: '192.0.2.1' })).statusCode).toBe(404)
  for (const header of ['x-forwarded-for', 'forwarded'])
    expect((await app.inject({ url: '/metrics', headers: { [header]: 'x' } })).statusCode).toBe(404)
})

test('metrics name routes that there are, and nothing that a client made up', async () => {
  const app = measured()
  const made = randomUUID()
  for (const url of [`/${made}`, `/api/${made}`, `/api/test/send/${made}`])
    for (const method of ['GET', 'POST', 'PROPFIND'] as const)
      await app.inject({ method: method as 'GET', url })
  expect(counts((await app.inject('/metrics')).body)).toEqual([
    'http_request_duration_seconds_count{method="any",route="unknown",status="404"} 9',
  ])
})

test('metrics tell the connections of the pool and of clients', async () => {
  const { body } = await measured().inject('/metrics')
  expect(body).toContain('database_pool_connections{kind="busy"} 2')
  expect(body).toContain('database_pool_connections{kind="idle"} 3')
  expect(body).toContain('database_pool_connections{kind="wanted"} 1')
  expect(body).toContain('client_connections{kind="http"} 0')
  expect(body).toContain('client_connections{kind="live"} 7')
})
