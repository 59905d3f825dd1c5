// Long because a feed is told from the file to the mid, with what goes wrong on the way.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCompany, createPerson } from '#apps/server/company.ts'
import { demoPassword } from '#apps/server/demo.ts'
import { otherHouse, type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { sampleText } from '#kit/test/samples.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { readFeed } from '../sources/adapters.server.ts'
import { liveRates } from './feeds.contract.ts'
import { cross, instantOf, isStale, midsOf, usualSettings } from './feeds.domain.ts'
import type { Quote } from '../sources/sources.domain.ts'
import { feedStatus, latestMids, loadForAll, midOn, pairHistory } from './feeds.server.ts'
import { feedJobs, fetchFeed } from './fetch.server.ts'

const daily = sampleText('ecb-daily-2026-03-13.xml')
const ninety = sampleText('ecb-90d-2024-02-27.xml')
const saturday = new Date('2026-03-14T10:00:00Z')

let app: TestApp
let admin: Session
let treasurer: Session
let stranger: Session
let companyId: string
let bank: Server
/** What the bank's server does with the next requests. */
let answer: RequestListener

beforeAll(async () => {
  bank = createServer((request, reply) => answer(request, reply))
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
  const { port } = bank.address() as AddressInfo
  app = await testApp({ rates: false, env: { AGIO_ECB_URL: `http://127.0.0.1:${port}/daily.xml` } })
  app.setNow(saturday)
  await app.addUser({ userName: 'treasurer', roles: ['treasury'] })
  const places = [{ type: 0 as const, workspaceId: null }]
  await createCompany(app.services, otherHouse, (tx, roleIds) =>
    createPerson(
      tx,
      { userName: 'stranger', firstName: 'S', password: demoPassword, role: 'company_administrator', places },
      roleIds,
    ),
  )
  admin = await app.signIn('admin')
  treasurer = await app.signIn('treasurer')
  stranger = await app.signIn('stranger')
  companyId = admin.login.company.companyId
})
afterAll(async () => {
  await app.stop()
  bank.close()
})

const inside = <T>(work: () => Promise<T>) => inCompany(companyId, work)

const upload = (session: Session, content: string | Uint8Array<ArrayBuffer>) =>
  session.send(liveRates.import, {}, new File([content], 'rates'))

const stored = async () =>
  (await app.owner<{ n: number }>('select count(*)::int n from rates.reference_rate'))[0]?.n

/** units * local / currency to eight decimals, half up, by whole numbers alone. */
function byHand(currency: string, local: string, units: number): string {
  const whole = (rate: string) => {
    const [head = '', tail = ''] = rate.split('.')
    return BigInt(head + tail.padEnd(10, '0'))
  }
  const [over, under] = [whole(local) * BigInt(units) * 10n ** 8n, whole(currency)]
  const digits = ((2n * over + under) / (2n * under)).toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}

const euro = (code: string, rate: string, day = '2026-03-13'): Quote => ({
  base: 'EUR',
  code,
  day,
  session: '',
  unit: 1,
  rate,
})

describe('a cross rate', () => {
  const rate = fc
    .tuple(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 1, max: 999_999 }))
    .map(([head, tail]) => `${head}.${String(tail).padStart(6, '0')}`)
  const units = fc.constantFrom(1, 100, 1000, 1_000_000)

  test('is the exact quotient, rounded once', () => {
    fc.assert(
      fc.property(rate, rate, units, (a, b, unit) => {
        expect(cross(euro('USD', a), euro('MYR', b), 'EUR', unit)).toBe(byHand(a, b, unit))
      }),
    )
  })

  test('against itself is the unit, against the pivot the quote itself, whichever way round the source quotes', () => {
    fc.assert(
      fc.property(rate, units, (a, unit) => {
        expect(cross(euro('USD', a), euro('MYR', a), 'EUR', unit)).toBe(`${unit}.00000000`)
        expect(cross(undefined, euro('MYR', a), 'EUR', 1)).toBe(byHand('1', a, 1))
        expect(cross(euro('USD', a), undefined, 'EUR', unit)).toBe(byHand(a, '1', unit))
        const yen = { ...euro('MYR', a), base: 'JPY', unit: 100 }
        expect(cross(yen, undefined, 'MYR', 100)).toBe(byHand('1', a, 1))
      }),
    )
  })

  test('is right for every currency of the daily file, and names its two quotes and their day', () => {
    const { quotes } = readFeed(Buffer.from(daily), saturday)
    const ringgit = quotes.find(({ code }) => code === 'MYR') as Quote
    for (const quote of quotes.filter(({ code }) => code !== 'MYR')) {
      const found = midsOf('ecb', quotes, { code: quote.code, local: 'MYR', unit: 100 })
      expect(found).toEqual([
        {
          source: 'ecb',
          isSimulated: false,
          day: '2026-03-13',
          session: '',
          unit: 100,
          mid: byHand(quote.rate, ringgit.rate, 100),
          from: [quote, ringgit],
        },
      ])
    }
  })

  test('is only told where both sides were quoted together', () => {
    const quotes = [euro('RUB', '117.2', '2022-03-01'), euro('MYR', '4.6'), euro('MYR', '4.7', '2022-03-02')]
    expect(midsOf('ecb', quotes, { code: 'RUB', local: 'MYR', unit: 1 })).toEqual([])
  })
})

