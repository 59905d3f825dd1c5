import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { corporates, individuals } from '../profiles/profiles.contract.ts'
import { stakeholders } from './stakeholders.contract.ts'
import { effectiveShares, findOwnershipCircle, type Share, totalShare } from './stakeholders.domain.ts'

let app: TestApp
let teller: Session
beforeAll(async () => {
  app = await testApp()
  teller = await app.signIn('teller')
})
afterAll(() => app.stop())

let count = 0
async function company() {
  const name = `Chain ${'ABCDEFGHIJ'.charAt((count += 1))}`
  const made = await teller.call(corporates.create, { name, registrationNumber: `C-${count}` })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body
}
async function person() {
  const made = await teller.call(individuals.create, {
    name: `Owner ${'ABCDEFGHIJ'.charAt((count += 1))}`,
    nationality: 'SG',
    idType: 'PASSPORT',
    idNumber: `OWN${count}`,
  })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body
}
const own = (corporateId: string, holderId: string, share: string) =>
  teller.call(stakeholders.create, { corporateId, holderId, role: 'OWNER', share })

describe('the owners of a company', () => {
  test('have at most all of it', async () => {
    const [firm, one, two] = [await company(), await person(), await person()]
    expect((await own(firm.id, one.id, '120')).status).toBe(400)
    expect((await own(firm.id, one.id, '0')).status).toBe(400)
    const made = await own(firm.id, one.id, '60')
    expect(made.body).toMatchObject({ share: '60.0000', holderName: one.name, corporateName: firm.name })
    const over = await own(firm.id, two.id, '40.5')
    expect([over.status, over.error.message]).toEqual([422, 'Only 40% are left.'])
    expect(over.error.invalidParams.map(({ field }) => field)).toEqual(['share'])
    expect((await own(firm.id, two.id, '40')).status).toBe(200)
    const { id, version } = made.body
    const grown = await teller.call(stakeholders.update, { id, version, role: 'OWNER', share: '61' })
    expect(grown.error.code).toBe('MORE_THAN_ALL')
    expect((await own(firm.id, one.id, '1')).status).not.toBe(200)
  })

  test('are never the company itself, not through others either', async () => {
    const [a, b, c] = [await company(), await company(), await company()]
    expect((await own(a.id, a.id, '10')).error.code).toBe('OWNS_ITSELF')
    expect((await own(a.id, b.id, '50')).status).toBe(200)
    expect((await own(b.id, c.id, '50')).status).toBe(200)
    const circle = await own(c.id, a.id, '10')
    expect([circle.status, circle.error.invalidParams[0]?.field]).toEqual([422, 'holderId'])
    expect(circle.error.message).toBe(
      `The company would own itself: ${[c.name, a.name, b.name, c.name].join(' → ')}`,
    )
    const both = await Promise.all([own(c.id, a.id, '1'), own(c.id, a.id, '1')])
    expect(both.map(({ status }) => status)).toEqual([422, 422])
  })

  test('are seen to the ends of all chains, each with what it comes to', async () => {
    const [top, middle, owner] = [await company(), await company(), await person()]
    await own(top.id, middle.id, '50')
    await own(top.id, owner.id, '10')
    await own(middle.id, owner.id, '60')
    const { body } = await teller.call(stakeholders.ofCorporate, { id: top.id })
    const effective = Object.fromEntries(body.people.map((one) => [one.name, one.effective]))
    expect(effective).toEqual({ [top.name]: null, [middle.name]: '50', [owner.name]: '40' })
    const held = await teller.call(stakeholders.ofIndividual, { id: owner.id })
    expect(held.body.map(({ corporateName }) => corporateName)).toEqual([top.name, middle.name])
  })

  test('can be registered and joined at once', async () => {
    const firm = await company()
    const draft = { name: 'Related Person', nationality: 'SG', idType: 'PASSPORT' as const, idNumber: 'REL1' }
    const made = await teller.call(stakeholders.createRelatedIndividual, {
      corporateId: firm.id,
      person: draft,
      stake: { role: 'AUTHORISED', authorityScope: 'Orders up to 10,000' },
    })
    expect(made.body).toMatchObject({ holderName: 'Related Person', role: 'AUTHORISED' })
    const found = await teller.call(stakeholders.getRelatedIndividual, { id: made.body.id })
    expect(found.body.idNumber).toBe('REL1')
  })
})

describe('shares by chance', () => {
  const node = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const graph = fc.array(
    fc.record({ corporateId: node, holderId: node, share: fc.integer({ min: 1, max: 25 }).map(String) }),
    {
      maxLength: 12,
    },
  )

  test('that were let in one by one make no circle, and no effective share over a hundred', () => {
    fc.assert(
      fc.property(graph, (wanted) => {
        const kept: Share[] = []
        for (const one of wanted) {
          const others = kept.filter(({ corporateId }) => corporateId === one.corporateId)
          const isTwice = others.some(({ holderId }) => holderId === one.holderId)
          if (isTwice || findOwnershipCircle(kept, one) || Number(totalShare([...others, one])) > 100)
            continue
          kept.push(one)
        }
        for (const start of 'abcdef') {
          const shares = effectiveShares(kept, start)
          expect(shares.has(start)).toBe(false)
          for (const held of shares.values()) expect(Number(held)).toBeLessThanOrEqual(100)
        }
      }),
    )
  })
})
