import { expect, test } from 'vitest'
import * as z from 'zod'
import {
  Code,
  DateOnly,
  DecimalString,
  Id,
  lines,
  OptionalEmail,
  Phone,
  requiredLine,
  Version,
} from './shapes.contract.ts'
import { storedShape } from './stored.contract.ts'

const Draft = z.strictObject({
  code: Code,
  name: requiredLine(5),
  note: lines(5).default(''),
  phone: Phone.default(''),
  email: OptionalEmail,
  place: Id.nullable().default(null),
  until: DateOnly.optional(),
  amount: DecimalString.refine((amount) => !amount.startsWith('-')),
  state: z.enum(['new', 'old']),
  level: z.union([z.literal(0), z.literal(1)]),
  isOpen: z.boolean().readonly(),
  parts: z.array(z.strictObject({ type: z.enum(['a']), most: Version })).max(1),
  words: z.record(z.string().max(1), z.literal('x')),
})
const Stored = z.object(storedShape(Draft))

const old = {
  code: 'lower case',
  name: 'far too long',
  note: 'a\u0000b',
  phone: '03-21412345',
  email: 'nobody',
  place: 'somewhere',
  amount: '-1e5',
  state: 'retired',
  level: 9,
  isOpen: true,
  parts: [
    { type: 'b', most: -1 },
    { type: 'c', most: 1.5 },
  ],
  words: { long: 'y' },
}

test('what an older rule let in is still read, and comes as it was kept', () => {
  expect(Draft.safeParse(old).error?.issues.length).toBeGreaterThan(10)
  expect(Stored.parse(old)).toEqual(old)
})

test('another kind, or nothing where there must be something, is still an error', () => {
  for (const wrong of [
    { name: 5 },
    { state: 1 },
    { level: '1' },
    { isOpen: 'yes' },
    { parts: [{ type: 'b' }] },
    { place: undefined },
    { note: undefined },
    { words: { a: 1 } },
  ])
    expect(Stored.safeParse({ ...old, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
  expect(Stored.safeParse({ ...old, place: null, until: '2026' }).success).toBe(true)
})

test('a field without a plain form is named when the program loads', () => {
  expect(() => storedShape(z.object({ at: z.date() }))).toThrow('date has no plain form')
})
