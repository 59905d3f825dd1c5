import { describe, expect, test } from 'vitest'
import { orderRuns } from './order.domain.ts'

const drawn = (...texts: string[]) => orderRuns(texts.map((text) => ({ text }))).map(({ text }) => text)

describe('the runs of a line', () => {
  test('stand as they are where all is read from the left', () => {
    expect(drawn('a ', '陳', ' (b)')).toEqual(['a ', '陳', ' (b)'])
  })

  test('stand from right to left within what is read from the right, numbers as they are', () => {
    expect(drawn('AB ', 'محمد', ' (', 'علي', ') 12.50 ', 'حسن', ' CD')).toEqual([
      'AB ',
      'حسن',
      ' 12.50 (',
      'علي',
      ') ',
      'محمد',
      ' CD',
    ])
  })
})
