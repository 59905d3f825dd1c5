import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type House, signIn, type Teller } from './counter-house.ts'
import { ask } from './crowd.ts'
import { killEmbeddedWith } from './faults-kills.ts'
import type { Scene } from './faults-scene.ts'

// Stock travels between the vaults of two branches, in both directions, while tellers deal and everything is killed.

interface Load {
  id: string
  version: number
  state: string
}
type Asking = Pick<Teller, 'call'>

/** Loads on their way until told to stop; every act is asked for under its key until somebody answers. */
function carry(
  house: House,
  [one = '', two = '']: readonly string[],
  people: { sender: () => Promise<Asking>; receiver: () => Promise<Asking> },
) {
  const over = new AbortController()
  /** The acts that were answered: a load's number of each. */
  const answered = new Map<string, number>()
  const act = async <T>(who: () => Promise<Asking>, path: string, body: object): Promise<T> => {
    const key = randomUUID()
    for (;;) {
      try {
        const { status, body: said } = await (await who()).call(`/posinventory/transfer/${path}`, body, key)
        if (status === 200) return said as T
        if (status < 500 && status !== 401 && status !== 409)
          throw new Error(`${path}: ${JSON.stringify(said)}`)
        if (status === 409) return said as T
      } catch (error) {
        if (error instanceof Error && error.message.startsWith(path)) throw error
        // Nobody there.
      }
      await pause(50)
    }
  }
  const done = (load: Load, what: string) => {
    const key = `${load.id} ${what}`
    answered.set(key, (answered.get(key) ?? 0) + 1)
  }
  const once = async (from: string, to: string) => {
    const { sender, receiver } = people
    const quantity = String(10 + randomInt(40))
    const draft = {
      fromBranchId: from,
      fromCounterId: null,
      toBranchId: to,
      toCounterId: null,
      lines: [{ itemId: house.dollars, quantity }],
    }
    const key = ({ id, version }: Load) => ({ id, version })
    const made = await act<Load>(sender, 'create', draft)
    done(made, 'create')
    if (randomInt(10) === 0) return done(await act<Load>(sender, 'cancel', key(made)), 'cancel')
    const sent = await act<Load>(sender, 'sendToTransit', key(made))
    done(sent, 'sendToTransit')
    if (randomInt(10) === 0) {
      const back = await act<Load>(receiver, 'rejectReceipt', { ...key(sent), note: 'The seal is broken' })
      done(back, 'rejectReceipt')
      return done(await act<Load>(sender, 'returnToSender', key(back)), 'returnToSender')
    }
    const lines = [{ itemId: house.dollars, quantity }]
    done(await act<Load>(receiver, 'complete', { ...key(sent), lines }), 'complete')
  }
  const working = [0, 1, 2, 3].map(async (at) => {
    while (!over.signal.aborted) await (at % 2 === 0 ? once(one, two) : once(two, one))
  })
  return {
    answered,
    async stop() {
      over.abort()
      await Promise.all(working)
    },
  }
}

/** Acts of loads that were answered and not written once, that nobody heard of, and what is still on its way. */
async function compareLoads(owner: pg.ClientConfig, { answered }: ReturnType<typeof carry>): Promise<string> {
  const events = await ask<{ key: string; times: number }>(
    owner,
    `select subject_id || ' ' || act as key, count(*)::int as times from documents.event
     where subject_type = 'transfer' group by 1`,
  )
  const written = new Map(events.map(({ key, times }) => [key, times]))
  const notOnce = [...answered].filter(([key, times]) => written.get(key) !== times).length
  const unheard = events.filter(({ key }) => !answered.has(key)).length
  const [way] = await ask<{ quantity: string; value: string }>(
    owner,
    `select coalesce(sum(abs(quantity)), 0)::text as quantity, coalesce(sum(abs(value)), 0)::text as value
     from ledger.pool where kind = 'transit'`,
  )
  return `${answered.size} acts of loads answered, ${notOnce} not there once, ${unheard} not answered, ${Number(way?.quantity)} USD worth ${Number(way?.value)} on its way`
}

/** Tellers and carriers at once, while one server with the database that it brings is killed. */
export const killWithLoads: Scene = (stage) =>
  killEmbeddedWith(stage, async (base, house) => {
    // Somebody whom the administrator made just now would count as the administrator, who may not receive what they sent.
    const { login } = await signIn(base, 'manager')
    const ends = login.companyStructure.branches.map(({ id }) => id)
    const loads = carry(house, ends, { sender: askAs(base, 'admin'), receiver: askAs(base, 'manager') })
    return { stop: loads.stop, compare: (owner) => compareLoads(owner, loads) }
  })

/** Somebody who signs in again once an hour has gone by, or nobody answered. */
export function askAs(base: string, name: string): () => Promise<Asking> {
  let known: { until: number; asking: Asking } | undefined
  return async () => {
    if (!known || known.until < Date.now())
      known = { until: Date.now() + 600_000, asking: await signIn(base, name) }
    return known.asking
  }
}