describe('a file that is loaded', () => {
  test('counts once: the same again changes nothing', async () => {
    const first = await upload(admin, daily)
    expect([first.status, first.body]).toEqual([
      200,
      {
        source: 'ecb',
        quotes: 29,
        days: 1,
        added: 29,
        corrected: 0,
        firstDay: '2026-03-13',
        lastDay: '2026-03-13',
      },
    ])
    expect((await upload(admin, daily)).body).toMatchObject({ quotes: 29, added: 0, corrected: 0 })
    expect(await stored()).toBe(29)
  })

  test('gives every traded currency its mid, and is seen in no other company', async () => {
    const { body } = await admin.call(liveRates.list)
    const { quotes } = readFeed(Buffer.from(daily), saturday)
    const rateOf = (code: string) =>
      code === 'EUR' ? '1' : quotes.find((quote) => quote.code === code)?.rate
    expect(body).toMatchObject({
      local: 'MYR',
      source: { source: 'ecb', isStale: false, isSimulated: false },
    })
    for (const { code, unit, mid } of body.items) {
      const rate = rateOf(code)
      expect(mid, code).toBe(rate ? byHand(rate, rateOf('MYR') ?? '', unit) : null)
    }
    expect(body.items.filter(({ mid }) => mid !== null).length).toBeGreaterThan(14)
    const others = await stranger.call(liveRates.listSources)
    expect(others.body.map(({ newest }) => newest)).toEqual([null, null, null])
  })

  test('that corrects a day adds a revision and keeps the old one with its time', async () => {
    const { body } = await upload(admin, daily.replace('1,1491', '1,1492'))
    expect(body).toMatchObject({ added: 0, corrected: 1 })
    const rows = await app.owner(
      `select revision, rate, received_at is not null as came from rates.reference_rate where code = 'USD' order by revision`,
    )
    expect(rows).toEqual([
      { revision: 1, rate: '1.1491', came: true },
      { revision: 2, rate: '1.1492', came: true },
    ])
    const mid = await inside(() => midOn(app.services.db, 'USD', '2026-03-14'))
    expect(mid?.from.map(({ rate }) => rate)).toContain('1.1492')
    await expect(
      inside(() => app.services.db.updateTable('rates.referenceRate').set({ rate: '1' }).execute()),
    ).rejects.toThrow('permission denied')
  })

  test('by the operator is for every company; one of a company goes before it when it came later', async () => {
    const done = await loadForAll(app.services, Buffer.from(ninety))
    expect(done).toMatchObject({
      quotes: 224,
      days: 32,
      added: 224,
      firstDay: '2024-01-15',
      lastDay: '2024-02-27',
    })
    expect(await loadForAll(app.services, Buffer.from(ninety))).toMatchObject({ added: 0, corrected: 0 })
    const { body } = await stranger.call(liveRates.getHistory, {
      pair: 'USDSGD',
      from: '2023-01-01',
      to: '2024-12-31',
    })
    expect(body.points).toHaveLength(32)
    expect(body.points.at(-1)).toMatchObject({ day: '2024-02-27', mid: byHand('1.1286', '1.4400', 1) })
    await upload(stranger, ninety.replace('currency="USD" rate="1.1286"', 'currency="USD" rate="1.1287"'))
    const own = await stranger.call(liveRates.getHistory, {
      pair: 'USDSGD',
      from: '2024-02-27',
      to: '2024-02-27',
    })
    expect(own.body.points[0]?.mid).toBe(byHand('1.1287', '1.4400', 1))
    const ours = await admin.call(liveRates.getHistory, {
      pair: 'USDSGD',
      from: '2024-02-27',
      to: '2024-02-27',
    })
    expect(ours.body.points[0]?.mid).toBe(byHand('1.1286', '1.4400', 1))
  })

  test('that is bad is refused with a sentence, and nothing changes', async () => {
    const before = await stored()
    const cases = [
      ['', 'FEED_EMPTY'],
      [daily.slice(0, 900), 'FEED_TRUNCATED'],
      ['{"rates":[]}', 'FEED_SHAPE'],
      [daily.replace('2026-03-13', '2026-03-15'), 'FEED_FUTURE'],
      [new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x2d, 0x31, 0x2e, 0x37]), 'FILE_TYPE'],
    ] as const
    for (const [content, code] of cases) {
      const { status, error } = await upload(admin, content)
      expect([status >= 400 && status < 500, error.code], code).toEqual([true, code])
      expect(error.message).not.toMatch(/[{}]|undefined|refusals/)
    }
    expect((await upload(treasurer, daily)).status).toBe(422)
    expect(await stored()).toBe(before)
  })
})

