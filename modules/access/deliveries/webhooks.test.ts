// Long because one receiver is told everything, and each rule is seen from there.
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { languages, text } from '#kit/server/texts.server.ts'
import { createCompany, createPerson } from '#apps/server/company.ts'
import { demoPassword } from '#apps/server/demo.ts'
import { modules } from '#apps/server/modules.ts'
import { otherHouse, type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import { apiKeys } from '../keys/keys.contract.ts'
import { individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import { roles } from '../roles/roles.contract.ts'
import { publicEvents } from '../webhooks/events.contract.ts'
import { webhooks } from '../webhooks/webhooks.contract.ts'
import { formerHours } from '../webhooks/webhooks.domain.ts'
import { webhookDeliveries } from './deliveries.contract.ts'
import { nextAttempt } from './deliveries.domain.ts'
import { emit } from './emit.server.ts'

interface Received {
  url: string
  headers: IncomingHttpHeaders
  body: string
}
let received: Received[] = []
/** What the operator has named: nothing else on the receiver is for us. */
const folder = '/hooks'
/** What the receiver answers, by path below it; 204 unless named. */
let answers: Record<string, { status: number; headers?: Record<string, string>; body?: string }> = {}
const receiver = createServer((request, reply) => {
  const answered = async () => {
    const [url, body] = [(request.url ?? '').replace(folder, ''), await textOf(request)]
    received.push({ url, headers: request.headers, body })
    const { status, headers, body: said } = answers[url] ?? { status: 204 }
    reply.writeHead(status, headers).end(said)
  }
  void answered()
})

let origin: string
let app: TestApp
let admin: Session
let teller: Session
let till: Awaited<ReturnType<typeof openTill>>
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  app = await testApp({ env: (company) => ({ AGIO_WEBHOOK_ORIGINS: `${company}=${origin}${folder}` }) })
  await app.start()
  teller = await app.signIn('teller')
  till = await openTill(app, teller)
})
afterAll(async () => {
  await app.stop()
  receiver.close()
})
beforeEach(async () => {
  app.setNow(new Date())
  received = []
  answers = {}
  admin = await app.signIn('admin')
})

let count = 0
const draft = (path: string, more: Partial<CallOf<typeof webhooks.create>> = {}) => ({
  name: `Receiver ${(count += 1)}`,
  url: `${origin}${folder}${path}`,
  events: ['customer.created'],
  ...more,
})

async function newWebhook(path: string, more: Partial<CallOf<typeof webhooks.create>> = {}, by = admin) {
  const made = await by.call(webhooks.create, draft(path, more))
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body
}
const rowOf = async (id: string) => (await admin.call(webhooks.getById, { id })).body
const sentTo = (path: string) => received.filter(({ url }) => url === path)
const deliveriesOf = async (webhookId: string, by = admin) =>
  (
    await by.call(webhookDeliveries.list, {
      filters: [{ key: 'webhookId', operator: 'Equals', value: webhookId, type: 'Guid' }],
    })
  ).body.items
const onlyOf = async (webhookId: string) => {
  const [one, ...more] = await deliveriesOf(webhookId)
  if (!one || more.length > 0) throw new Error(`${more.length} more deliveries than one`)
  return one
}
const until = (webhookId: string, seen: object) =>
  expect.poll(() => onlyOf(webhookId), { timeout: 10_000 }).toMatchObject(seen)

/** As the minute's job does, at the time of the business clock. */
const everyMinute = async () => {
  const job = modules.flatMap(({ jobs }) => jobs ?? []).find(({ name }) => name === 'access.retryDeliveries')
  await job?.run({}, { services: app.services, log: app.log })
}
let customers = 0
const newCustomer = async () => {
  const idNumber = `HOOK${(customers += 1)}`
  const made = await admin.call(individuals.create, {
    name: `Hook Customer ${idNumber}`,
    dateOfBirth: '1990-01-02',
    nationality: 'MY',
    idType: 'PASSPORT',
    idNumber,
    idIssuingCountry: 'MY',
    isDuplicateConfirmed: true,
    duplicateReason: 'Another person.',
  })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body.id
}
/** The signature by another way than ours: after the text of Standard Webhooks. */
const signatureOf = (secret: string, { headers, body }: Received) => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

