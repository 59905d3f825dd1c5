import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#kit/test/free-port.ts'
import { apiKeys } from '#modules/access/keys/keys.contract.ts'
import { webhooks } from '#modules/access/webhooks/webhooks.contract.ts'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import { type TestApp, testApp } from '../test-app.ts'
import { openTill } from '../test-till.ts'
import { root } from './contracts.ts'
import { compile, generateClient } from '../test-client.ts'

// The program of docs/integrate.ts, as an integrator runs it: beside a client that was made from our document.

const program = readFileSync(join(root, 'docs/integrate.ts'), 'utf8')
const folder = join(root, 'dist/test/integrate')
let app: TestApp
let port: number
beforeAll(async () => {
  await generateClient(folder)
  port = await freePort()
  app = await testApp({
    env: (company) => ({ AGIO_WEBHOOK_ORIGINS: `${company}=http://127.0.0.1:${port}/agio` }),
  })
  await app.start()
}, 120_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app.stop()
})

test('the program of the documents fits on a page', () => {
  expect(program.trim().split('\n').length).toBeLessThanOrEqual(60)
})

test(
  'a program quotes and submits a deal with a key, and hears by a signed webhook that it was settled',
  { timeout: 180_000 },
  async () => {
    const [admin, teller] = [await app.signIn('admin'), await app.signIn('teller')]
    const { counterId } = await openTill(app, teller)
    const url = `http://127.0.0.1:${port}/agio`
    const hook = await admin.call(webhooks.create, { name: 'Shop', url, events: ['deal.settled'] })
    expect(hook.status, JSON.stringify(hook.error)).toBe(200)
    const key = await admin.call(apiKeys.create, {
      name: 'Shop',
      permissions: ['view_base_rate', 'view_transactions', 'create_transactions'],
      counterId,
      days: 7,
      callsPerMinute: 60,
    })
    expect(key.status, JSON.stringify(key.error)).toBe(200)

    expect(await compile(folder, program)).toBe('')
    const child = spawn(process.execPath, [join(folder, 'program.js')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        AGIO_URL: `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`,
        AGIO_KEY: key.body.secret,
        WEBHOOK_SECRET: hook.body.secret,
        WEBHOOK_PORT: String(port),
      },
    })
    const ended = once(child, 'exit')
    const said: string[] = []
    createInterface({ input: child.stdout }).on('line', (line) => said.push(line))
    await expect.poll(() => said.at(-1), { timeout: 30_000 }).toMatch(/^submitted [\w-]+: waiting$/)

    const id = /^submitted ([\w-]+)/.exec(said.at(-1) ?? '')?.[1] ?? ''
    await app.addUser({
      userName: 'second.admin',
      roles: ['company_administrator'],
      workspaces: [{ type: 0, workspaceId: null }],
    })
    const second = await app.signIn('second.admin')
    const { body: waiting } = await second.call(deals.getById, { id })
    const passed = await second.call(deals.approveLimit, { id, version: waiting.version, note: 'Checked.' })
    expect(passed.status, JSON.stringify(passed.error)).toBe(200)
    const settled = await teller.call(
      deals.settle,
      { id, version: passed.body.version, lines: null, payments: null },
      { headers: { 'idempotency-key': randomUUID() } },
    )
    expect(settled.body.state, JSON.stringify(settled.error)).toBe('settled')
    expect(await ended).toEqual([0, null])
    expect(said).toEqual([
      expect.stringMatching(/^quoted [\w-]+ at \d+\.\d+ until 20/),
      `submitted ${id}: waiting`,
      `deal.settled ${id}`,
    ])
  },
)
