import { expect, test } from 'vitest'
import { Growing, textAt } from './image.domain.ts'

test('a column grows by as much as it is given at once', () => {
  const texts = ['Harrington', 'é'.repeat(20_000), '', '陈'.repeat(3)]
  const [bytes, at] = [
    new Growing((length) => new Uint8Array(length)),
    new Growing((length) => new Uint32Array(length)),
  ]
  for (const text of texts) {
    at.push(bytes.length)
    bytes.pushText(text)
  }
  at.push(bytes.length)
  expect(texts.map((_, place) => textAt(bytes.done(), at.done(), place))).toEqual(texts)
  for (let n = 0; n < 5000; n += 1) at.push(n)
  expect([at.length, at.done().at(-1)]).toEqual([texts.length + 5001, 4999])
})
