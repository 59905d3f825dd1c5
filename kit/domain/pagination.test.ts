import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageView, reachable } from '#kit/domain/pagination.domain.ts'

const input = fc.record({
  itemsPerPage: fc.integer({ min: 1, max: 1000 }),
  currentPage: fc.integer({ min: -50, max: 5000 }),
  totalItems: fc.integer({ min: 0, max: 100_000 }),
  maxLinks: fc.integer({ min: 5, max: 15 }),
})

describe('pageView', () => {
  test('refuses to guess items per page or current page', () => {
    expect(() => pageView({ currentPage: 1, totalItems: 10 })).toThrow('itemsPerPage')
    expect(() => pageView({ itemsPerPage: 20, totalItems: 10 })).toThrow('currentPage')
  })

  test('corrects a page above the last and below 1', () => {
    expect(pageView({ itemsPerPage: 20, currentPage: 9, totalItems: 45 })).toMatchObject({
      page: 3,
      from: 41,
      to: 45,
    })
    expect(pageView({ itemsPerPage: 20, currentPage: 0, totalItems: 45 })).toMatchObject({
      page: 1,
      from: 1,
      to: 20,
    })
    expect(pageView({ itemsPerPage: 20, currentPage: 4, totalItems: 0 })).toMatchObject({
      page: 1,
      from: 0,
      to: 0,
    })
  })

  test('shows 7 links by itself, 5 when asked', () => {
    const middle = { itemsPerPage: 10, currentPage: 10, totalItems: 200 }
    expect(pageView(middle).links).toEqual([1, 'gap', 9, 10, 11, 'gap', 20])
    expect(pageView({ ...middle, maxLinks: 5 }).links).toEqual([1, 'gap', 10, 'gap', 20])
    expect(pageView({ ...middle, maxLinks: 5, currentPage: 1 }).links).toEqual([1, 2, 3, 'gap', 20])
    expect(pageView({ ...middle, maxLinks: 5, currentPage: 19 }).links).toEqual([1, 'gap', 18, 19, 20])
  })

  test('links: first, current and last are there, ascending, never more than the slots, no gap that hides nothing', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { links, page, last, from, to } = pageView(given)
        const numbers = links.filter((link) => link !== 'gap')
        expect(links.length).toBeLessThanOrEqual(given.maxLinks)
        expect(numbers).toEqual(expect.arrayContaining([1, page, last]))
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
        for (const [at, link] of links.entries()) {
          if (link !== 'gap') continue
          expect(Number(links[at + 1]) - Number(links[at - 1])).toBeGreaterThan(1)
        }
        expect(to - from).toBeLessThan(given.itemsPerPage)
        expect(to).toBeLessThanOrEqual(given.totalItems)
      }),
    )
  })
})

test('links: the neighbours of the current page are there wherever seven or more fit', () => {
  for (const maxLinks of [7, 8, 9])
    for (let last = 1; last <= 20; last += 1)
      for (let page = 1; page <= last; page += 1) {
        const { links } = pageView({ itemsPerPage: 1, currentPage: page, totalItems: last, maxLinks })
        for (const next of [page - 1, page + 1])
          expect([maxLinks, page, last, links.includes(next)]).toEqual([
            maxLinks,
            page,
            last,
            next >= 1 && next <= last,
          ])
      }
})

test('behind a full page there may be another item, behind one that is not full there is none', () => {
  const page = fc.integer({ min: 1, max: 50 })
  fc.assert(
    fc.property(page, page, fc.nat(5000), fc.nat(50), (pageNum, pageSize, totalItems, items) => {
      const here = Math.min(items, pageSize)
      const before = (pageNum - 1) * pageSize
      const found = reachable({ pageNum, pageSize, totalItems }, here)
      if (here === 0) expect(found).toBe(Math.min(totalItems, before))
      else if (here < pageSize) expect(found).toBe(before + here)
      else expect(found).toBe(Math.max(totalItems, before + pageSize + 1))
    }),
  )
})
