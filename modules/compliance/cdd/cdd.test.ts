import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { infoRequests } from '#modules/customers/notes/notes.contract.ts'
import { individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { assess, type Assessment, type AssessmentAsk, linkWindow } from '../public.server.ts'
import { cdd } from './cdd.contract.ts'

let app: TestApp
let officer: Awaited<ReturnType<TestApp['signIn']>>
let teller: Awaited<ReturnType<TestApp['signIn']>>

beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-11-20T04:00:00Z'))
  officer = await app.signIn('compliance')
  teller = await app.signIn('teller')
})
afterAll(() => app.stop())

const ruleOf = async (code: string) => (await officer.call(cdd.getById, { code })).body
const termsOf = async (code: string) => {
  const { operator, amount, days, tier, fields, documents, latest, ...rest } = await ruleOf(code)
  const { isEnabled, approveRole, report, isBlocking, waitsForAnswers } = rest
  const asked = { tier, fields, documents, approveRole, report, isBlocking, waitsForAnswers }
  return { code, latest, isEnabled, operator, amount, days, ...asked }
}
const update = async (code: string, part: Partial<CallOf<typeof cdd.update>>) =>
  officer.call(cdd.update, { ...(await termsOf(code)), ...part } as CallOf<typeof cdd.update>)
const own = (part: Partial<CallOf<typeof cdd.create>> = {}): CallOf<typeof cdd.create> => ({
  code: 'OWN-50K',
  name: 'Fifty thousand in a week',
  service: 'money_changing',
  direction: 'both',
  instrument: 'any',
  metric: 'rollingDays',
  days: 7,
  currency: 'MYR',
  linkBy: ['customer'],
  operator: '>=',
  amount: '50000',
  tier: 'EDD',
  approveRole: 'mlro',
  ...part,
})

describe('the rules of due diligence', () => {
  test('begin with the pack of the company’s country, as the law has it', async () => {
    const { body } = await officer.call(cdd.list)
    expect(new Set(body.map(({ pack }) => pack))).toEqual(new Set(['MY']))
    expect(body.find(({ code }) => code === 'MY-EXCHANGE-3K')).toMatchObject({
      amount: '3000',
      tier: 'SDD',
      standing: 'asLaw',
      revision: 0,
      latest: 0,
    })
    const packs = (await officer.call(cdd.packs)).body
    expect(packs.filter(({ isEnabled }) => isEnabled).map(({ pack }) => pack)).toEqual(['MY'])
  })

  test('are nobody’s but whose permission says so', async () => {
    expect((await teller.call(cdd.list)).status).toBe(403)
    const auditor = await app.signIn('auditor')
    expect((await auditor.call(cdd.list)).status).toBe(200)
    expect((await auditor.call(cdd.disable, { pack: 'MY', reason: 'x' })).status).toBe(403)
  })

  test('are made stricter freely, less strict only with a reason, and each version stays', async () => {
    const stricter = await update('MY-EXCHANGE-3K', { amount: '2500' })
    expect(stricter.body).toMatchObject({ amount: '2500', standing: 'stricter', revision: 1, latest: 1 })
    const looser = { amount: '4000', tier: null }
    const refused = await update('MY-EXCHANGE-3K', looser)
    expect(refused.status).toBe(422)
    expect(refused.error).toMatchObject({ code: 'LOOSENED_WITHOUT_REASON' })
    expect(refused.error.invalidParams[0]?.field).toBe('reason')
    const reasoned = await update('MY-EXCHANGE-3K', { ...looser, reason: 'Agreed with the regulator' })
    expect(reasoned.body).toMatchObject({ standing: 'looser', looserIn: ['amount', 'tier'], revision: 2 })
    expect(reasoned.body.revisions.map(({ revision, amount, reason }) => [revision, amount, reason])).toEqual(
      [
        [2, '4000', 'Agreed with the regulator'],
        [1, '2500', ''],
      ],
    )
    expect(reasoned.body.law).toMatchObject({ amount: '3000', tier: 'SDD', version: 1 })
    const stale = await update('MY-EXCHANGE-3K', { latest: 1, amount: '3000', tier: 'SDD' })
    expect([stale.status, stale.error.code]).toEqual([409, 'STALE_VERSION'])
  })

  test('begin on a day that is not over, and wait for it', async () => {
    const over = await update('MY-EXCHANGE-10K', { amount: '9000', effectiveFrom: '2020-01-01' })
    expect(over.error).toMatchObject({ code: 'DATE_OVER' })
    const later = await update('MY-EXCHANGE-10K', { amount: '9000', effectiveFrom: '2999-01-01' })
    expect(later.body).toMatchObject({ amount: '10000', revision: 0, latest: 1 })
  })

  test('of the company’s own have a code that is free, days where they are measured over days, and a currency with a rate', async () => {
    const codes = await Promise.all(
      [
        own({ code: 'MY-OWN' }),
        own({ days: null }),
        own({ metric: 'single' }),
        own({ currency: null }),
        own({ currency: 'XOF' }),
        own({ metric: 'count', amount: '2.5' }),
        own({ metric: 'thirdPartyCash', days: null, documents: ['proofOfFunds'] }),
      ].map(async (draft) => (await officer.call(cdd.create, draft)).error.code),
    )
    expect(codes).toEqual([
      'CODE_OF_A_PACK',
      'DAYS_REQUIRED',
      'DAYS_NOT_ASKED',
      'REQUIRED',
      'CURRENCY_WITHOUT_RATE',
      'COUNT_IS_WHOLE',
      'NOT_OF_THIRD_PARTY',
    ])
    const made = await officer.call(cdd.create, own())
    expect(made.body).toMatchObject({ pack: null, standing: 'own', revision: 1, name: own().name })
    expect((await officer.call(cdd.create, own())).error.code).toBe('CODE_TAKEN')
    const changed = await update('OWN-50K', { amount: '60000', isEnabled: true })
    expect(changed.body).toMatchObject({ amount: '60000', metric: 'rollingDays', revision: 2 })
  })

  test('of a pack are switched off only with a reason, and on only with a rate to measure by', async () => {
    expect((await officer.call(cdd.disable, { pack: 'MY', reason: '' })).error.code).toBe(
      'LOOSENED_WITHOUT_REASON',
    )
    expect((await officer.call(cdd.enable, { pack: 'MY', reason: '' })).status).toBe(409)
    await app.owner(`update currencies.currency set is_enabled = false where code = 'HKD'`)
    const blind = await officer.call(cdd.enable, { pack: 'HK', reason: '' })
    expect(blind.error).toMatchObject({ code: 'CURRENCY_WITHOUT_RATE' })
    const both = await officer.call(cdd.enable, { pack: 'SG', reason: 'Branch in Johor' })
    expect(both.body.filter(({ isEnabled }) => isEnabled).map(({ pack }) => pack)).toEqual(['MY', 'SG'])
    await officer.call(cdd.disable, { pack: 'SG', reason: 'Closed' })
    const [last, first] =
      (await officer.call(cdd.packs)).body.find(({ pack }) => pack === 'SG')?.switches ?? []
    expect([first?.reason, last?.reason]).toEqual(['Branch in Johor', 'Closed'])
  })
})

