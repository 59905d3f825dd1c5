import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { createApp } from '#apps/server/app.ts'
import { runtimeUser } from '#apps/server/database.ts'
import { readSettings } from '#apps/server/settings.ts'
import { startEmbedded } from '#apps/server/embedded.ts'

// The peer of what tellers do: the very statements of a deal, a sale or an order, written down once and replayed by pgbench with as many clients.

/** Where Debian puts it, else on the path; undefined where it is not installed. */
const pgbench = ['/usr/lib/postgresql/18/bin', '/usr/lib/postgresql/15/bin', '/usr/bin']
  .map((folder) => join(folder, 'pgbench'))
  .find((file) => existsSync(file))

interface Statement {
  text: string
  values: readonly unknown[]
}

/** What is done once at a counter; answers the values that are drawn anew beside new ids, each by how PostgreSQL draws it. */
export type PeerAct = (
  call: (url: string, payload: object) => Promise<Record<string, unknown>>,
  seat: { branchId: string; counterId: string },
  number: number,
) => Promise<ReadonlyMap<string, string>>

/** How a number of a document is drawn: any that is new. */
export const anew = 'gen_random_uuid()'

export interface Peer {
  /** Statements of one act: the look-ups of the session, and its transactions with what begins and ends them. */
  statements: number
  /** Transactions a second with so many clients. */
  perSecond: (clients: number, seconds: number) => number
  /** The first row of what the owner of the tables asks. */
  first: (text: string) => Promise<Record<string, unknown> | undefined>
  stop: () => Promise<void>
}

/** Opens the data folder of a house that has stopped, and writes down each of these acts of each of these tellers. */
export async function openPeer(
  folder: string,
  usernames: readonly string[],
  acts: readonly PeerAct[],
): Promise<Peer | undefined> {
  if (!pgbench) return undefined
  const database = await startEmbedded({ dataDir: folder })
  const app = await createApp({
    settings: readSettings({ AGIO_DATA_DIR: folder, AGIO_ROLE: 'api' }),
    runtime: database.as(runtimeUser),
    log: pino({ level: 'silent' }),
  })
  const heard: Statement[] = []
  const query = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => unknown
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
    const [first, values] = given
    if (typeof first === 'string') heard.push({ text: first, values: (values as unknown[]) ?? [] })
    else {
      const { text, values: own = [] } = first as { text: string; values?: unknown[] }
      heard.push({ text, values: own })
    }
    return query.apply(this, given)
  })
  const post = async (url: string, payload: object, token = '') =>
    (
      await app.http.inject({
        method: 'POST',
        url: `/api${url}`,
        payload,
        headers: { 'idempotency-key': crypto.randomUUID(), authorization: `Bearer ${token}` },
      })
    ).json<Record<string, unknown>>()
  const files: string[] = []
  let [statements, companyId] = [0, '']
  for (const username of usernames) {
    const login = await post('/user/auth/login', { username, password: 'demo1234' })
    const { userInfo, company, companyStructure } = login as {
      userInfo: { accessToken: string }
      company: { companyId: string; counters: { id: string }[] }
      companyStructure: { counters: { id: string; branchId: string }[] }
    }
    companyId = company.companyId
    const counterId = company.counters[0]?.id ?? ''
    const branchId = companyStructure.counters.find(({ id }) => id === counterId)?.branchId ?? ''
    await post('/posworkspace/switch', { type: 3, workspaceId: counterId }, userInfo.accessToken)
    const write = async (act: PeerAct, number: number) => {
      heard.length = 0
      const call = (url: string, payload: object) => post(url, payload, userInfo.accessToken)
      const drawn = await act(call, { branchId, counterId }, number)
      // From the look-up of the session on: all that PostgreSQL is asked before the answer.
      return { drawn, said: [...heard] }
    }
    for (const act of acts) {
      // What the second has and the first had not is new every time.
      const [one, two] = [await write(act, 100), await write(act, 102)]
      files.push(join(folder, `act-${files.length}.sql`))
      writeFileSync(files.at(-1) ?? '', scriptOf(one.said, two.said, two.drawn))
      statements = two.said.length
    }
  }
  Reflect.set(pg.Client.prototype, 'query', query)
  await app.stop()
  const owner = new pg.Client(database.owner)
  await owner.connect()
  await owner.query(`alter role ${runtimeUser} set app.company_id = '${companyId}'`)
  await owner.end()
  const { host, port, user, database: name } = database.as(runtimeUser)
  return {
    statements,
    perSecond(clients, seconds) {
      const asked = [
        '-n',
        '-M',
        'prepared',
        '-c',
        clients,
        '-j',
        2,
        '-T',
        seconds,
        '-h',
        host,
        '-p',
        port,
        '-U',
        user,
      ]
      const scripts = files.flatMap((file) => ['-f', file])
      const run = spawnSync(pgbench, [...asked.map(String), ...scripts, name], { encoding: 'utf8' })
      const found = /tps = ([\d.]+)/.exec(run.stdout)?.[1]
      if (run.status !== 0 || found === undefined) throw new Error(run.stderr.slice(0, 2000))
      return Math.round(Number(found))
    },
    async first(text) {
      const client = new pg.Client(database.owner)
      await client.connect()
      try {
        await client.query('set row_security = off')
        return (await client.query<Record<string, unknown>>(text)).rows[0]
      } finally {
        await client.end()
      }
    },
    async stop() {
      await database.stop()
    },
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const uuidsOf = (said: readonly Statement[]) =>
  new Set(
    said.flatMap(({ values }) => values).filter((value) => typeof value === 'string' && uuid.test(value)),
  )

/** The statements with their values written in; what is new every time is drawn anew. */
function scriptOf(
  before: readonly Statement[],
  said: readonly Statement[],
  given: ReadonlyMap<string, string>,
): string {
  const known = uuidsOf(before)
  const fresh = [...uuidsOf(said)].filter((value) => !known.has(value)) as string[]
  const drawn = new Map([...fresh.map((value) => [value, anew] as const), ...given])
  const names = new Map([...drawn.keys()].map((value, at) => [value, `v${at}`]))
  const draws = [...drawn].map(([value, expression]) => `${expression} as ${names.get(value)}`).join(', ')
  const lines = said.map(({ text, values }) => {
    const plain = text.replaceAll(/\s+/g, ' ')
    // Where a type follows, what is drawn may also stand within.
    return `${plain.replaceAll(/\$(\d+)(::)?/g, (_, at: string, cast = '') => `${written(values[Number(at) - 1], names, cast !== '')}${cast}`)};`
  })
  return [`select ${draws} \\gset`, ...lines, ''].join('\n')
}

function written(value: unknown, names: ReadonlyMap<string, string>, mayJoin: boolean): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return `'${value}'`
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  const text =
    typeof value === 'string' ? value : Array.isArray(value) ? arrayOf(value) : JSON.stringify(value)
  const name = names.get(text)
  if (name !== undefined) return `:${name}`
  const within = mayJoin ? [...names].find(([one]) => text.includes(one)) : undefined
  if (!within) return quoted(text)
  const parts = text.split(within[0]).map(quoted)
  return `(${parts.join(` || :${within[1]}::text || `)})`
}

/** A colon would begin a variable of pgbench. */
const quoted = (text: string) =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll(':', '\\x3a')}'`

const arrayOf = (values: readonly unknown[]): string => {
  const cells = values.map((one) => {
    if (one === null) return 'NULL'
    return Array.isArray(one) ? arrayOf(one) : JSON.stringify(String(one as string | number | boolean))
  })
  return `{${cells.join(',')}}`
}
