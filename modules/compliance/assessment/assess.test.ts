import { describe, expect, test } from 'vitest'
import { tierAsks } from '../packs/packs.domain.ts'
import { askerOf, type Known, missing, missingOf, type StopCode, stopperOf, stops } from './assess.domain.ts'
import type { Crossed } from './evaluate.domain.ts'

const crossed = (code: string, part: Partial<Crossed> = {}): Crossed => ({
  code,
  pack: null,
  version: 1,
  revision: 0,
  source: '',
  metric: 'single',
  instrument: 'any',
  total: '1',
  threshold: '1',
  operator: '>=',
  counted: [],
  parties: [],
  tier: null,
  fields: [],
  documents: [],
  approveRole: null,
  report: null,
  isBlocking: false,
  waitsForAnswers: false,
  ...part,
})
const known = (part: Partial<Known> = {}): Known => ({
  customerType: 1,
  isBlocked: false,
  isActive: true,
  filled: new Set(),
  evidence: new Set(),
  idType: 'PASSPORT',
  idExpiryDate: null,
  openRequests: 0,
  ...part,
})
const day = '2026-11-20'
const codes = (rules: readonly Crossed[], one: Known | null) =>
  stops(rules, [], one, day).map(({ code, level }) => `${level} ${code}`)

describe('what is asked of a customer', () => {
  const papers = ['idImage', 'boardResolution', 'ownershipChart', 'authorisedPerson', 'proofOfFunds']
  const rule = crossed('R', { fields: ['idExpiryDate', 'occupation'], documents: papers })
  test('is of a person no paper of a company, and of a company no copy of an identity', () => {
    expect(missing([rule], known()).documents).toEqual(['idImage', 'proofOfFunds'])
    expect(missing([rule], known({ customerType: 2 })).documents).toEqual(papers.slice(1))
    expect(missing([rule], null)).toEqual({
      fields: ['idExpiryDate', 'occupation'],
      documents: ['idImage', 'proofOfFunds'],
    })
  })

  test('is no day of expiry where a paper has none', () => {
    for (const idType of ['MYKAD', 'NATIONAL_ID', 'OTHER_ID'])
      expect(missing([rule], known({ idType })).fields).toEqual(['occupation'])
    expect(missing([rule], known()).fields).toEqual(['idExpiryDate', 'occupation'])
    expect(missing([rule], known({ filled: new Set(['occupation']), evidence: new Set(papers) }))).toEqual({
      fields: ['idExpiryDate'],
      documents: [],
    })
  })

  test('is what each tier asks, up to the highest, by the lowest rule that asks it', () => {
    const [low, high] = [crossed('LOW', { tier: 'SDD' }), crossed('HIGH', { tier: 'EDD' })]
    const all = [
      ...new Set((['SDD', 'CDD', 'EDD'] as const).flatMap((tier) => [...tierAsks[tier].individual.fields])),
    ]
    expect(missing([low, high], null).fields).toEqual(all)
    expect(missing([low], null).fields).toEqual(tierAsks.SDD.individual.fields)
    for (const field of all) {
      const isSimple = tierAsks.SDD.individual.fields.some((one) => one === field)
      expect(askerOf([high, low], 1, field)?.code).toBe(isSimple ? 'LOW' : 'HIGH')
    }
    expect(askerOf([low, high, rule], 1, 'occupation')?.code).toBe('R')
    expect(askerOf([rule], 1, 'proofOfFunds')?.code).toBe('R')
    expect(askerOf([low], 1, 'nothing')).toBeUndefined()
    const paper = tierAsks.EDD.corporate.documents[0] ?? ''
    expect(askerOf([low, high], 2, paper)?.code).toBe('HIGH')
  })

  test('of a third party is asked once, by the first rule that concerns them', () => {
    const one = crossed('A', { parties: ['x'], fields: ['idNumber'], documents: ['idImage'] })
    const two = crossed('B', { parties: ['x', 'y'], fields: ['idNumber', 'idType'] })
    const asked = (who: string, ...filled: string[]) =>
      missingOf([one, two], { who, filled: new Set(filled) }).map(({ what, isPaper, rule: by }) => [
        what,
        isPaper,
        by.code,
      ])
    expect(asked('x')).toEqual([
      ['idNumber', false, 'A'],
      ['idImage', true, 'A'],
      ['idType', false, 'B'],
    ])
    expect(asked('y', 'idType')).toEqual([['idNumber', false, 'B']])
    expect(asked('z')).toEqual([])
  })
})

describe('what stands in the way', () => {
  const rules: Record<string, Crossed> = {
    tier: crossed('T', { tier: 'SDD' }),
    edd: crossed('E', { tier: 'EDD' }),
    role: crossed('A', { approveRole: 'mlro' }),
    blocking: crossed('B', { isBlocking: true }),
    waiting: crossed('W', { waitsForAnswers: true }),
  }
  const all = Object.values(rules)
  test('is of each rule what it asks, with the rule because of which', () => {
    const by = (code: StopCode) => stopperOf(all, code)?.code
    const asked: [StopCode, string | undefined][] = [
      ['CUSTOMER_REQUIRED', 'T'],
      ['IDENTITY_EXPIRED', 'T'],
      ['DEAL_NOT_ALLOWED', 'B'],
      ['APPROVAL_NEEDED', 'E'],
      ['INFORMATION_PENDING', 'W'],
      ['EVIDENCE_MISSING', 'E'],
      ['CUSTOMER_BLOCKED', undefined],
      ['THRESHOLD_UNKNOWN', undefined],
    ]
    for (const [code, rule] of asked) expect([code, by(code)]).toEqual([code, rule])
    expect(stopperOf([rules['role'] as Crossed], 'APPROVAL_NEEDED')?.code).toBe('A')
    expect(stopperOf([rules['role'] as Crossed], 'CUSTOMER_REQUIRED')).toBeUndefined()
  })

  test('blocks before it gates', () => {
    expect(codes([rules['tier'] as Crossed], null)).toEqual(['block CUSTOMER_REQUIRED'])
    expect(codes([rules['role'] as Crossed], null)).toEqual(['gate APPROVAL_NEEDED'])
    expect(codes([rules['edd'] as Crossed], known())).toEqual([
      'gate APPROVAL_NEEDED',
      'gate EVIDENCE_MISSING',
    ])
    expect(codes([rules['blocking'] as Crossed], known())).toEqual(['block DEAL_NOT_ALLOWED'])
    expect(codes([rules['waiting'] as Crossed], known({ openRequests: 1 }))).toEqual([
      'gate INFORMATION_PENDING',
    ])
    expect(codes([rules['waiting'] as Crossed], known())).toEqual([])
    const expired = known({ idExpiryDate: '2026-11-19' })
    expect(codes([rules['tier'] as Crossed], expired)).toEqual(['block IDENTITY_EXPIRED'])
    expect(codes([rules['tier'] as Crossed], { ...expired, idExpiryDate: day })).toEqual([])
    expect(codes([rules['tier'] as Crossed], { ...expired, customerType: 2 })).toEqual([])
    expect(codes([rules['role'] as Crossed], expired)).toEqual(['gate APPROVAL_NEEDED'])
  })
})
