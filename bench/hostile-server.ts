import { setTimeout as pause } from 'node:timers/promises'
import { hostile } from '#apps/server/test-hostile.ts'
import { pictures } from '#kit/test/hostile-files.ts'
import type { Login } from '#modules/access/sign-in/sign-in.contract.ts'
import { fileOf } from './customer-file.ts'
import { forget, percentile, resident, startProgram, tableOf, withFolder } from './tools.ts'

const port = 4731
const base = `http://127.0.0.1:${port}`

interface Server {
  pid: number | undefined
  isOver(): boolean
  stop(): Promise<void>
}
type Headers = Record<string, string>
interface Sent {
  id: string
  version: number
  state: string
  failure: string
}

async function headersOf(username: string): Promise<Headers> {
  const reply = await fetch(`${base}/api/user/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'demo1234' }),
  })
  return { authorization: `Bearer ${((await reply.json()) as Login).userInfo.accessToken}` }
}

async function post(path: string, headers: Headers, body: FormData | object): Promise<Response> {
  const isForm = body instanceof FormData
  return fetch(`${base}/api${path}`, {
    method: 'POST',
    headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
    body: isForm ? body : JSON.stringify(body),
  })
}

/** What became of a file, once it is one of these. */
async function became(group: string, id: string, headers: Headers, states: readonly string[]): Promise<Sent> {
  for (;;) {
    const one = (await (await fetch(`${base}/api${group}/getById?id=${id}`, { headers })).json()) as Sent
    if (states.includes(one.state)) return one
    await pause(50)
  }
}

const uploads = {
  '/poscompliance/bulkscreening': { user: 'compliance', fields: { dataSource: 'unsc' }, megabytes: 100 },
  '/poscustomer/customerimport': { user: 'admin', fields: { customerType: '1' }, megabytes: 50 },
} as const

const formOf = (fields: Record<string, string>, bytes: Uint8Array<ArrayBuffer>, name: string) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([bytes]), name)
  return form
}

/** Sends the workbook that unpacks to 600 MB, and starts the server again after it. */
async function giantWorkbook(server: Server, start: () => Promise<Server>): Promise<Server> {
  const say = tableOf([
    'workbook of one giant cell, sent to',
    'outcome',
    's',
    'MB resident at most',
    'started again',
  ])
  const bytes = new Uint8Array(hostile['workbook']?.['giant cell']?.make() ?? [])
  const before = []
  for (const [group, { user, fields }] of Object.entries(uploads)) {
    const headers = await headersOf(user)
    forget(server.pid)
    const started = performance.now()
    const sent = (await (
      await post(`${group}/upload`, headers, formOf(fields, bytes, 'giant.xlsx'))
    ).json()) as Sent
    const { failure } = await became(group, sent.id, headers, ['failed', 'checked', 'finished'])
    const seconds = (performance.now() - started) / 1000
    before.push({ group, user, id: sent.id, cells: [failure, seconds.toFixed(1), resident(server.pid)] })
  }
  if (server.isOver()) throw new Error('The server ended')
  await server.stop()
  const next = await start()
  const { status } = await fetch(`${base}/readyz`)
  for (const { group, user, id, cells } of before) {
    const { state } = await became(group, id, await headersOf(user), ['failed', 'checked', 'finished'])
    say([group, ...cells, `${state}, ready ${status}`])
  }
  process.stdout.write('\n')
  return next
}

/** Two people send six files each at once, as large as may be; their kind is refused once they are read. */
async function manyUploads({ pid }: Server): Promise<void> {
  forget(pid)
  const before = resident(pid)
  const people = Object.entries(uploads).map(async ([group, { user, fields, megabytes }]) => {
    const headers = await headersOf(user)
    const bytes = new Uint8Array(megabytes * 1_000_000)
    bytes.set(pictures.png(10, 10))
    const sent = Array.from({ length: 6 }, async () => {
      const reply = await post(`${group}/upload`, headers, formOf(fields, bytes, 'large.csv'))
      return `${reply.status} ${((await reply.json()) as { code: string }).code}`
    })
    return Promise.all(sent)
  })
  const came = Map.groupBy((await Promise.all(people)).flat(), (code) => code)
  tableOf([
    'twelve uploads at once, six of 100 and six of 50 MB',
    'MB resident before',
    'MB resident at most',
  ])([[...came].map(([code, all]) => `${all.length} x ${code}`).join(', '), before, resident(pid)])
  process.stdout.write('\n')
}

/** How long `/healthz` takes, asked every 10 ms while `work` goes on. */
async function healthDuring(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const over = new AbortController()
  const asking = (async () => {
    while (!over.signal.aborted) {
      const started = performance.now()
      await (await fetch(`${base}/healthz`)).text()
      times.push(performance.now() - started)
      await pause(10)
    }
  })()
  await work()
  over.abort()
  await asking
  return times
}

async function importCustomers(): Promise<void> {
  const group = '/poscustomer/customerimport'
  const headers = await headersOf('admin')
  const say = tableOf(['/healthz', 'answers', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms'])
  const cells = (times: number[]) => [0.5, 0.95, 0.99, 1].map((share) => percentile(times, share).toFixed(1))
  const quiet = await healthDuring(() => pause(5000))
  say(['while nothing else is done', quiet.length, ...cells(quiet)])
  const times = await healthDuring(async () => {
    const { id } = (await (await post(`${group}/upload`, headers, fileOf(20_000))).json()) as Sent
    const { version } = await became(group, id, headers, ['checked', 'failed'])
    await post(`${group}/start`, headers, { id, version })
    await became(group, id, headers, ['finished', 'failed'])
  })
  say(['while 20,000 customers are imported', times.length, ...cells(times)])
  process.stdout.write('\n')
}

/** The whole program, run as `npm start` runs it, against what is sent to it. */
export const attackServer = (): Promise<void> =>
  withFolder(async (folder) => {
    const start = () =>
      startProgram(
        'apps/server/main.ts',
        { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' },
        /Agio is ready/,
      )
    let server: Server = await start()
    try {
      server = await giantWorkbook(server, start)
      await manyUploads(server)
      await importCustomers()
    } finally {
      await server.stop()
    }
  })
