import fc from 'fast-check'
import { expect, test } from 'vitest'
import { branchesOf, reachable, reachOf } from './structure.domain.ts'

const branches = [
  { id: 'b1', name: 'b1', regionId: 'r1', isOnlyView: false },
  { id: 'b2', name: 'b2', regionId: 'r2', isOnlyView: false },
  { id: 'b3', name: 'b3', regionId: null, isOnlyView: false },
]
const counters = branches.flatMap(({ id }) =>
  [1, 2].map((n) => ({ id: `${id}c${n}`, name: id, branchId: id })),
)
const regions = ['r1', 'r2', 'r3'].map((id) => ({ id, name: id }))
const tree = { regions, branches, counters }
const nowhere = { regionId: null, branchId: null, counterId: null }
const place = fc.oneof(
  fc.constantFrom('r1', 'r2', 'r3').map((regionId) => ({ ...nowhere, type: 1, regionId })),
  fc.constantFrom('b1', 'b2', 'b3').map((branchId) => ({ ...nowhere, type: 2, branchId })),
  fc.constantFrom(...counters.map(({ id }) => id)).map((counterId) => ({ ...nowhere, type: 3, counterId })),
)

test('an assignment covers a region with its branches, a branch with its counters, or one counter', () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 4 }), (assigned) => {
      const reach = reachOf(assigned, branches, counters)
      if (reach === 'all') throw new Error('Nobody is assigned to the company')
      const isIn = (branch: (typeof branches)[number]) =>
        assigned.some(
          ({ regionId, branchId }) =>
            branchId === branch.id || (regionId !== null && regionId === branch.regionId),
        )
      const own = branches.filter(isIn).map(({ id }) => id)
      expect(reach.branchIds).toEqual(own)
      expect(new Set(reach.regionIds)).toEqual(new Set(assigned.flatMap(({ regionId }) => regionId ?? [])))
      expect(reach.counterIds).toEqual(
        counters
          .filter(
            ({ id, branchId }) => own.includes(branchId) || assigned.some((one) => one.counterId === id),
          )
          .map(({ id }) => id),
      )
      const seen = reachable(tree, reach)
      expect(seen.counters.map(({ id }) => id)).toEqual(reach.counterIds)
      const leading = new Set([...own, ...seen.counters.map(({ branchId }) => branchId)])
      expect(new Set(seen.branches.map(({ id }) => id))).toEqual(leading)
      const above = seen.branches.flatMap(({ regionId }) => regionId ?? [])
      expect(new Set(seen.regions.map(({ id }) => id))).toEqual(new Set([...reach.regionIds, ...above]))
    }),
  )
})

test('who is assigned to the company reaches all of it', () => {
  expect(
    reachOf(
      [
        { ...nowhere, type: 2, branchId: 'b1' },
        { ...nowhere, type: 0 },
      ],
      branches,
      counters,
    ),
  ).toBe('all')
  expect(reachable(tree, 'all')).toBe(tree)
})

test('the branches of a company are those of its regions too', () => {
  interface Node {
    id: string
    type: number
    children: Node[]
  }
  const node = (id: string, type: number, ...children: Node[]): Node => ({ id, type, children })
  const company = node('c', 0, node('r', 1, node('b1', 2, node('x', 3))), node('b2', 2))
  expect(branchesOf(company).map(({ id }) => id)).toEqual(['b1', 'b2'])
})
