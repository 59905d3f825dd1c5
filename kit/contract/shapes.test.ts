import { expect, test } from 'vitest'
import { line, lines } from './shapes.contract.ts'

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
