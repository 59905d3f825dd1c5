import { expect, test } from 'vitest'
import { hostile, outcomesOf } from './test-hostile.ts'

const readers = Object.entries(hostile).map(([reader, files]) => ({
  reader,
  files: Object.entries(files).filter(([, { isLong }]) => !isLong),
}))

test.each(readers)(
  'the reader of $reader refuses what is made to break it, by its code and within the memory of a server',
  ({ reader, files }) => {
    const outcomes = outcomesOf(files.map(([file]) => [reader, file]))
    const came = files.map(([file], at) => ({ file, code: outcomes[at]?.code }))
    expect(came).toEqual(files.map(([file, { code }]) => ({ file, code })))
    // One after the other in one process, the thread that reads and the file itself included.
    expect(outcomes.at(-1)?.megabytes).toBeLessThan(512)
  },
  60_000,
)
