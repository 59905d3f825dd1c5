// Long because each way to hide a third party’s cash, or to name one falsely, is tried with the deal it is tried in.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCompany, createPerson } from '#apps/server/company.ts'
import { demoPassword } from '#apps/server/demo.ts'
import { otherHouse, type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { cdd } from '#modules/compliance/cdd/cdd.contract.ts'
import { individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { localMids } from '#modules/rates/public.server.ts'
import { deals } from '../deals/deals.contract.ts'
import { thirdParties } from './third-parties.contract.ts'
import { cashOf, type ThirdParty } from './third-parties.domain.ts'

const nobody: ThirdParty = { name: '', idType: '', idNumber: '', idIssuingCountry: '', copyId: null }

test('cash is somebody’s who is named once, and the notes are theirs who came alone', () => {
  const named = (name: string): ThirdParty => ({ ...nobody, name })
  const paid = (name: string | null, amount: string, kind = 'cash') => ({
    thirdParty: name === null ? null : named(name),
    mode: { kind },
    amount,
  })
  const of = (payments: ReturnType<typeof paid>[], bearer: string | null = null) =>
    cashOf({ thirdParty: bearer === null ? null : named(bearer), payments }, '900').map(({ who, cash }) => [
      who,
      cash,
    ])
  expect(of([paid(null, '100')])).toEqual([])
  expect(of([paid('A b', '100')])).toEqual([['payments.0.thirdParty', '900']])
  expect(of([paid('A b', '100'), paid(null, '50'), paid('ａ  B', '70')])).toEqual([
    ['payments.0.thirdParty', '170'],
  ])
  expect(of([paid('A', '950')])).toEqual([['payments.0.thirdParty', '950']])
  expect(of([paid('A', '100', 'bank'), paid('B', '50', 'bank')])).toEqual([
    ['payments.0.thirdParty', '0'],
    ['payments.1.thirdParty', '0'],
  ])
  expect(of([], 'A')).toEqual([['thirdParty', '900']])
})

test('nobody is two by another spelling, by marks that are not seen, or under two names with one paper', () => {
  const cash = (...parties: Partial<ThirdParty>[]) =>
    cashOf(
      {
        thirdParty: null,
        payments: [null, ...parties].map((party) => ({
          thirdParty: party && { ...nobody, ...party },
          mode: { kind: 'cash' },
          amount: '60',
        })),
      },
      '900',
    ).map(({ who, cash: sum, filled }) => [who, sum, ...filled])
  const name = 'Ottoline Brackwater'
  const alike = ['Otto\u200Bline Brackwater', 'Ottoline Brackwater.', 'BRACKWATER, Ottolíne']
  for (const other of alike)
    expect(cash({ name }, { name: other }), other).toEqual([['payments.1.thirdParty', '120']])
  expect(cash({ name }, { name: 'Ottoline Brackwell' })).toHaveLength(2)
  const papers = [{ name, idNumber: 'K-71' }, { name: 'Somebody' }, { name: 'Another', idNumber: 'k71' }]
  expect(cash(...papers)).toEqual([
    ['payments.2.thirdParty', '60'],
    ['payments.1.thirdParty', '120', 'idNumber'],
  ])
  // The last shows that the two before are one.
  expect(cash({ name }, { name: 'Another', idNumber: 'K71' }, { name, idNumber: 'K 71' })).toEqual([
    ['payments.1.thirdParty', '180', 'idNumber'],
  ])
})

test('the notes of a deal are any third party’s where only such pay: a second name takes them from nobody', () => {
  const paid = (name: string, kind = 'cash') => ({
    thirdParty: { ...nobody, name },
    mode: { kind },
    amount: '1',
  })
  const sums = (...payments: ReturnType<typeof paid>[]) =>
    cashOf({ thirdParty: null, payments }, '900').map(({ cash }) => cash)
  expect(sums(paid('A'), paid('B'))).toEqual(['900', '900'])
  expect(sums(paid('A'), paid('B', 'bank'))).toEqual(['900', '0'])
})

describe('a deal that somebody else comes for', () => {
  let app: TestApp
  let teller: Session
  let manager: Session
  let officer: Session
  let usd: string
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const scan = () => new File([Uint8Array.from(png)], 'scan.png')
  const copyOf = async (who: Session) => (await who.send(thirdParties.uploadCopy, {}, scan())).body.id

  beforeAll(async () => {
    app = await testApp()
    ;[teller, manager, officer] = [
      await app.signIn('teller'),
      await app.signIn('manager'),
      await app.signIn('compliance'),
    ]
    usd = (await openTill(app, teller, { cash: '900000', stock: { USD: ['90000', '180000'] } })).id('USD')
    await manager.call(workspaces.switch, {
      type: 3,
      workspaceId: teller.login.company.counters[0]?.id ?? '',
    })
  })
  afterAll(() => app.stop())

  type Draft = CallOf<typeof deals.create>
  const made = (part: Partial<Draft>, who = teller) =>
    who.call(
      deals.create,
      { lines: [{ side: 'buy', currencyId: usd, quantity: '100' }], ...part },
      { headers: { 'idempotency-key': randomUUID() } },
    )
  /** Bought dollars that somebody else is paid for in cash; as the house prices them. */
  const buying = async (quantity: string, thirdParty: Partial<ThirdParty> & { name: string }) => {
    const lines = [{ side: 'buy' as const, currencyId: usd, quantity }]
    const [paid] = (await made({ lines, upTo: 'draft' })).body.payments
    const { modeId = '', amount = '' } = paid ?? {}
    return { lines, payments: [{ direction: 'out' as const, modeId, amount, thirdParty }] }
  }
  const faults = ({ error }: Awaited<ReturnType<typeof made>>) =>
    (error.invalidParams ?? []).map(({ field }) => field)
  const document = { idType: 'PASSPORT', idNumber: 'K7 1', idIssuingCountry: 'SG' } as const
  const name = 'Ottoline Brackwater'

  test('says their document and its copy where it was shown, in what is stored and in every version of it', async () => {
    const copyId = await copyOf(teller)
    const draft = await buying('100', { name, ...document, copyId })
    const { body, error } = await made(draft)
    expect(body.payments, JSON.stringify(error)).toMatchObject([
      { thirdParty: { name, ...document, copyId } },
    ])
    const { id, version } = body
    // Somebody else changes it: the copy that the deal has stays.
    const changed = await manager.call(deals.update, { id, version, ...draft, remarks: 'Seen' })
    expect(changed.body.payments, JSON.stringify(changed.error)).toMatchObject([{ thirdParty: { copyId } }])
    const image = await officer.call(thirdParties.copy, { dealId: id, copyId })
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await officer.call(thirdParties.copy, { dealId: id, copyId: randomUUID() })).status).toBe(404)
    const plain = (await made({ upTo: 'draft' })).body
    expect((await officer.call(thirdParties.copy, { dealId: plain.id, copyId })).status).toBe(404)
    await app.addUser({ userName: 'treasurer', roles: ['treasury'] })
    const treasurer = await app.signIn('treasurer')
    expect((await treasurer.call(deals.getById, { id })).status).toBe(200)
    expect((await treasurer.call(thirdParties.copy, { dealId: id, copyId })).status).toBe(403)
    const acts = await app.owner<{ act: string }>(
      `select act from kit.audit where act like 'thirdparty.%' and outcome = 'done'`,
    )
    expect(acts).toEqual([{ act: 'thirdparty.uploadCopy' }])
  })

  test('takes no copy of another person or house, none that is no picture, and no number that cannot be', async () => {
    await createCompany(app.services, otherHouse, (tx, roleIds) =>
      createPerson(
        tx,
        {
          userName: 'other-admin',
          firstName: 'Other',
          password: demoPassword,
          role: 'company_administrator',
          places: [{ type: 0, workspaceId: null }],
        },
        roleIds,
      ),
    )
    const abroad = await app.signIn('other-admin')
    for (const copyId of [await copyOf(manager), await copyOf(abroad), randomUUID()]) {
      const refused = await made(await buying('100', { name, copyId }))
      expect([refused.error.code, ...faults(refused)]).toEqual([
        'NO_SUCH_COPY',
        'payments.0.thirdParty.copyId',
      ])
    }
    const fake = new File([Uint8Array.from(Buffer.from('MZ'))], 'scan.png')
    expect((await teller.send(thirdParties.uploadCopy, {}, fake)).error.code).toBe('FILE_TYPE')
    const wrong = async (part: Partial<ThirdParty>) => {
      const { error } = await made(await buying('100', { name, ...part }))
      return [error.code, error.invalidParams[0]?.field]
    }
    const at = 'payments.0.thirdParty.idNumber'
    expect(await wrong({ idNumber: '--' })).toEqual(['NUMBER_WITHOUT_SIGNS', at])
    expect(await wrong({ idType: 'MYKAD', idNumber: '901332-14-5678' })).toEqual(['MYKAD_DATE', at])
    expect((await wrong({ idIssuingCountry: 'XX' }))[1]).toBe('payments.0.thirdParty.idIssuingCountry')
    const { body: blocked } = await teller.call(individuals.create, {
      name: 'Hamish Oakfell',
      nationality: 'SG',
      ...document,
      idNumber: 'B-44',
    })
    const { id, version } = blocked
    await teller.call(individuals.block, { id, version, note: 'Forged papers' })
    expect(await wrong({ idNumber: 'b 44' })).toEqual(['CUSTOMER_CANNOT_DEAL', at])
  })

  test('and leaves nothing to pay is named by the deal itself: screened, and agreed to by a second person', async () => {
    const [line] = (await made({ upTo: 'draft' })).body.lines
    const rate = line?.rate ?? ''
    const lines: Draft['lines'] = [
      { side: 'buy', currencyId: usd, quantity: '100' },
      { side: 'sell', currencyId: usd, quantity: '100', rate, reason: 'Worn notes' },
    ]
    const free = await made({ lines, upTo: 'submit' })
    expect(free.body, JSON.stringify(free.error)).toMatchObject({ payments: [], thirdParty: null })
    expect(free.body.gates.map(({ reason }) => reason)).not.toContain('thirdPartyPayer')
    const { body } = await made({ lines, thirdParty: { name }, upTo: 'submit' })
    expect(body).toMatchObject({ state: 'waiting', payments: [], thirdParty: { ...nobody, name } })
    expect(body.gates.map(({ reason }) => reason)).toContain('thirdPartyPayer')
    const listed = await made({ lines, thirdParty: { name: 'Nasrin Golparvar' }, upTo: 'submit' })
    expect(listed.body.openGates).toContain('rba')
    expect(faults(await made({ lines, thirdParty: { name: '-' } }))).toEqual(['thirdParty.name'])
  })

  describe('in Hong Kong', () => {
    const code = 'HK-THIRD-PARTY-CASH-120K'
    /** Dollars whose price is just below and just above HK$120,000, as the house buys them. */
    let near: { below: string; above: string }
    const missing = async (quantity: string, party: Partial<ThirdParty>) => {
      const draft = await buying(quantity, { name, ...party })
      const said = (await teller.call(deals.price, draft)).body.missing.filter(({ rule }) => rule === code)
      const refused = await made(draft)
      expect(faults(refused)).toEqual(said.map(({ field }) => field))
      return said.map(({ field, code: why }) => `${field.replace('payments.0.thirdParty.', '')} ${why}`)
    }

    beforeAll(async () => {
      const large = await buying('33000', { name })
      const before = (await teller.call(deals.price, large)).body
      expect(before.missing.map(({ rule }) => rule)).not.toContain(code)
      for (const [pack, turn] of [
        ['HK', cdd.enable],
        ['MY', cdd.disable],
      ] as const)
        expect((await officer.call(turn, { pack, reason: 'Branch in Kowloon' })).status).toBe(200)
      // The customer's own threshold is the same: without it, what is asked here is of the third party alone.
      const { body: law } = await officer.call(cdd.getById, { code: 'HK-OCCASIONAL-120K' })
      const { operator, amount, days, tier, fields, documents, latest } = law
      const { approveRole, report, isBlocking, waitsForAnswers } = law
      const terms = { operator, amount, days, tier, fields, documents, approveRole, report, isBlocking }
      const off = { ...terms, waitsForAnswers, isEnabled: false, reason: 'Tried apart', effectiveFrom: null }
      const turned = await officer.call(cdd.update, { code: law.code, latest, ...off })
      expect(turned.status, JSON.stringify(turned.error)).toBe(200)
      const [crossed] = (await teller.call(deals.price, large)).body.missing.filter(
        ({ rule }) => rule === code,
      )
      expect(crossed?.source).toContain('4.2.6')
      const asks = async (quantity: number) =>
        (await teller.call(deals.price, await buying(String(quantity), { name }))).body.missing.some(
          ({ rule }) => rule === code,
        )
      let [low, high] = [1, 33_000]
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2)
        if (await asks(middle)) high = middle
        else low = middle
      }
      near = { below: String(low), above: String(high) }
    })

    test('asks for it from HK$120,000 in cash, each part at its field, and for nothing below', async () => {
      const { companyId } = teller.login.company
      const mids = await inCompany(companyId, () => localMids(app.services.db))
      const threshold = Number(mids.get('HKD')) * 120_000
      const worth = async (quantity: string) => Number((await buying(quantity, { name })).payments[0]?.amount)
      expect(await worth(near.below)).toBeLessThan(threshold)
      expect(await worth(near.above)).toBeGreaterThanOrEqual(threshold)
      expect(await missing(near.below, {})).toEqual([])
      const all = ['idType', 'idIssuingCountry', 'idNumber'].map((field) => `${field} FIELD_REQUIRED`)
      expect(await missing(near.above, {})).toEqual([...all, 'copyId COPY_REQUIRED'])
      const copyId = await copyOf(teller)
      expect(await missing(near.above, { copyId })).toEqual(all)
      expect(await missing(near.above, document)).toEqual(['copyId COPY_REQUIRED'])
      expect(await missing(near.above, { ...document, copyId })).toEqual([])
    })

    test('is kept as a draft without it, and submitted only with it', async () => {
      const draft = await buying(near.above, { name, ...document })
      const kept = await made({ ...draft, upTo: 'draft' })
      const { id, version } = kept.body
      expect(kept.body.state, JSON.stringify(kept.error)).toBe('draft')
      const refused = await teller.call(deals.submit, { id, version })
      expect([refused.error.code, refused.error.invalidParams.map(({ field }) => field)]).toEqual([
        'DEAL_INCOMPLETE',
        ['payments.0.thirdParty.copyId'],
      ])
      const copyId = await copyOf(teller)
      const [payment] = draft.payments
      const payments = payment ? [{ ...payment, thirdParty: { ...payment.thirdParty, copyId } }] : []
      const changed = await teller.call(deals.update, { id, version, ...draft, payments })
      const waiting = await teller.call(deals.submit, { id, version: changed.body.version })
      expect(waiting.body.state, JSON.stringify(waiting.error)).toBe('waiting')
    })

    test('who comes with notes for other notes is asked by what the notes are worth', async () => {
      const [line] = (await made({ upTo: 'draft' })).body.lines
      const rate = line?.rate ?? ''
      const lines: Draft['lines'] = [
        { side: 'buy', currencyId: usd, quantity: near.above },
        { side: 'sell', currencyId: usd, quantity: near.above, rate, reason: 'Worn notes' },
      ]
      const refused = await made({ lines, thirdParty: { name, ...document } })
      expect(faults(refused)).toEqual(['thirdParty.copyId'])
      const copyId = await copyOf(teller)
      const { body, error } = await made({ lines, thirdParty: { name, ...document, copyId } })
      expect(body.state, JSON.stringify(error)).toBe('waiting')
    })
  })
})