describe('questions of others', () => {
  test('the latest mids, a day without rates, a pair through time', async () => {
    const { db } = app.services
    const latest = await inside(() => latestMids(db, saturday))
    expect(latest.find(({ code }) => code === 'EUR')).toMatchObject({ day: '2026-03-13', unit: 1 })
    expect(latest.map(({ code }) => code)).not.toContain('VND')
    // 17 and 18 February 2024 are a weekend.
    expect(await inside(() => midOn(db, 'USD', '2024-02-18'))).toMatchObject({ day: '2024-02-16' })
    expect(await inside(() => midOn(db, 'USD', '2023-01-01'))).toBeUndefined()
    const range = { from: '2024-02-01', to: '2024-02-10' }
    const days = await inside(() => pairHistory(db, { base: 'USD', code: 'MYR' }, range))
    expect(days.map(({ day }) => day)).toEqual(
      ['01', '02', '05', '06', '07', '08', '09'].map((day) => `2024-02-${day}`),
    )
  })

  test('a pair that is none is an Invalid Pair.', async () => {
    for (const pair of ['', 'USD', 'USDUSD', 'USDXQZ', 'usdmyr', 'USDMYRX', 'USD1MYR'])
      expect((await admin.call(liveRates.getHistory, { pair })).error).toMatchObject({
        code: 'INVALID_PAIR',
        message: 'Invalid Pair.',
      })
  })

  test('whether the ECB is late: from two hours after a publishing day has its rates, holidays left out', () => {
    const stale = (day: string, now: string) =>
      isStale({ day, session: '' }, usualSettings, new Date(now), 'Asia/Kuala_Lumpur')
    expect(stale('2026-03-13', '2026-03-16T16:59:00Z')).toBe(false)
    expect(stale('2026-03-13', '2026-03-16T17:00:00Z')).toBe(true)
    // Good Friday and Easter Monday of 2026 are 3 and 6 April; clocks went forward on 29 March.
    expect(stale('2026-04-02', '2026-04-07T15:59:00Z')).toBe(false)
    expect(stale('2026-04-02', '2026-04-07T16:00:00Z')).toBe(true)
    expect(isStale(undefined, usualSettings, saturday, 'UTC')).toBe(true)
    expect(instantOf('ecb', { day: '2026-07-01', session: '' }).toISOString()).toBe(
      '2026-07-01T14:00:00.000Z',
    )
  })

  test('whether a source that never rests is late: by its age, within business hours', () => {
    const settings = { ...usualSettings, source: 'simulated' as const, allowedMinutes: 15 }
    const stale = (session: string, now: string) =>
      isStale({ day: '2026-03-13', session }, settings, new Date(now), 'Asia/Kuala_Lumpur')
    expect(stale('0200', '2026-03-13T02:15:30Z')).toBe(false)
    expect(stale('0200', '2026-03-13T02:16:00Z')).toBe(true)
    // 18:00 and 09:00 in Kuala Lumpur.
    expect(stale('0200', '2026-03-13T10:00:00Z')).toBe(false)
    expect(stale('0200', '2026-03-14T00:59:00Z')).toBe(false)
    expect(stale('0200', '2026-03-14T01:00:00Z')).toBe(true)
  })
})

