import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountFor, type MappingRow } from '../accounts/accounts.domain.ts'
import type { Declarations, Part } from '../events/events.domain.ts'
import { idleFields, missing, postedParts, unfit } from './mappings.domain.ts'

const house = {
  branchIds: ['b1', 'b2'],
  items: [
    { id: 'MYR', isLocal: true },
    { id: 'USD', isLocal: false },
  ],
  modeIds: ['m1', 'm2'],
}
const declared: Declarations = {
  parts: [
    { code: 'cash', classes: ['asset'], keeps: 'cash', says: 'item' },
    { code: 'stock', classes: ['asset'], keeps: 'notes', says: 'item' },
    { code: 'bank', classes: ['asset'], keeps: null, says: 'mode' },
    { code: 'fee', classes: ['income', 'expense'], keeps: null },
    { code: 'realisedGain', classes: ['income', 'expense'], keeps: null, says: 'item' },
    { code: 'notPosted', classes: ['asset'], keeps: null },
  ],
  events: [
    { code: 'count', parts: ['cash', 'stock'] },
    { code: 'charge', parts: ['bank', 'fee'] },
  ],
}
const posted = postedParts(declared)
const row: fc.Arbitrary<MappingRow> = fc.record({
  part: fc.constantFrom(...posted.map(({ code }) => code)),
  event: fc.constantFrom(null, 'count', 'charge'),
  branchId: fc.constantFrom(null, 'b1', 'b2'),
  itemId: fc.constantFrom(null, 'MYR', 'USD'),
  modeId: fc.constantFrom(null, 'm1', 'm2'),
  accountId: fc.constant('a'),
})

/** What the lines of a part may say: which items, or by which mode. */
function said({ says, keeps }: Part): { itemId: string | null; modeId: string | null }[] {
  if (says === 'mode') return house.modeIds.map((modeId) => ({ itemId: null, modeId }))
  if (says !== 'item') return [{ itemId: null, modeId: null }]
  const isOfPart = ({ isLocal }: { isLocal: boolean }) => keeps === null || isLocal === (keeps === 'cash')
  return house.items.filter(isOfPart).map(({ id }) => ({ itemId: id, modeId: null }))
}

describe('what the mapping leads nowhere', () => {
  test('is each part, event, branch, item and mode for which no account is found', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const expected = posted.flatMap((part) =>
          part.events.flatMap((event) =>
            house.branchIds.flatMap((branchId) =>
              said(part).flatMap((one) =>
                accountFor(rows, { part: part.code, event, branchId, ...one }) === undefined
                  ? [{ part: part.code, event, branchId, ...one }]
                  : [],
              ),
            ),
          ),
        )
        expect(missing(rows, house, posted)).toEqual(expected)
      }),
    )
  })
})

describe('the parts that are posted', () => {
  test('are those of the events, and gains where one moves something at cost', () => {
    expect(posted.map(({ code, events }) => [code, events])).toEqual([
      ['cash', ['count']],
      ['stock', ['count']],
      ['bank', ['charge']],
      ['fee', ['charge']],
      ['realisedGain', ['count']],
    ])
  })
})

describe('an account for a part', () => {
  test('is switched on, keeps the same and stands on a side of the books that the part allows', () => {
    const classes = ['asset', 'liability', 'equity', 'income', 'expense']
    for (const part of declared.parts)
      for (const kind of classes)
        for (const keeps of ['cash', 'notes', null]) {
          const account = { class: kind, keeps, party: null, isEnabled: true }
          const allowed = part.classes.some((one) => one === kind) ? undefined : 'ACCOUNT_UNFIT'
          expect(unfit(part, account)).toBe(keeps === part.keeps ? allowed : 'KEEPS_OTHER')
          expect(unfit(part, { ...account, isEnabled: false })).toBe('ACCOUNT_OFF')
          if (keeps !== part.keeps) continue
          expect(unfit(part, { ...account, party: 'customer' })).toBe('PARTY_OTHER')
          expect(unfit({ ...part, party: 'customer' }, { ...account, party: 'customer' })).toBe(allowed)
        }
  })

  test('is never asked for by a field that its lines do not say, nor by an event where it keeps stock', () => {
    for (const part of posted) {
      const narrowed = { event: null, itemId: null, modeId: null }
      expect(idleFields(part, narrowed)).toEqual([])
      expect(idleFields(part, { ...narrowed, itemId: 'USD' })).toEqual(part.says === 'item' ? [] : ['itemId'])
      expect(idleFields(part, { ...narrowed, modeId: 'm1' })).toEqual(part.says === 'mode' ? [] : ['modeId'])
      for (const event of ['count', 'charge'])
        expect(idleFields(part, { ...narrowed, event })).toEqual(
          part.events.includes(event) && part.keeps === null ? [] : ['event'],
        )
    }
  })
})
