import { expect, test } from 'vitest'
import type { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Stop } from '#modules/compliance/assessment/assess.domain.ts'
import type { Crossed } from '#modules/compliance/assessment/evaluate.domain.ts'
import { asksOf, type Assessed, judgeStops, missingOf, shapeOf, totalOn } from './due-diligence.domain.ts'

const rule: Crossed = {
  code: 'cdd-occasional',
  pack: null,
  version: 3,
  revision: 1,
  source: 'PD para 14',
  metric: 'deal',
  instrument: 'any',
  total: '10500',
  threshold: '10000',
  operator: '>=',
  counted: [],
  parties: [],
  tier: 'CDD',
  fields: [],
  documents: [],
  approveRole: null,
  report: null,
  isBlocking: false,
} as unknown as Crossed
const found: Assessed = {
  tier: 'CDD',
  missing: { fields: ['occupation', 'purpose'], documents: ['idImage'] },
  missingOfParties: [{ who: 'thirdParty', what: 'idImage', isPaper: true, rule }],
  askedBy: () => rule,
  stoppedBy: () => rule,
  stops: [],
  approveRole: null,
}
const why = { rule: 'cdd-occasional', source: 'PD para 14' }
const stop = (code: string, level: Stop['level']) => ({ code, level }) as Stop

test('a deal counts by its larger side', () => {
  expect(shapeOf({ buy: '0.00', sell: '120.50' })).toEqual({ direction: 'sell', localAmount: '120.5' })
  expect(shapeOf({ buy: '300', sell: '120.50' })).toEqual({ direction: 'both', localAmount: '300' })
  const deal = (businessDate: string, buy: string, sell: string) => ({ businessDate, buy, sell })
  const deals = [
    deal('2026-03-02', '300', '120'),
    deal('2026-03-02', '0', '10.05'),
    deal('2026-03-01', '9', '0'),
  ]
  expect(totalOn(deals, '2026-03-02')).toBe('310.05')
})

test('several reasons open one gate, in the measure of its rule', () => {
  const stops = [stop('APPROVAL_NEEDED', 'gate'), stop('INFORMATION_PENDING', 'gate')]
  const { gates, missing } = judgeStops({ ...found, stops }, '10500', 2)
  expect(missing).toEqual([])
  expect(gates).toMatchObject([{ kind: 'rba', ruleVersion: 3, value: '10500.00', limit: '10000.00' }])
  const count = { ...rule, metric: 'count', total: '4', threshold: '3' } as Crossed
  const counted = judgeStops({ ...found, stops, stoppedBy: () => count }, '10500', 2)
  expect(counted.gates).toMatchObject([{ value: '4', limit: '3' }])
})

test('what blocks is missing at the customer, and a rule that forbids refuses', () => {
  const blocked = judgeStops({ ...found, stops: [stop('IDENTITY_EXPIRED', 'block')] }, '1', 2)
  expect(blocked).toEqual({
    gates: [],
    missing: [{ field: 'customerId', code: 'IDENTITY_EXPIRED', ...why }],
  })
  let refused: Refusal | undefined
  try {
    judgeStops({ ...found, stops: [stop('DEAL_NOT_ALLOWED', 'block')] }, '1', 2)
  } catch (error) {
    refused = error as Refusal
  }
  expect(refused).toMatchObject({ code: 'DEAL_NOT_ALLOWED', fields: [{ field: 'customerId' }] })
})

test('what is missing stands at the deal, the customer or the third party', () => {
  const answers = { customerId: 'c', purpose: '', sourceOfFunds: '' }
  expect(missingOf(found, answers)).toEqual([
    { field: 'customer.occupation', code: 'FIELD_REQUIRED', ...why },
    { field: 'purpose', code: 'FIELD_REQUIRED', ...why },
    { field: 'thirdParty.copyId', code: 'COPY_REQUIRED', ...why },
    { field: 'customer.idImage', code: 'DOCUMENT_REQUIRED', ...why },
  ])
  expect(
    missingOf({ ...found, tier: 'EDD' }, { ...answers, purpose: 'travel' }).map(({ field }) => field),
  ).toEqual(['customer.occupation', 'thirdParty.copyId'])
})

test('of whoever is not on file only the deal’s own answers are missing; the rest is asked for', () => {
  const answers = { customerId: null, purpose: '', sourceOfFunds: '' }
  expect(missingOf(found, answers).map(({ field }) => field)).toEqual(['purpose', 'thirdParty.copyId'])
  expect(asksOf(found, null)).toEqual(['occupation'])
  expect(asksOf(found, 'c')).toEqual([])
})
