import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { isSigned, signedHeaders } from '#modules/remittance/public.server.ts'
import { type Faults, faultsOf } from './faults.ts'
import { openStore, type Payout, type Store } from './store.ts'

export interface SimulatorOptions {
  key: string
  /** 0: any that is free. */
  port?: number
  /** A file that outlives the program; without it all is forgotten at the end. */
  file?: string
  /** Where reports go. */
  reportUrl?: string
  /** What it holds for us at the beginning. */
  balance?: string
  /** What it takes for an order. */
  fee?: string
  /** How much of the payout currency it gives for one unit of the currency in which it settles. */
  rate?: string
  seed?: string
  /** From 0 to 1: how much goes wrong by chance. */
  worst?: number
  /** Milliseconds until an accepted order is paid out. */
  pays?: number
  now?: () => Date
}

interface World {
  store: Store
  options: Required<Omit<SimulatorOptions, 'file' | 'port'>>
  plans: Map<string, Faults>
  /** What was sent with the order that came last. */
  last: Readonly<Record<string, unknown>>
  now: () => Date
}

/** A partner that pays out, for trying what real ones do wrong. It speaks the contract of `docs/partners.md`, from its own store. */
export async function startSimulator(options: SimulatorOptions) {
  const store = openStore(options.file)
  const now = options.now ?? (() => new Date())
  const world: World = {
    store,
    plans: new Map(),
    last: {},
    now,
    options: {
      reportUrl: '',
      balance: '0',
      fee: '0',
      rate: '1',
      seed: '1',
      worst: 0,
      pays: 50,
      now,
      ...options,
    },
  }
  const server = createServer((request, response) => void serve(world, request, response))
  await new Promise<void>((done) => {
    server.listen(options.port ?? 0, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo
  const stopping = new AbortController()
  const reporting = report(world, stopping.signal)
  return {
    url: `http://127.0.0.1:${port}/partner`,
    store,
    /** The body of the order that came last. */
    lastOrder: () => world.last,
    /** What goes wrong with an order. */
    plan: (reference: string, faults: Faults) => void world.plans.set(reference, faults),
    /** Something becomes of an order now, and is reported. */
    become: (reference: string, status: Payout['status'], more: Partial<Payout> = {}) =>
      become(world, reference, status, more),
    /** Money that the company has sent it, or that it takes: a line of its statement. */
    move: (reference: string, kind: 'fee' | 'topUp', amount: string) =>
      store.move(reference, kind, amount, now().getTime()),
    setReportUrl: (url: string) => {
      world.options.reportUrl = url
    },
    balance: () => balanceOf(world),
    async stop() {
      stopping.abort()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await reporting
      store.close()
    },
  }
}

const balanceOf = ({ store, options }: World): string =>
  store
    .movements()
    .reduce((sum, { amount }) => sum.plus(amount), new Exact(options.balance))
    .toFixed()

const faultsFor = ({ plans, options }: World, reference: string): Faults =>
  plans.get(reference) ?? plans.get('*') ?? faultsOf(options.seed, reference, options.worst)

async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request).catch(() => '')
  const answer = (status: number, content: object) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(content))
  }
  const header = (name: string) => [request.headers[name]].flat().join(' ')
  const signed = { body, timestamp: header('agio-timestamp'), signature: header('agio-signature') }
  if (!isSigned(signed, [world.options.key], world.now())) return answer(401, { reason: 'NOT_SIGNED' })
  const asked = JSON.parse(body) as Record<string, string>
  switch (request.url?.split('/').at(-1)) {
    case 'create':
      world.last = asked
      return create(world, asked, { answer, hangUp: () => response.destroy() })
    case 'query':
      return query(world, asked['reference'] ?? '', answer)
    case 'cancel':
      return cancel(world, asked['reference'] ?? '', answer)
    case 'balance':
      return answer(200, { amount: balanceOf(world), at: world.now().toISOString() })
    case 'statement':
      return answer(200, statementOf(world, asked['day'] ?? ''))
    default:
      return answer(404, { reason: 'NO_SUCH_CALL' })
  }
}

type Reply = (status: number, content: object) => void

async function create(
  world: World,
  asked: Record<string, string>,
  { answer, hangUp }: { answer: Reply; hangUp: () => void },
): Promise<void> {
  const { store, options } = world
  const { reference = '', amount = '' } = asked
  const faults = faultsFor(world, reference)
  const hash = createHash('sha256').update(JSON.stringify(asked)).digest('hex')
  const known = store.find(reference)
  if (known) return answer(409, { reason: known.hash === hash ? 'DUPLICATE' : 'REFERENCE_USED' })
  if (faults.rejects !== undefined) return answer(422, { status: 'rejected', reason: faults.rejects })
  const settled = new Exact(amount).div(options.rate).toDecimalPlaces(2).toFixed()
  const taken = new Exact(settled).plus(options.fee)
  if (taken.greaterThan(balanceOf(world))) return answer(422, { status: 'rejected', reason: 'AM04' })
  const madeAt = world.now().getTime()
  store.add({ reference, hash, amount, settled, status: 'accepted', reason: '', returned: null, madeAt })
  store.move(reference, 'payout', new Exact(settled).negated().toFixed(), madeAt)
  if (!new Exact(options.fee).isZero())
    store.move(reference, 'fee', new Exact(options.fee).negated().toFixed(), madeAt)
  planReports(world, reference, faults)
  if (faults.delay) await pause(faults.delay)
  if (faults.isLost) return hangUp()
  answer(200, { status: 'accepted', occurredAt: new Date(madeAt).toISOString() })
}