describe('a deal', () => {
  const ask = (part: Partial<AssessmentAsk> = {}): AssessmentAsk => ({
    customerId: null,
    idDocument: null,
    service: 'money_changing',
    at: '2026-11-20T04:00:00Z',
    businessDate: '2026-11-20',
    direction: 'buy',
    localAmount: '100',
    cashAmount: '100',
    earlier: [],
    ...part,
  })
  const assessed = (part: Partial<AssessmentAsk>): Promise<Assessment> =>
    inCompany(officer.login.company.companyId, () => assess(app.services.db, ask(part)))

  test('is measured, and what the customer lacks is named', async () => {
    expect(await assessed({})).toMatchObject({ tier: null, rules: [], stops: [], gate: 'none' })
    const unknown = await assessed({ localAmount: '12000' })
    expect(unknown.stops).toEqual([{ code: 'CUSTOMER_REQUIRED', level: 'block' }])
    const made = await teller.call(individuals.create, {
      name: 'Aminah binti Yusof',
      nationality: 'MY',
      idType: 'MYKAD',
      idNumber: '900215-07-5232',
      phone: '+60321410000',
    })
    expect(made.status, JSON.stringify(made.error)).toBe(200)
    const customerId = made.body.id
    const known = await assessed({ customerId, localAmount: '12000' })
    expect(known).toMatchObject({ tier: 'CDD', gate: 'none', stops: [] })
    // Birth and gender were in the number; a MyKad never runs out.
    expect(known.missing).toEqual({ fields: ['address', 'occupation', 'purpose'], documents: ['idImage'] })

    const question = await teller.call(infoRequests.create, { customerId, subject: 'Employer' })
    expect(question.status, JSON.stringify(question.error)).toBe(200)
    const held = await assessed({ customerId, localAmount: '12000' })
    expect([held.gate, held.stops]).toEqual(['rba', [{ code: 'INFORMATION_PENDING', level: 'gate' }]])

    const filled = new Set(['idType', 'idNumber'])
    const thirdParties = [
      { who: 'first', cash: '2499.99', filled },
      { who: 'second', cash: '2500', filled },
    ]
    const draft = own({ code: 'OWN-THIRD', metric: 'thirdPartyCash', days: null, amount: '2500', tier: null })
    const asks = {
      approveRole: null,
      fields: ['idType', 'idNumber', 'idIssuingCountry'],
      documents: ['idImage'],
    }
    expect((await officer.call(cdd.create, { ...draft, ...asks } as never)).status).toBe(200)
    const brought = await assessed({ customerId, thirdParties })
    // Of the one whose cash it is, and of the customer nothing.
    expect([brought.missing, brought.stops]).toEqual([{ fields: [], documents: [] }, []])
    expect(
      brought.missingOfParties.map(({ who, what, isPaper, rule }) => [who, what, isPaper, rule.code]),
    ).toEqual([
      ['second', 'idIssuingCountry', false, 'OWN-THIRD'],
      ['second', 'idImage', true, 'OWN-THIRD'],
    ])

    const week = await assessed({
      customerId,
      localAmount: '12000',
      earlier: [ask({ businessDate: '2026-11-14', at: '2026-11-14T04:00:00Z', localAmount: '48000' })],
    })
    expect(week).toMatchObject({ tier: 'EDD', approveRole: 'mlro', gate: 'rba' })
    expect(week.rules.map(({ code, revision }) => [code, revision])).toContainEqual(['OWN-50K', 2])
    expect(week.missing.documents).toEqual(['idImage', 'proofOfFunds'])

    await teller.call(individuals.block, {
      id: customerId,
      version: made.body.version,
      note: 'Forged papers',
    })
    expect((await assessed({ customerId })).stops).toEqual([{ code: 'CUSTOMER_BLOCKED', level: 'block' }])
  })

  test('is looked at with the deals of as many days as any rule counts', async () => {
    const window = (on: string) =>
      inCompany(officer.login.company.companyId, () => linkWindow(app.services.db, on))
    expect(await window('2020-01-01')).toBe(1)
    expect(await window('2999-01-01')).toBe(7)
  })
})
