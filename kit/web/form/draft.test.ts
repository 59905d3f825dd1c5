import { expect, test } from 'vitest'
import * as z from 'zod'
import { Code, Id, line, OptionalEmail, requiredLine } from '#kit/contract/shapes.contract.ts'
import { check, isRequired, longest, startValues } from './draft.web.ts'

const Draft = z.strictObject({
  code: Code,
  name: requiredLine(10),
  note: line(20).default(''),
  email: OptionalEmail.default(''),
  regionId: Id.nullable().default(null),
  parentId: Id.optional(),
  count: z.int().min(1).max(9),
  roles: z.array(z.string()).min(1),
  isOpen: z.boolean(),
})
/** Answers the key and its values, as a catalogue without texts would; a default where one is given. */
const texts = (key: string, values: { defaultValue?: string } = {}) => values.defaultValue ?? key

test('a field is required when neither nothing nor an empty text will do', () => {
  const names = Object.keys(Draft.shape).filter((name) => isRequired(Draft, name))
  expect(names).toEqual(['code', 'name', 'count', 'roles', 'isOpen'])
})

test('a form begins with what is given, else with what is empty in the type of each field', () => {
  const empty = {
    code: '',
    name: '',
    note: '',
    email: '',
    regionId: '',
    parentId: '',
    count: '',
    roles: [],
    isOpen: false,
  }
  expect(startValues(Draft, {})).toEqual(empty)
  expect(startValues(Draft, { name: 'KL', version: 3 })).toEqual({ ...empty, name: 'KL' })
})

test('an empty text is sent as it is where that will do, else as null, else not at all', () => {
  const filled = { ...startValues(Draft, {}), code: 'kl-1', name: ' Bukit ', count: 2, roles: ['teller'] }
  expect(check(Draft, Draft, filled, texts)).toEqual({
    faults: {},
    values: {
      code: 'KL-1',
      name: 'Bukit',
      note: '',
      email: '',
      regionId: null,
      count: 2,
      roles: ['teller'],
      isOpen: false,
    },
  })
})

test('each fault is said once for its field, in words for what is missing, too long, too many or malformed', () => {
  const { faults } = check(
    Draft,
    Draft,
    { ...startValues(Draft, {}), name: 'x'.repeat(11), email: 'a@', count: 12 },
    texts,
  )
  expect(faults).toEqual({
    code: 'faults.required',
    name: 'faults.atMost.text',
    email: 'faults.email',
    count: 'faults.atMost.number',
    roles: 'faults.atLeast.list',
  })
})

test('a date and an address that cannot be are told how to be written', () => {
  const Dated = z.strictObject({ day: z.iso.date(), site: z.union([z.literal(''), z.url()]) })
  const { faults } = check(Dated, Dated, { day: '31/02/2026', site: 'abc' }, texts)
  expect(faults).toEqual({ day: 'faults.date', site: 'faults.url' })
})

test('the longest text is found behind defaults', () => {
  expect([longest(Draft, 'name'), longest(Draft, 'note'), longest(Draft, 'count')]).toEqual([
    10,
    20,
    undefined,
  ])
})
