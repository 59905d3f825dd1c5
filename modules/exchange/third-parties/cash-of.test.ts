import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskedId } from './masked-id.domain.ts'
import { cashOf, fieldOf, type ThirdParty, thirdPartiesOf } from './third-parties.domain.ts'

const party = (name: string, part: Partial<ThirdParty> = {}): ThirdParty => ({
  name,
  idType: '',
  idNumber: '',
  idIssuingCountry: '',
  copyId: null,
  ...part,
})
const paid = (amount: string, thirdParty: ThirdParty | null, kind = 'cash') => ({
  amount,
  thirdParty,
  mode: { kind },
})
const cash = (thirdParty: ThirdParty | null, payments: readonly ReturnType<typeof paid>[], amount = '0') =>
  cashOf({ thirdParty, payments }, amount).map((one) => [one.who, one.cash])
const [anna, bela] = [party('Anna Weber'), party('Bela Farkas')]

describe('the cash that goes through the hands of a third party', () => {
  test('is that of their own payments, where the customer pays in cash as well', () => {
    const amount = fc.integer({ min: 1, max: 10 ** 6 }).map(String)
    const entry = fc.tuple(
      amount,
      fc.constantFrom(null, 'Anna Weber', 'Bela Farkas'),
      fc.constantFrom('cash', 'bank'),
    )
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), (entries) => {
        const payments = entries.map(([sum, name, kind]) =>
          paid(sum, name === null ? null : party(name), kind),
        )
        const found = cashOf({ thirdParty: null, payments: [paid('1', null), ...payments] }, '9999999')
        for (const name of ['Anna Weber', 'Bela Farkas']) {
          const own = entries.filter(([, one]) => one === name)
          const inCash = own.filter(([, , kind]) => kind === 'cash').map(([sum]) => Number(sum))
          const first = entries.findIndex(([, one]) => one === name)
          const one = found.find(({ who }) => who === `payments.${first + 1}.thirdParty`)
          expect(one?.cash).toBe(own.length > 0 ? String(inCash.reduce((a, b) => a + b, 0)) : undefined)
        }
      }),
    )
  })

  test('is the notes of the deal too, where no customer handles cash, or they came with them', () => {
    expect(cash(null, [paid('10', anna)], '500')).toEqual([['payments.0.thirdParty', '500']])
    expect(cash(null, [paid('600', anna)], '500')).toEqual([['payments.0.thirdParty', '600']])
    expect(cash(null, [paid('10', anna), paid('5', null)], '500')).toEqual([['payments.0.thirdParty', '10']])
    expect(cash(anna, [paid('10', null)], '500')).toEqual([['thirdParty', '500']])
    expect(cash(anna, [paid('300', null), paid('400', bela)], '500')).toEqual([
      ['thirdParty', '700'],
      ['payments.1.thirdParty', '400'],
    ])
    expect(cash(null, [paid('10', anna, 'bank')], '500')).toEqual([['payments.0.thirdParty', '0']])
  })

  test('counts once for one person: one paper under two names, or one name in two spellings', () => {
    const paper = { idNumber: 'K 77-12' }
    const twice = [
      paid('10', party('Anna Weber', paper)),
      paid('20', party('A. Weber-Kiss', { idNumber: 'k7712' })),
    ]
    expect(cash(null, [...twice, paid('1', null)])).toEqual([['payments.0.thirdParty', '30']])
    const spelt = [
      paid('10', party('Weber Anna')),
      paid('20', party('An\u200Bna We\u200Bber')),
      paid('1', null),
    ]
    expect(cash(null, spelt)).toEqual([['payments.0.thirdParty', '30']])
    expect(cash(null, [paid('10', anna), paid('20', bela), paid('1', null)])).toHaveLength(2)
    // Who is the same as one of them is the same as all.
    const chain = [
      paid('1', party('Anna Weber')),
      paid('2', party('Cleo Nash', paper)),
      paid('4', party('Anna Weber', paper)),
      paid('8', null),
    ]
    expect(cash(null, chain)).toEqual([['payments.0.thirdParty', '7']])
  })

  test('comes with what is known of each', () => {
    const whole = party('Anna', { idType: 'PASSPORT', idNumber: '1', idIssuingCountry: 'HU', copyId: 'c' })
    const filled = (one: ThirdParty) => [...(cashOf({ thirdParty: one, payments: [] }, '0')[0]?.filled ?? [])]
    expect(filled(whole)).toEqual(['idType', 'idNumber', 'idIssuingCountry', 'idImage'])
    expect(filled(anna)).toEqual([])
    expect(['idImage', 'idNumber', 'name'].map(fieldOf)).toEqual(['copyId', 'idNumber', 'name'])
    expect(thirdPartiesOf({ thirdParty: null, payments: [paid('1', null), paid('1', anna)] })).toEqual([
      { field: 'payments.1.thirdParty', party: anna },
    ])
  })
})

test('of the number of a paper only the end can be read', () => {
  expect(['900215-07-5231', 'K1234567', 'AB12'].map((number) => maskedId(number))).toEqual([
    '******-**-5231',
    '****4567',
    '**12',
  ])
})
