import { expect, test } from 'vitest'
import { declare, joinLists, openList } from './open-list.domain.ts'

const fruit = openList<{ code: string; colour: string }>('fruit')
const baskets = openList<{ code: string; holds: string[] }>('baskets', (all) => {
  for (const { holds } of all) for (const code of holds) fruit.get(code)
})
const apple = { code: 'apple', colour: 'red' }
const plum = { code: 'plum', colour: 'blue' }

test('a list has what the modules declare, in their order', () => {
  joinLists([declare(fruit, [apple]), declare(fruit, [plum])])
  expect(fruit.all()).toEqual([apple, plum])
  expect(fruit.get('plum')).toBe(plum)
  expect([fruit.has('apple'), fruit.has('pear')]).toEqual([true, false])
})

test('what is declared twice, or needs what nobody declares, does not start', () => {
  expect(() => joinLists([declare(fruit, [apple]), declare(fruit, [{ ...apple }])])).toThrow(
    "'apple' is declared twice in 'fruit'",
  )
  const needs = declare(baskets, [{ code: 'basket', holds: ['apple', 'pear'] }])
  expect(() => joinLists([declare(fruit, [apple]), needs])).toThrow("No module declares 'pear' in 'fruit'")
})
