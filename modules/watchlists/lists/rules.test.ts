import { describe, expect, test } from 'vitest'
import { profilePath, readReference } from '../profiles/profiles.domain.ts'
import { canonical } from '../entries/delta.domain.ts'
import { failureText, isEnded, isStale, isUnlike, plainName, sourceOfList } from './lists.domain.ts'

describe('a new version of a list', () => {
  test('is not believed with less than half of the entries, or of a long list more than five times as many', () => {
    expect([49, 50, 500, 501].map((entries) => isUnlike(entries, 100))).toEqual([true, false, false, true])
    expect([49, 50, 5000].map((entries) => isUnlike(entries, 99))).toEqual([true, false, false])
    expect(isUnlike(0, 0)).toBe(false)
    expect([isEnded({ entries: 0 }), isEnded({ entries: 1 })]).toEqual([true, false])
  })

  test('is too old once its source was not seen for longer than allowed; an own one never is', () => {
    const now = new Date('2026-11-20T00:00:00Z')
    const stale = (at: string | Date | null, days?: number) => isStale('un', at, now, days)
    expect([stale('2026-11-13T00:00:00Z'), stale('2026-11-12T23:59:59Z'), stale(null)]).toEqual([
      false,
      true,
      true,
    ])
    expect([stale(new Date('2026-11-18T00:00:00Z'), 2), stale('2026-11-17T23:59:59Z', 2)]).toEqual([
      false,
      true,
    ])
    expect(isStale('own-blocked', null, now)).toBe(false)
    expect([plainName('own-blocked'), plainName('un')]).toEqual(['blocked', 'un'])
  })

  test('comes from where it was set here, else from the server’s own address; nothing else is fetched', () => {
    const addresses = { un: 'https://un.example', 'own-x': 'https://x.example' }
    const set = { address: 'https://here.example', everyMinutes: 5 }
    expect(sourceOfList('un', undefined, addresses)).toEqual({
      address: 'https://un.example',
      everyMinutes: 360,
    })
    expect(sourceOfList('un', set, addresses)).toEqual(set)
    expect(sourceOfList('un', { address: '', everyMinutes: null }, addresses)?.address).toBe(
      'https://un.example',
    )
    expect(sourceOfList('ftm', { ...set, everyMinutes: null }, {})?.everyMinutes).toBe(1440)
    expect(sourceOfList('ofac-sdn', undefined, addresses)).toBeUndefined()
    expect(sourceOfList('own-x', set, addresses)).toBeUndefined()
  })

  test('that was not taken over says whether it could not be reached or not be used', () => {
    expect(['LIST_UNREACHABLE', 'ADDRESS_INSIDE', 'LIST_UNLIKE'].map(failureText)).toEqual([
      'lists.unreachable',
      'lists.unreachable',
      'lists.unusable',
    ])
  })
})

test('an entry is named by what a list said once, or by its list and number; each has its page', () => {
  const contentId = '018f0000-0000-7000-8000-00000000abCD'
  expect(readReference(contentId)).toEqual({ contentId })
  expect(readReference(`${contentId}0`)).toEqual({ list: undefined, entryId: `${contentId}0` })
  expect(readReference('own-x:7:8')).toEqual({ list: 'own-x', entryId: '7:8' })
  expect(readReference('QDi.001')).toEqual({ list: undefined, entryId: 'QDi.001' })
  expect([profilePath('un', 'a/b'), profilePath('ofac-sdn', '7'), profilePath('own-x', '7')]).toEqual([
    '/compliance/unsc/detail/a%2Fb',
    '/compliance/ofac/detail/7',
    '/compliance/detail/own-x%3A7',
  ])
})

test('what a list says of an entry is written alike: without what is empty, whatever the order of keys and values', () => {
  type Said = Parameters<typeof canonical>[0]
  const written = (profile: object) => canonical({ schema: 'person', profile } as Said)
  const plain = written({ aliases: ['A', 'B'], gender: 'male', ids: [{ type: 'passport', value: '1' }] })
  expect(plain).toBe(
    '["person",{"aliases":["\\"A\\"","\\"B\\""],"gender":"male","ids":["{\\"type\\":\\"passport\\",\\"value\\":\\"1\\"}"]}]',
  )
  const id = { value: '1', country: '', type: 'passport' }
  expect(written({ ids: [id], gender: 'male', titles: [], remarks: null, aliases: ['B', 'A', 'B'] })).toBe(
    plain,
  )
  expect(written({ aliases: ['A', 'C'], gender: 'male', ids: [id] })).not.toBe(plain)
})