describe('a source that is fetched', () => {
  const monday = new Date('2026-03-16T15:30:00Z')
  const next = daily.replace('2026-03-13', '2026-03-16')
  const fetchNow = () => inside(() => fetchFeed(app.services, companyId))
  const ofEcb = async () =>
    (await admin.call(liveRates.listSources)).body.find(({ source }) => source === 'ecb')
  const warnings = async () =>
    (await treasurer.call(messages.listUnread, { page: 1, pageSize: 20 })).body as unknown as {
      title: string
    }[]

  test('is asked for by the settings, whose version counts', async () => {
    app.setNow(monday)
    const { version, ...values } = (await admin.call(liveRates.getSettings)).body
    const { body } = await admin.call(liveRates.updateSettings, { ...values, version, delivery: 'address' })
    expect(body).toMatchObject({ delivery: 'address', version: 2 })
    expect((await admin.call(liveRates.updateSettings, { ...values, version })).status).toBe(409)
    const [dueJob] = feedJobs
    await inCompany(undefined, async () => dueJob?.run({}, { services: app.services, log: app.log }))
    const waiting = await app.owner(`select name, company_id from kit.outbox where name = 'rates.fetch'`)
    expect(waiting).toEqual([{ name: 'rates.fetch', company_id: companyId }])
  })

  test('is taken over, and with its ETag not sent twice', async () => {
    const seen: (string | undefined)[] = []
    answer = (request, reply) => {
      seen.push(request.headers['if-none-match'])
      if (request.headers['if-none-match'] === '"1"') reply.writeHead(304).end()
      else reply.writeHead(200, { etag: '"1"' }).end(next)
    }
    await fetchNow()
    await fetchNow()
    expect(seen).toEqual([undefined, '"1"'])
    expect(await ofEcb()).toMatchObject({ newest: { day: '2026-03-16' }, failure: null, isStale: false })
    const { body } = await admin.call(liveRates.list)
    expect(body.items.find(({ code }) => code === 'GBP')).toMatchObject({
      day: '2026-03-16',
      change: '0.000000',
    })
  })

  test('leaves the last good rates whatever goes wrong, and treasury hears of it once', async () => {
    const before = [await stored(), (await warnings()).length] as const
    const broken: RequestListener[] = [
      (_request, reply) => reply.writeHead(500).end('no'),
      (_request, reply) => reply.end(next.slice(0, 700)),
      (_request, reply) => {
        reply.writeHead(200, { 'content-length': '9999' })
        reply.write(next.slice(0, 700))
        reply.destroy()
      },
      (_request, reply) => reply.end(''),
      (_request, reply) => reply.end(next.replace('2026-03-16', '2026-03-17')),
      (request) => request.destroy(),
    ]
    for (const [index, behaviour] of broken.entries()) {
      answer = behaviour
      await fetchNow()
      expect((await ofEcb())?.failure, String(index)).toMatch(/^(ECB does not answer|What ECB sent)/)
    }
    expect(await stored()).toBe(before[0])
    expect((await warnings()).length).toBe(before[1] + 1)
    const [state] = await app.owner<{ failures: number; etag: string; next_at: Date }>(
      'select failures, etag, next_at from rates.feed_state',
    )
    expect(state).toMatchObject({ failures: 6, etag: '"1"' })
    expect(Number(state?.next_at)).toBe(monday.getTime() + 30 * 60_000)

    app.setNow(new Date('2026-03-17T17:01:00Z'))
    expect(await inside(() => feedStatus(app.services.db, app.services.now()))).toEqual({
      source: 'ecb',
      isSimulated: false,
      isStale: true,
    })
    answer = (_request, reply) => reply.end(next.replace('2026-03-16', '2026-03-17'))
    await fetchNow()
    expect(await ofEcb()).toMatchObject({ newest: { day: '2026-03-17' }, failure: null, isStale: false })
  })

  test('may be simulated, and says so', async () => {
    const { version, ...values } = (await admin.call(liveRates.getSettings)).body
    const chosen = { ...values, version, source: 'simulated' as const, allowedMinutes: 15 }
    expect((await admin.call(liveRates.updateSettings, chosen)).status).toBe(200)
    await fetchNow()
    const { body } = await admin.call(liveRates.list)
    expect(body.source).toMatchObject({
      source: 'simulated',
      isSimulated: true,
      isChosen: true,
      isStale: false,
    })
    expect(body.items.every(({ mid, change }) => mid !== null && change !== null)).toBe(true)
    const { points } = (await admin.call(liveRates.getHistory, { pair: 'USDMYR' })).body
    expect(points).toHaveLength(121)
  })
})
