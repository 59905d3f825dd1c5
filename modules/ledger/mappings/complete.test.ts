import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountFor, chart, type MappingRow } from '../accounts/accounts.domain.ts'
import {
  besideOf,
  events,
  idleFields,
  keptBy,
  missing,
  parts,
  postedParts,
  unfit,
} from './mappings.domain.ts'

const house = {
  branchIds: ['b1', 'b2'],
  items: [
    { id: 'MYR', isLocal: true },
    { id: 'USD', isLocal: false },
  ],
  modeIds: ['m1', 'm2'],
}
const row: fc.Arbitrary<MappingRow> = fc.record({
  part: fc.constantFrom('cash', 'stock', 'bank', 'fee', 'shortOver'),
  event: fc.constantFrom(null, ...events),
  branchId: fc.constantFrom(null, 'b1', 'b2'),
  itemId: fc.constantFrom(null, 'MYR', 'USD'),
  modeId: fc.constantFrom(null, 'm1', 'm2'),
  accountId: fc.constant('a'),
})

/** What the lines of a part may say: which items, or by which mode. */
function said(part: keyof typeof postedParts): { itemId: string | null; modeId: string | null }[] {
  const posted = postedParts[part] as { events: readonly string[]; says?: string }
  if (posted.says === 'mode') return house.modeIds.map((modeId) => ({ itemId: null, modeId }))
  if (posted.says !== 'item') return [{ itemId: null, modeId: null }]
  const isOfPart = ({ isLocal }: { isLocal: boolean }) =>
    keptBy(part) === null || (part === 'stock' ? !isLocal : isLocal)
  return house.items.filter(isOfPart).map(({ id }) => ({ itemId: id, modeId: null }))
}

describe('what the mapping leads nowhere', () => {
  test('is each part, event, branch, item and mode for which no account is found', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const expected = parts.flatMap((part) =>
          postedParts[part].events.flatMap((event) =>
            house.branchIds.flatMap((branchId) =>
              said(part).flatMap((one) =>
                accountFor(rows, { part, event, branchId, ...one }) === undefined
                  ? [{ part, event, branchId, ...one }]
                  : [],
              ),
            ),
          ),
        )
        expect(missing(rows, house)).toEqual(expected)
      }),
    )
  })
})

describe('an account for a part', () => {
  test('is switched on, keeps the same and stands on the same side of the books', () => {
    for (const account of chart) {
      if (!('part' in account)) continue
      const of = { class: account.class, keeps: 'keeps' in account ? account.keeps : null, isEnabled: true }
      expect(unfit(account.part, of)).toBeUndefined()
      expect(unfit(account.part, { ...of, isEnabled: false })).toBe('ACCOUNT_OFF')
      expect(unfit(account.part, { ...of, keeps: of.keeps === 'cash' ? 'pool' : 'cash' })).toBe('KEEPS_OTHER')
      const isResult = of.class === 'income' || of.class === 'expense'
      for (const kind of ['asset', 'liability', 'equity', 'income', 'expense']) {
        const isOffBank = account.part === 'chequesIssued' && kind === 'asset'
        const fits = isOffBank || kind === of.class || (isResult && (kind === 'income' || kind === 'expense'))
        expect([account.part, kind, unfit(account.part, { ...of, class: kind })]).toEqual([
          account.part,
          kind,
          fits ? undefined : 'ACCOUNT_UNFIT',
        ])
      }
    }
    expect([besideOf('cash'), besideOf('vault'), besideOf('stock')]).toEqual(['vault', 'cash', undefined])
    expect([keptBy('cash'), keptBy('stock'), keptBy('fee'), keptBy('nothing')]).toEqual([
      'cash',
      'pool',
      null,
      null,
    ])
  })

  test('is never asked for by a field that its lines do not say, nor by an event where it keeps stock', () => {
    for (const part of parts) {
      const { events: own, says } = postedParts[part] as { events: readonly string[]; says?: string }
      const narrowed = { part, event: null, branchId: 'b1', itemId: null, modeId: null }
      expect(idleFields(narrowed)).toEqual([])
      expect(idleFields({ ...narrowed, itemId: 'USD' })).toEqual(says === 'item' ? [] : ['itemId'])
      expect(idleFields({ ...narrowed, modeId: 'm1' })).toEqual(says === 'mode' ? [] : ['modeId'])
      for (const event of events)
        expect(idleFields({ ...narrowed, event })).toEqual(
          own.includes(event) && keptBy(part) === null ? [] : ['event'],
        )
    }
  })
})
