import { expect, test } from 'vitest'
import { Email, line, lines } from './shapes.contract.ts'

const taken = (shape: ReturnType<typeof line>, text: string) => shape.safeParse(text).success

test('a text holds what can be seen: no control characters, halves of a pair or turns of direction', () => {
  const both = [line(60), lines(60)]
  for (const text of ['Nguyễn Thị Ánh', 'Nguyễn'.normalize('NFD'), '陳大文', 'क्‍ष', '👩‍👩‍👧 Sdn. Bhd.', 'محمد'])
    for (const shape of both) expect(taken(shape, text), text).toBe(true)
  for (const text of [
    'a\u0000b',
    'a\u007Fb',
    '\uD800',
    'a\uDC00b',
    'teller\u202Enimda',
    'a\u2066b',
    'a\u2069b',
  ])
    for (const shape of both) expect(taken(shape, text), JSON.stringify(text)).toBe(false)
  for (const text of ['a\nb', 'a\tb', 'a\u2028b']) {
    expect(taken(line(60), text)).toBe(false)
    expect(taken(lines(60), text)).toBe(true)
  }
})

test('a line is kept as it is seen: composed, with plain spaces, without signs that have no look', () => {
  const kept = (text: string) => line(60).parse(text)
  for (const sign of '\u200B\u200C\u200D\uFEFF\u00AD\u2060\u200E\u180E\u3164\u034F\uFE0E') {
    expect(kept(`Ka${sign}mal`), JSON.stringify(sign)).toBe('Kamal')
    expect(line(60).min(1).safeParse(sign).success).toBe(false)
  }
  for (const space of '\u00A0\u2007\u202F\u3000') expect(kept(`Lim${space}Siew `)).toBe('Lim Siew')
  expect(kept('Nguyễn'.normalize('NFD'))).toBe('Nguyễn')
  for (const text of ['می\u200Cخواهم', 'क्\u200Dष', '👩\u200D👧 ❤️']) expect(kept(text)).toBe(text)
})

test('an e-mail address has letters of any script, and the signs that its standard allows', () => {
  const right = [
    'a&b/c@example.com',
    "o'neil+fx@example.co.uk",
    '\u540D@\u4F8B\u5B50.\u4E2D\u56FD',
    'ali@xn--fsqu00a.xn--fiqs8s',
    'info@m\u00FCnchen.example',
    '\u0928\u092E\u0938\u094D\u0924\u0947@\u0909\u0926\u093E\u0939\u0930\u0923.\u092D\u093E\u0930\u0924',
  ]
  for (const address of right) expect(Email.safeParse(address).success, address).toBe(true)
  const wrong = [
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a b@example.com',
    'a@b@example.com',
    'a@-example.com',
    'a@example-.com',
    'a@example..com',
    'a@example',
    'a,b@example.com',
    `${'a'.repeat(65)}@example.com`,
  ]
  for (const address of wrong) expect(Email.safeParse(address).success, address).toBe(false)
})
