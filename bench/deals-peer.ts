import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { createApp } from '#apps/server/app.ts'
import { runtimeUser } from '#apps/server/database.ts'
import { readSettings } from '#apps/server/settings.ts'
import { startEmbedded } from '#apps/server/embedded.ts'
import { dealOf } from './counter-house.ts'

// The peer of settled deals: the very statements of a deal, written down once and replayed by pgbench with as many clients.

/** Where Debian puts it, else on the path; undefined where it is not installed. */
const pgbench = ['/usr/lib/postgresql/18/bin', '/usr/lib/postgresql/15/bin', '/usr/bin']
  .map((folder) => join(folder, 'pgbench'))
  .find((file) => existsSync(file))

interface Statement {
  text: string
  values: readonly unknown[]
}

export interface Peer {
  /** Statements of one deal: the look-up of the session, and its transaction with what begins and ends it. */
  statements: number
  /** Transactions a second with so many clients. */
  perSecond: (clients: number, seconds: number) => number
  stop: () => Promise<void>
}

/** Opens the data folder of a house that has stopped, and writes down a purchase and a sale of each of these tellers. */
export async function openPeer(
  folder: string,
  usernames: readonly string[],
  dollars: string,
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
    const { userInfo, company } = login as {
      userInfo: { accessToken: string }
      company: { companyId: string; counters: { id: string }[] }
    }
    companyId = company.companyId
    const seat = { type: 3, workspaceId: company.counters[0]?.id }
    await post('/posworkspace/switch', seat, userInfo.accessToken)
    const deal = async (number: number) => {
      heard.length = 0
      const asked = dealOf(dollars, number)
      const made = await post('/postransaction/manage/create', asked, userInfo.accessToken)
      if (made['state'] !== 'settled') throw new Error(JSON.stringify(made))
      // From the look-up of the session on: all that PostgreSQL is asked before the answer.
      return { number: made['number'] as string, said: [...heard] }
    }
    for (const side of [0, 1]) {
      // What the second has and the first had not is new with every deal.
      const [one, two] = [await deal(side + 100), await deal(side + 102)]
      files.push(join(folder, `deal-${files.length}.sql`))
      writeFileSync(files.at(-1) ?? '', scriptOf(one.said, two.said, two.number))
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

/** The statements with their values written in; what is new with every deal is drawn anew. */
function scriptOf(before: readonly Statement[], said: readonly Statement[], number: string): string {
  const known = uuidsOf(before)
  const drawn = [...uuidsOf(said)].filter((value) => !known.has(value)) as string[]
  const names = new Map([...drawn, number].map((value, at) => [value, `v${at}`]))
  const draws = [...names.values()].map((name) => `gen_random_uuid() as ${name}`).join(', ')
  const lines = said.map(({ text, values }) => {
    const plain = text.replaceAll(/\s+/g, ' ')
    return `${plain.replaceAll(/\$(\d+)/g, (_, at: string) => written(values[Number(at) - 1], names))};`
  })
  return [`select ${draws} \\gset`, ...lines, ''].join('\n')
}

function written(value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return `'${value}'`
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  const text =
    typeof value === 'string' ? value : Array.isArray(value) ? arrayOf(value) : JSON.stringify(value)
  const name = names.get(text)
  if (name !== undefined) return `:${name}`
  // A colon would begin a variable of pgbench.
  const safe = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll(':', '\\x3a')
  return `E'${safe}'`
}

const arrayOf = (values: readonly unknown[]): string => {
  const cells = values.map((one) => {
    if (one === null) return 'NULL'
    return Array.isArray(one) ? arrayOf(one) : JSON.stringify(String(one as string | number | boolean))
  })
  return `{${cells.join(',')}}`
}
