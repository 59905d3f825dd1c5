import { expect, test } from 'vitest'
import { hostile, outcomesOf } from './test-hostile.ts'

test('every reader refuses what is made to break it, by its code and within the memory of a server', () => {
  const all = Object.entries(hostile).flatMap(([reader, files]) =>
    Object.entries(files).flatMap(([file, { code, isLong }]) => (isLong ? [] : [{ reader, file, code }])),
  )
  const outcomes = outcomesOf(all.map(({ reader, file }) => [reader, file]))
  const came = all.map(({ reader, file }, at) => ({ reader, file, code: outcomes[at]?.code }))
  expect(came).toEqual(all)
  // One after the other in one process, the thread that reads and the file itself included.
  expect(outcomes.at(-1)?.megabytes).toBeLessThan(512)
}, 120_000)
