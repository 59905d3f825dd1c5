import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign, below, isAssigned, matching, placeOf, type PlaceNode, findTrail } from './places.domain.ts'

const counter = (id: string): PlaceNode => ({ id, name: `Counter ${id}`, type: 3, children: [] })
const branch = (id: string, ...children: PlaceNode[]): PlaceNode => ({
  id,
  name: `Branch ${id}`,
  type: 2,
  children,
})
const company: PlaceNode = {
  id: 'company',
  name: 'Agio',
  type: 0,
  children: [
    { id: 'r', name: 'North', type: 1, children: [branch('b1', counter('c1'), counter('c2'))] },
    branch('b2', counter('c3')),
  ],
}
const all = [company, ...below(company)]
const find = (id: string) => all.find((node) => node.id === id) as PlaceNode

describe('places', () => {
  test('below one are all that lie in it, at any depth', () => {
    expect(below(company).map(({ id }) => id)).toEqual(['r', 'b1', 'c1', 'c2', 'b2', 'c3'])
    expect(placeOf(company)).toEqual({ type: 0, workspaceId: null })
    expect(placeOf(find('b2'))).toEqual({ type: 2, workspaceId: 'b2' })
  })

  test('that are checked cover what lies in them; what is unchecked leaves the others', () => {
    const acts = fc.array(fc.tuple(fc.constantFrom(...all), fc.boolean()), { maxLength: 8 })
    fc.assert(
      fc.property(acts, (given) => {
        let places: ReturnType<typeof assign> = []
        for (const [node, isOn] of given) {
          const before = places
          places = assign(places, node, isOn)
          expect(isAssigned(places, node)).toBe(isOn)
          const touched = isOn ? [node, ...below(node)] : [node]
          for (const other of all.filter((one) => !touched.includes(one)))
            expect(isAssigned(places, other)).toBe(isAssigned(before, other))
          if (isOn) for (const part of below(node)) expect(isAssigned(places, part)).toBe(false)
        }
      }),
    )
  })

  test('have a trail of what they lie in', () => {
    expect(findTrail(company, placeOf(find('c2')))?.map(({ id }) => id)).toEqual(['r', 'b1', 'c2'])
    expect(findTrail(company, placeOf(company))).toEqual([])
    expect(findTrail(company, { type: 3, workspaceId: 'x' })).toBeUndefined()
    // A branch is no counter, though it had the same number.
    expect(findTrail(company, { type: 3, workspaceId: 'b1' })).toBeUndefined()
  })

  test('are found by a part of their name, with what leads to them and what lies in them', () => {
    const ids = (text: string) => {
      const found = matching(company, text)
      return found ? [found, ...below(found)].map(({ id }) => id) : undefined
    }
    expect(ids('NORTH')).toEqual(['company', 'r', 'b1', 'c1', 'c2'])
    expect(ids('counter c3')).toEqual(['company', 'b2', 'c3'])
    expect(ids('agio')).toHaveLength(7)
    expect(ids('nowhere')).toBeUndefined()
  })
})
