import { describe, expect, it } from 'vitest'
import { assign, isAssigned, matching, type PlaceNode, placeOf, trailTo } from './places.domain.ts'

const counter = (id: string): PlaceNode => ({ id, name: `Counter ${id}`, type: 3, children: [] })
const branch: PlaceNode = { id: 'b', name: 'Sentral', type: 2, children: [counter('c1'), counter('c2')] }
const region: PlaceNode = { id: 'r', name: 'Central', type: 1, children: [branch] }
const company: PlaceNode = { id: 'co', name: 'Straits', type: 0, children: [region] }

describe('assigning places', () => {
  it('takes what lies in a place together when the place itself is checked', () => {
    const single = assign([], counter('c1'), true)
    expect(single).toEqual([{ type: 3, workspaceId: 'c1' }])
    expect(assign(single, region, true)).toEqual([{ type: 1, workspaceId: 'r' }])
  })

  it('gives the whole company no id', () => {
    expect(assign([placeOf(branch)], company, true)).toEqual([{ type: 0, workspaceId: null }])
    expect(isAssigned([{ type: 0, workspaceId: null }], company)).toBe(true)
  })

  it('leaves other places alone when one is unchecked', () => {
    const both = [placeOf(counter('c1')), placeOf(counter('c2'))]
    expect(assign(both, counter('c2'), false)).toEqual([placeOf(counter('c1'))])
  })
})

it('finds the way to a place, or none', () => {
  expect(trailTo(company, placeOf(counter('c2')))?.map(({ name }) => name)).toEqual([
    'Central',
    'Sentral',
    'Counter c2',
  ])
  expect(trailTo(company, { type: 0, workspaceId: null })).toEqual([])
  expect(trailTo(company, { type: 2, workspaceId: 'elsewhere' })).toBeUndefined()
})

it('keeps what leads to a match and what lies in it', () => {
  expect(matching(company, 'c2')?.children[0]?.children[0]?.children.map(({ id }) => id)).toEqual(['c2'])
  expect(matching(company, 'sentral')?.children[0]?.children[0]?.children).toHaveLength(2)
  expect(matching(company, 'nowhere')).toBeUndefined()
})
