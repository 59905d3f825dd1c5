import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Login } from '#modules/access/sign-in/sign-in.contract.ts'
import { percentile, startProgram, table, withFolder } from './tools.ts'

// Settled deals a second through the whole path: HTTP, session, gates, posting, audit, receipt number, durable commit.

const port = 4723
const base = `http://127.0.0.1:${port}/api`
const seconds = Number(process.env['BENCH_SECONDS'] ?? 15)

interface Row {
  id: string
  name: string
}

const residentMb = (pid: number | undefined) => {
  const status = readFileSync(`/proc/${pid ?? 0}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

interface Teller {
  call: (path: string, body: unknown) => Promise<{ status: number; body: unknown }>
}

async function signIn(username: string): Promise<Teller & { login: Login }> {
  const first = await post('/user/auth/login', { username, password: 'demo1234' })
  const login = first.body as Login
  return { login, call: (path, body) => post(path, body, login.userInfo.accessToken) }
}

async function post(path: string, body: unknown, token?: string) {
  const reply = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as unknown }
}

const sure = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as never
}

let dollars = ''

/** Every counter open and full, and fifty tellers at them. */
async function house(admin: Teller & { login: Login }): Promise<Teller[]> {
  const { branches, counters } = admin.login.companyStructure
  const currencies = (await sure(currenciesOf(admin))) as (Row & {
    code: string
  })[]
  const id = (code: string) => currencies.find((one) => one.code === code)?.id ?? ''
  dollars = id('USD')
  for (const branch of branches)
    await sure(
      admin.call('/posinventory/adjustment/createOpening', {
        branchId: branch.id,
        lines: [
          { itemId: id('MYR'), quantity: '90000000' },
          { itemId: dollars, quantity: '9000000', cost: '36000000' },
        ],
      }),
    )
  for (const counter of counters) {
    await sure(admin.call('/posinventory/day/open', { counterId: counter.id, lines: [] }))
    await sure(
      admin.call('/posinventory/adjustment/createFloat', {
        branchId: counter.branchId,
        fromCounterId: null,
        toCounterId: counter.id,
        lines: [
          { itemId: id('MYR'), quantity: '10000000' },
          { itemId: dollars, quantity: '1000000' },
        ],
      }),
    )
  }
  const roles = (await sure(admin.call('/posuser/managerole/list', { pageSize: 100 }))) as {
    items: { id: string; baseRole: string }[]
  }
  const role = roles.items.find(({ baseRole }) => baseRole === 'branch_manager')?.id ?? ''
  const tellers: Teller[] = []
  for (let number = 0; number < 50; number++) {
    const counter = counters[number % counters.length]
    const userName = `bench${number}`
    const workspaces = [{ type: 3, workspaceId: counter?.id }]
    await sure(
      admin.call('/posuser/manageUser/create', {
        userName,
        firstName: 'Bench',
        roleIds: [role],
        workspaces,
        password: 'demo1234',
      }),
    )
    const teller = await signIn(userName)
    await sure(teller.call('/posworkspace/switch', workspaces[0]))
    tellers.push(teller)
  }
  return tellers
}

async function currenciesOf({ login }: { login: Login }) {
  const reply = await fetch(`${base}/poscurrency/setting/list`, {
    headers: { authorization: `Bearer ${login.userInfo.accessToken}` },
  })
  return { status: reply.status, body: (await reply.json()) as unknown }
}

async function run(tellers: readonly Teller[], duration: number) {
  const times: number[] = []
  let refused = 0
  const started = performance.now()
  const end = started + duration * 1000
  await Promise.all(
    tellers.map(async (teller, at) => {
      for (let number = at; performance.now() < end; number++) {
        const began = performance.now()
        const side = number % 2 === 0 ? 'buy' : 'sell'
        const { status, body } = await teller.call('/postransaction/manage/create', {
          upTo: 'settle',
          lines: [{ side, currencyId: dollars, quantity: String(10 + (number % 50)) }],
        })
        if (status === 200 && (body as { state: string }).state === 'settled')
          times.push(performance.now() - began)
        else refused++
      }
    }),
  )
  return { times, refused, took: (performance.now() - started) / 1000 }
}

await withFolder(async (folder) => {
  const server = await startProgram(
    'apps/server/main.ts',
    { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' },
    /Agio is ready/,
  )
  try {
    const admin = await signIn('admin')
    const tellers = await house(admin)
    const rows: (string | number)[][] = []
    for (const clients of [1, 8, 50]) {
      await run(tellers.slice(0, clients), 3)
      const { times, refused, took } = await run(tellers.slice(0, clients), seconds)
      rows.push([
        clients,
        Math.round(times.length / took),
        percentile(times, 0.5).toFixed(1),
        percentile(times, 0.95).toFixed(1),
        refused,
        `${residentMb(server.pid)} MB`,
      ])
    }
    table(['tellers', 'settled deals/s', 'p50 ms', 'p95 ms', 'refused', 'server resident'], rows)
  } finally {
    await server.stop()
  }
})
