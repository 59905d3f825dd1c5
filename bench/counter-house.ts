import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Login } from '#modules/access/sign-in/sign-in.contract.ts'

export interface Answer {
  status: number
  body: unknown
}

/** Somebody who sits at a counter; the key is that of a change which may be asked for again. */
export interface Teller {
  call: (path: string, body: unknown, key?: string) => Promise<Answer>
  /** Signs in once more, where the session has ended, and sits down again. */
  sit: () => Promise<void>
}

/** A house whose counters are open and full, and so many tellers at them; calls go to `base`, such as `http://…/api`. */
export interface House {
  tellers: Teller[]
  /** The currency that is dealt. */
  dollars: string
  /** May do everything, and sits nowhere. */
  admin: Pick<Teller, 'call'>
  counterIds: readonly string[]
}

// The tellers share the machine with the server: `fetch` would take twice as much of it.
const agent = new Agent({ keepAlive: true })

/** One server, or several of which any may be asked. */
type Base = string | readonly string[]
const oneOf = (base: Base) =>
  typeof base === 'string' ? base : (base[Math.floor(Math.random() * base.length)] ?? '')

function post(base: Base, path: string, body: unknown, key: string, token?: string): Promise<Answer> {
  const sent = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(sent),
    'idempotency-key': key,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  return new Promise((resolve, reject) => {
    const asked = request(`${oneOf(base)}${path}`, { method: 'POST', headers, agent }, (reply) => {
      json(reply).then((answer) => resolve({ status: reply.statusCode ?? 0, body: answer }), reject)
    })
    asked.on('error', reject)
    asked.end(sent)
  })
}

/** Signs in with the demonstration's password. */
export async function signIn(base: Base, username: string): Promise<Pick<Teller, 'call'> & { login: Login }> {
  const { body } = await post(base, '/user/auth/login', { username, password: 'demo1234' }, randomUUID())
  const login = body as Login
  const token = login.userInfo.accessToken
  return { login, call: (path, sent, key = randomUUID()) => post(base, path, sent, key, token) }
}

/** The body of an answer that must be one. */
export async function sure<T>(answer: Promise<Answer>): Promise<T> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as T
}

/** Opens and fills every counter of the demonstration company, and makes tellers who sit at them in turn. */
export async function openHouse(base: Base, count: number): Promise<House> {
  const admin = await signIn(base, 'admin')
  const { branches, counters } = admin.login.companyStructure
  const currencies = await sure<{ id: string; code: string }[]>(currenciesOf(base, admin.login))
  const id = (code: string) => currencies.find((one) => one.code === code)?.id ?? ''
  const dollars = id('USD')
  for (const branch of branches)
    await sure(
      admin.call('/posinventory/opening/createOpening', {
        branchId: branch.id,
        lines: [
          { itemId: id('MYR'), quantity: '90000000' },
          { itemId: dollars, quantity: '9000000', cost: '27000000' },
        ],
      }),
    )
  for (const counter of counters) {
    await sure(admin.call('/posinventory/day/open', { counterId: counter.id, lines: [] }))
    await sure(admin.call('/posworkspace/switch', { type: 3, workspaceId: counter.id }))
    await sure(
      admin.call('/posinventory/opening/createFloat', {
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
  const roleIds = await rolesOf(admin, 'teller')
  const tellers: Teller[] = []
  for (let number = 0; number < count; number++) {
    const userName = `bench${number}`
    const workspaces = [{ type: 3, workspaceId: counters[number % counters.length]?.id }]
    await hire(admin, { userName, roleIds, workspaces })
    tellers.push(await tellerAt(base, number))
  }
  const counterIds = counters.map(({ id: counterId }) => counterId)
  return { tellers, dollars, admin, counterIds }
}

/** The roles of a company that are made from one of the product's. */
async function rolesOf(admin: Pick<Teller, 'call'>, baseRole: string): Promise<string[]> {
  const { items } = await sure<{ items: { id: string; baseRole: string }[] }>(
    admin.call('/posuser/managerole/list', { pageSize: 100 }),
  )
  return items.filter((one) => one.baseRole === baseRole).map(({ id }) => id)
}

/** Makes an account with the demonstration's password. A role that decides on others would wait for a second administrator. */
async function hire(
  admin: Pick<Teller, 'call'>,
  person: { userName: string; roleIds: string[]; workspaces: object[] },
): Promise<void> {
  await sure(
    admin.call('/posuser/manageUser/create', { firstName: 'Bench', password: 'demo1234', ...person }),
  )
}

/** The teller of a number, at the one counter that is theirs. */
export async function tellerAt(base: Base, number: number): Promise<Teller> {
  const teller: Teller = {
    call: () => Promise.reject(new Error('Nobody sits there yet')),
    async sit() {
      const { call, login } = await signIn(base, `bench${number}`)
      await sure(call('/posworkspace/switch', { type: 3, workspaceId: login.company.counters[0]?.id }))
      teller.call = call
    },
  }
  await teller.sit()
  return teller
}

async function currenciesOf(base: Base, { userInfo }: Login): Promise<Answer> {
  const reply = await fetch(`${oneOf(base)}/poscurrency/setting/list`, {
    headers: { authorization: `Bearer ${userInfo.accessToken}` },
  })
  return { status: reply.status, body: (await reply.json()) as unknown }
}

/** A deal that is settled at once, now bought and now sold. */
export const dealOf = (dollars: string, number: number) => ({
  upTo: 'settle',
  lines: [
    { side: number % 2 === 0 ? 'buy' : 'sell', currencyId: dollars, quantity: String(10 + (number % 50)) },
  ],
})

/** Has each of these tellers settle one deal after another for so many seconds; each deal's time in milliseconds. */
export async function settleFor(tellers: readonly Teller[], dollars: string, seconds: number) {
  const times: number[] = []
  let refused = 0
  const started = performance.now()
  const end = started + seconds * 1000
  await Promise.all(
    tellers.map(async (teller, at) => {
      for (let number = at; performance.now() < end; number++) {
        const began = performance.now()
        const { status, body } = await teller.call('/postransaction/manage/create', dealOf(dollars, number))
        const isSettled = status === 200 && (body as { state: string }).state === 'settled'
        if (isSettled) times.push(performance.now() - began)
        else refused++
      }
    }),
  )
  return { times, refused, took: (performance.now() - started) / 1000 }
}