/** What becomes of an order after a while, and how often and in which order that is reported. */
function planReports(world: World, reference: string, faults: Faults): void {
  const { ends = 'paid', times = 1, isTurned = false } = faults
  const steps = {
    accepted: [],
    paid: ['paid'],
    ready: ['ready'],
    rejected: ['rejected'],
    returned: ['paid', 'returned'],
  }[ends] as Payout['status'][]
  const at = world.now().getTime() + world.options.pays
  const bodies = steps.map((status, place) => {
    const payout = world.store.find(reference)
    const kept = status === 'returned' ? (faults.keeps ?? '0') : '0'
    const back =
      status === 'returned' || status === 'rejected'
        ? new Exact(payout?.settled ?? 0).minus(Exact.min(kept, payout?.settled ?? 0)).toFixed()
        : null
    apply(world, reference, status, back, at + place)
    return reportBody(reference, status, { amount: back, at: at + place })
  })
  const ordered = isTurned ? bodies.toReversed() : bodies
  for (const [place, body] of ordered.entries())
    for (let time = 0; time < times; time += 1)
      world.store.enqueue(randomUUID(), body, at + place * 20 + time * 30)
}

function become(world: World, reference: string, status: Payout['status'], more: Partial<Payout>): void {
  const at = world.now().getTime()
  apply(world, reference, status, more.returned ?? null, at)
  world.store.enqueue(randomUUID(), reportBody(reference, status, { amount: more.returned ?? null, at }), at)
}

function apply(
  { store }: World,
  reference: string,
  status: Payout['status'],
  back: string | null,
  at: number,
) {
  store.change(reference, { status, reason: status === 'rejected' ? 'AC01' : '', returned: back })
  if (back !== null && !new Exact(back).isZero()) store.move(reference, 'return', back, at)
}

const reportBody = (
  reference: string,
  status: string,
  { amount, at }: { amount: string | null; at: number },
): string =>
  JSON.stringify({
    id: randomUUID(),
    reference,
    status,
    ...(amount !== null && { amount }),
    occurredAt: new Date(at).toISOString(),
  })

/** An order, once it was asked for often enough to be known. */
function knownTo(world: World, reference: string): Payout | undefined {
  const { notFoundFirst = 0 } = faultsFor(world, reference)
  return world.store.countQuery(reference) < notFoundFirst ? undefined : world.store.find(reference)
}

function query(world: World, reference: string, answer: Reply): void {
  const payout = knownTo(world, reference)
  if (!payout) return answer(404, { reason: 'NOT_FOUND' })
  const { status, returned, reason } = payout
  answer(200, { status, reason, ...(returned !== null && { amount: returned }) })
}

function cancel(world: World, reference: string, answer: Reply): void {
  const payout = knownTo(world, reference)
  if (!payout) return answer(404, { reason: 'NOT_FOUND' })
  if (payout.status !== 'accepted' && payout.status !== 'ready')
    return answer(200, { status: 'cancelRefused', reason: payout.status })
  apply(world, reference, 'cancelled', payout.settled, world.now().getTime())
  answer(200, { status: 'cancelled', amount: payout.settled })
}

/** What moved on a day that ends at its own midnight, as it says it: with what it leaves out, doubles or gets wrong. */
function statementOf(world: World, day: string) {
  const { store, options } = world
  const dayOf = ({ at }: { at: number }) => new Date(at).toISOString().slice(0, 10)
  const moved = store.movements()
  const lines = moved
    .filter((one) => dayOf(one) === day)
    .flatMap(({ reference, kind, amount }) => {
      const { statement } = kind === 'payout' ? faultsFor(world, reference) : {}
      if (statement === 'omitted') return []
      const line = { reference, kind, amount }
      if (statement === 'doubled') return [line, line]
      return statement ? [{ ...line, amount: new Exact(amount).plus(statement.more).toFixed() }] : [line]
    })
  const balance = moved
    .filter((one) => dayOf(one) <= day)
    .reduce((sum, { amount }) => sum.plus(amount), new Exact(options.balance))
  return { lines, balance: balance.toFixed() }
}

/** Sends reports that are due until they are taken, as partners do. */
async function report(world: World, stopping: AbortSignal): Promise<void> {
  const { store, options, now } = world
  while (!stopping.aborted) {
    for (const { id, body, tries } of options.reportUrl === '' ? [] : store.due(now().getTime())) {
      const isTaken = await send(world, body)
      if (stopping.aborted) return
      if (isTaken || tries > 200) store.sent(id)
      else store.delay(id, now().getTime() + 200)
    }
    await pause(20, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function send({ options, now }: World, body: string): Promise<boolean> {
  try {
    const { 'content-length': _length, ...headers } = signedHeaders(body, [options.key], now())
    const reply = await fetch(options.reportUrl, {
      method: 'POST',
      body,
      headers,
      signal: AbortSignal.timeout(5000),
    })
    await reply.arrayBuffer()
    return reply.ok
  } catch {
    return false
  }
}