describe('an event', () => {
  test('is sent signed, with ids and no personal data, to whoever asks for it', async () => {
    const asked = await newWebhook('/asked')
    await newWebhook('/not', { events: ['rate.published'] })
    const customerId = await newCustomer()
    await until(asked.id, { state: 'delivered', attempts: 1, lastStatus: 204, lastError: null })
    const [one] = sentTo('/asked')
    if (!one) throw new Error('nothing was received')
    expect(JSON.parse(one.body)).toEqual({
      type: 'customer.created',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      data: { customerId },
    })
    expect(asked.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(one.headers['webhook-signature']).toBe(signatureOf(asked.secret, one))
    expect(one.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Agio' })
    expect(Math.abs(Number(one.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
    expect(sentTo('/not')).toEqual([])
    expect(await rowOf(asked.id)).toMatchObject({
      failingSince: null,
      lastDeliveredAt: expect.any(String) as unknown,
    })
  })

  test('of a deal says what became of it; one that is rolled back says nothing', async () => {
    const events = [
      'deal.settled',
      'deal.gate_waiting',
      'deal.gate_decided',
      'deal.rejected',
      'deal.cancelled',
    ]
    const { id } = await newWebhook('/deals', { events })
    const lines = [{ side: 'buy' as const, currencyId: till.id('USD'), quantity: '10' }]
    const key = () => ({ 'idempotency-key': randomUUID() })
    const made = await teller.call(deals.create, { lines, upTo: 'settle' }, { headers: key() })
    expect(made.body.state, JSON.stringify(made.error)).toBe('settled')
    const asking = { lines, upTo: 'submit' as const, askAuthorization: true }
    const waiting = await teller.call(deals.create, asking, { headers: key() })
    expect(waiting.body.state, JSON.stringify(waiting.error)).toBe('waiting')
    const key2 = { id: waiting.body.id, version: waiting.body.version }
    const rejected = await admin.call(deals.rejectAuthorization, { ...key2, note: 'No.' })
    expect(rejected.body.state, JSON.stringify(rejected.error)).toBe('rejected')
    // One that is whole, and fails as it is committed.
    await app.owner(`create function exchange.fails() returns trigger language plpgsql as 'begin raise ''no''; end';
      create constraint trigger fails after insert on exchange.deal deferrable initially deferred
        for each row execute function exchange.fails()`)
    const lost = await teller.call(deals.create, { lines, upTo: 'settle' }, { headers: key() })
    await app.owner('drop trigger fails on exchange.deal; drop function exchange.fails()')
    expect(lost.status).toBe(500)
    const said = async () => (await deliveriesOf(id)).map(({ event }) => event).toSorted()
    expect(await said()).toEqual(['deal.gate_decided', 'deal.gate_waiting', 'deal.rejected', 'deal.settled'])
    await expect.poll(() => sentTo('/deals').length).toBe(4)
    const bodies = sentTo('/deals').map(({ body }) => JSON.parse(body) as { type: string; data: object })
    expect(bodies.find(({ type }) => type === 'deal.settled')?.data).toEqual({
      dealId: made.body.id,
      number: made.body.number,
      state: 'settled',
      branchId: till.branchId,
      counterId: till.counterId,
      customerId: null,
      businessDate: made.body.businessDate,
      currencies: ['USD'],
      bought: expect.stringMatching(/^\d+(\.\d+)?$/) as unknown,
      sold: '0',
      net: expect.stringMatching(/^-\d+(\.\d+)?$/) as unknown,
    })
    expect(bodies.find(({ type }) => type === 'deal.gate_decided')?.data).toMatchObject({
      gate: 'authorization',
      outcome: 'rejected',
    })
  })

  test('is not sent where its transaction does not commit', async () => {
    const { id } = await newWebhook('/rolled-back')
    const event = publicEvents.get('customer.created')
    const { db } = app.services
    const rolledBack = inCompany(admin.login.company.companyId, () =>
      db.transaction().execute(async (tx) => {
        await emit({ db: tx, now: new Date() }, event, [{ customerId: randomUUID() }])
        throw new Error('rolled back')
      }),
    )
    await expect(rolledBack).rejects.toThrow('rolled back')
    const customerId = await newCustomer()
    await until(id, { state: 'delivered' })
    expect(sentTo('/rolled-back').map(({ body }) => (JSON.parse(body) as { data: unknown }).data)).toEqual([
      { customerId },
    ])
  })

  test('has a name in each language', () => {
    for (const { code } of publicEvents.all())
      for (const language of languages)
        expect(text(language, `webhookEvents.${code}`), code).not.toMatch(/^webhookEvents/)
  })
})

describe('what is not accepted', () => {
  test('is tried again with the same id and another time, and then delivered', async () => {
    answers['/broken'] = { status: 500, body: 'out of order\u0000' }
    const { id, secret } = await newWebhook('/broken')
    await newCustomer()
    await until(id, {
      state: 'waiting',
      attempts: 1,
      lastStatus: 500,
      lastError: 'STATUS',
      // It comes from inside the house.
      lastAnswer: '',
    })
    expect((await rowOf(id)).failingSince).not.toBeNull()
    await everyMinute()
    expect(sentTo('/broken')).toHaveLength(1)
    delete answers['/broken']
    app.setNow(new Date(Date.now() + 61_000))
    await everyMinute()
    await until(id, { state: 'delivered', attempts: 2, lastStatus: 204, lastError: null })
    const [first, second] = sentTo('/broken')
    if (!first || !second) throw new Error('not tried twice')
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect(second.body).toBe(first.body)
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp'])
    expect(second.headers['webhook-signature']).toBe(signatureOf(secret, second))
    expect((await rowOf(id)).failingSince).toBeNull()
  })

  test('is tried eight times within a day, then is failed, and can be repeated alone or with all others', async () => {
    answers['/dead'] = { status: 503 }
    const { id } = await newWebhook('/dead')
    await newCustomer()
    const begin = Date.now()
    let at = begin
    for (let attempts = 1; attempts < 8; attempts += 1) {
      await until(id, { state: 'waiting', attempts })
      at = Date.parse((await onlyOf(id)).nextAttemptAt ?? '')
      app.setNow(new Date(at + 1000))
      await everyMinute()
    }
    await until(id, { state: 'failed', attempts: 8, nextAttemptAt: null })
    expect(at - begin).toBeLessThan(86_400_000)
    expect(nextAttempt(8, new Date())).toBeUndefined()
    const { id: deliveryId, eventId } = await onlyOf(id)
    answers = {}
    admin = await app.signIn('admin')
    expect((await admin.call(webhookDeliveries.replay, { id: deliveryId })).body).toMatchObject({
      state: 'waiting',
      attempts: 0,
    })
    await until(id, { state: 'delivered', attempts: 1 })
    expect(new Set(sentTo('/dead').map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]))
    await app.owner(`update access.webhook_delivery set state = 'failed' where webhook_id = $1`, [id])
    const repeat = async (since: Date) =>
      (await admin.call(webhookDeliveries.replayFailed, { id, since: since.toISOString() })).body.count
    expect(await repeat(new Date(begin + 60_000))).toBe(0)
    expect(await repeat(new Date(begin - 60_000))).toBe(1)
    await until(id, { state: 'delivered' })
    expect(sentTo('/dead')).toHaveLength(10)
  })

  test('is not carried on by a redirect', async () => {
    answers['/moved'] = { status: 307, headers: { location: `${origin}/elsewhere` } }
    const { id } = await newWebhook('/moved')
    await newCustomer()
    await until(id, { state: 'waiting', lastStatus: 307, lastError: 'REDIRECT' })
    expect(sentTo('/elsewhere')).toEqual([])
  })

  test('because the receiver is gone (410) pauses the webhook at once', async () => {
    answers['/over'] = { status: 410 }
    const { id } = await newWebhook('/over')
    await newCustomer()
    await until(id, { attempts: 1, lastStatus: 410 })
    await expect.poll(() => rowOf(id)).toMatchObject({ state: 'paused', pausedBy: null })
  })

  test('for three days pauses the webhook, tells its administrators, and keeps what comes as failed', async () => {
    answers['/gone'] = { status: 500 }
    const { id } = await newWebhook('/gone')
    await newCustomer()
    await until(id, { attempts: 1 })
    app.setNow(new Date(Date.now() + 3 * 86_400_000 + 60_000))
    await everyMinute()
    const paused = { state: 'paused', pausedBy: null }
    admin = await app.signIn('admin')
    await expect.poll(() => rowOf(id), { timeout: 10_000 }).toMatchObject(paused)
    const mails = await app.owner<{ body: string }>(
      `select body from kit.mail where subject = 'Webhook paused' and body like '%/gone%'`,
    )
    expect(mails.length).toBeGreaterThan(0)
    const audited = await app.owner(`select from kit.audit where act = 'webhook.giveUp'`)
    expect(audited).toHaveLength(2)
    await newCustomer()
    const [latest] = await deliveriesOf(id)
    expect(latest).toMatchObject({ state: 'failed', attempts: 0, lastError: 'PAUSED' })
    const refused = await admin.call(webhookDeliveries.replay, { id: latest?.id ?? '' })
    expect([refused.status, refused.error.code]).toEqual([409, 'WEBHOOK_PAUSED'])
    const { version } = await rowOf(id)
    answers = {}
    expect((await admin.call(webhooks.resume, { id, version })).body).toMatchObject({
      state: 'active',
      failingSince: null,
    })
    const since = new Date(0).toISOString()
    expect((await admin.call(webhookDeliveries.replayFailed, { id, since })).body.count).toBe(1)
    await everyMinute()
    await expect
      .poll(async () => (await deliveriesOf(id)).map(({ state }) => state), { timeout: 10_000 })
      .toEqual(['delivered', 'delivered'])
  })
})

describe('an address', () => {
  test.each([
    ['https://127.0.0.1/', 'ADDRESS_INSIDE'],
    ['https://[::1]:8443/x', 'ADDRESS_INSIDE'],
    ['https://169.254.169.254/latest', 'ADDRESS_INSIDE'],
    ['https://localhost/', 'ADDRESS_INSIDE'],
    ['http://93.184.216.34/', 'ADDRESS_INSECURE'],
    ['https://user:secret@93.184.216.34/', 'ADDRESS_WITH_PASSWORD'],
  ])('%s is refused at saving', async (url, code) => {
    const answer = await admin.call(webhooks.create, draft('/x', { url }))
    expect([answer.status, answer.error.code, answer.error.invalidParams[0]?.field]).toEqual([
      422,
      code,
      'url',
    ])
  })

  test('inside the house is one that the operator has named, by company and path', async () => {
    for (const url of [
      `${origin}/`,
      `${origin}/elsewhere`,
      `${origin}${folder}more`,
      `${origin}${folder}/../x`,
    ]) {
      const answer = await admin.call(webhooks.create, draft('/x', { url }))
      expect([url, answer.error.code]).toEqual([url, 'ADDRESS_INSECURE'])
    }
  })

  test('that leads inside later is not sent to, and has not the server ask it', async () => {
    const { id } = await newWebhook('/inside')
    const inside = origin.replace('http://127.0.0.1', 'https://localhost')
    await app.owner('update access.webhook set url = $2 where id = $1', [id, `${inside}/inside`])
    await newCustomer()
    await until(id, { state: 'waiting', lastStatus: null, lastError: 'ADDRESS_INSIDE' })
    expect(sentTo('/inside')).toEqual([])
  })
})

describe('a secret', () => {
  test('is kept sealed and in no audit, and its successor signs beside it for a day', async () => {
    const { id, secret } = await newWebhook('/rotated')
    const [stored] = await app.owner<{ all: string }>(
      `select (select string_agg(w::text, '') from access.webhook w) || (select string_agg(c::text, '') from kit.audit_change c
        where relation = 'access.webhook') as all`,
    )
    expect(stored?.all).not.toContain(secret.slice(6))
    const { version } = await rowOf(id)
    const next = await admin.call(webhooks.rotate, { id, version })
    expect(next.body.secret).not.toBe(secret)
    const send = async (at: number) => {
      expect((await admin.call(webhookDeliveries.sendTest, { id })).status).toBe(200)
      await expect.poll(() => sentTo('/rotated').length, { timeout: 10_000 }).toBe(at)
      const one = sentTo('/rotated')[at - 1]
      if (!one) throw new Error('nothing was received')
      return one
    }
    const both = await send(1)
    expect(both.headers['webhook-signature']).toBe(
      `${signatureOf(next.body.secret, both)} ${signatureOf(secret, both)}`,
    )
    app.setNow(new Date(Date.now() + formerHours * 3_600_000 + 1000))
    admin = await app.signIn('admin')
    const alone = await send(2)
    expect(alone.headers['webhook-signature']).toBe(signatureOf(next.body.secret, alone))
  })
})

describe('who may', () => {
  test('nobody chooses an event that they may not see, nor an unknown one, and a key manages nothing', async () => {
    const role = await admin.call(roles.create, {
      name: 'Hook maker',
      description: '',
      baseRole: 'company_administrator',
      level: 0,
      limits: [],
      permissions: ['manage_webhooks', 'view_base_rate'],
    })
    const everywhere = { type: 0 as const, workspaceId: null }
    await app.addUser({ userName: 'hook.maker', roleIds: [role.body.id], workspaces: [everywhere] })
    const maker = await app.signIn('hook.maker')
    const beyond = await maker.call(webhooks.create, draft('/x', { events: ['deal.settled'] }))
    expect([beyond.status, beyond.error.code]).toEqual([422, 'CANNOT_GRANT'])
    const made = await newWebhook('/own', { events: ['rate.published'] }, maker)
    const { id: admins } = await newWebhook('/admins')
    await newCustomer()
    await until(admins, { state: 'delivered', body: expect.stringContaining('customer.created') })
    const [unseen] = await deliveriesOf(admins, maker)
    expect(unseen).toMatchObject({ event: 'customer.created', body: null })
    const again = await maker.call(webhookDeliveries.replay, { id: unseen?.id ?? '' })
    expect(again.body.body).toBeNull()
    const own = await admin.call(webhooks.create, draft('/x', { events: ['deal.imagined'] }))
    expect([own.status, own.error.code]).toEqual([422, 'EVENT_UNKNOWN'])
    const allowed = (await maker.call(webhooks.listEvents)).body.filter(({ isAllowed }) => isAllowed)
    expect(allowed.map(({ code }) => code)).toEqual(['rate.published'])

    const branch = { type: 2 as const, workspaceId: till.branchId }
    await app.addUser({ userName: 'hook.branch', roleIds: [role.body.id], workspaces: [branch] })
    const branchOnly = await app.signIn('hook.branch')
    expect((await branchOnly.call(webhooks.getById, { id: made.id })).status).toBe(404)
    expect((await branchOnly.call(webhooks.list, {})).error.code).toBe('OUT_OF_SCOPE')
    const out = await branchOnly.call(webhooks.create, draft('/x', { events: ['rate.published'] }))
    expect(out.error.code).toBe('OUT_OF_SCOPE')

    const asKey = await admin.call(apiKeys.create, {
      name: 'Hook key',
      permissions: ['manage_webhooks'] as never,
      counterId: till.counterId,
      days: 1,
    })
    expect(asKey.status).toBe(400)
  })

  test('another company sees none of it, and hears nothing', async () => {
    const { id } = await newWebhook('/ours')
    await newCustomer()
    await until(id, { state: 'delivered' })
    const { id: deliveryId } = await onlyOf(id)
    const person = { userName: 'other.hooks', firstName: 'Other', password: demoPassword }
    const companyId = await createCompany(app.services, otherHouse, (tx, roleIds) =>
      createPerson(
        tx,
        { ...person, role: 'company_administrator', places: [{ type: 0, workspaceId: null }] },
        roleIds,
      ),
    )
    const other = await app.signIn('other.hooks')
    expect((await other.call(webhooks.list, {})).body.items).toEqual([])
    expect((await other.call(webhooks.getById, { id })).status).toBe(404)
    expect((await other.call(webhooks.rotate, { id, version: 1 })).status).toBe(404)
    expect(await deliveriesOf(id, other)).toEqual([])
    expect((await other.call(webhookDeliveries.replay, { id: deliveryId })).status).toBe(404)
    expect((await other.call(webhookDeliveries.sendTest, { id })).status).toBe(404)
    const before = sentTo('/ours').length
    await inCompany(companyId, () =>
      app.services.db
        .transaction()
        .execute((tx) =>
          emit({ db: tx, now: new Date() }, publicEvents.get('customer.created'), [
            { customerId: randomUUID() },
          ]),
        ),
    )
    const none = await app.owner('select from access.webhook_delivery where company_id = $1', [companyId])
    expect([none, sentTo('/ours').length]).toEqual([[], before])
  })

  test('a webhook is changed, and deleted with what was sent there', async () => {
    const { id } = await newWebhook('/old')
    const { version, name } = await rowOf(id)
    const change = {
      id,
      version,
      name,
      url: `${origin}${folder}/new`,
      events: ['customer.created', 'customer.updated'],
    }
    expect((await admin.call(webhooks.update, change)).body).toMatchObject({ url: `${origin}${folder}/new` })
    await newCustomer()
    await expect.poll(() => sentTo('/new').length, { timeout: 10_000 }).toBe(1)
    expect((await admin.call(webhooks.delete, { id, version: version + 1 })).status).toBe(200)
    expect(await app.owner('select from access.webhook_delivery where webhook_id = $1', [id])).toEqual([])
  })
})
