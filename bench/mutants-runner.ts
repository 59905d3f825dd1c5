import { join } from 'node:path'
import type { InlineConfig } from 'vitest/node'
import { createVitest } from 'vitest/node'

/** A process of its own, for a mutant may run forever: it is told which file has changed and which tests to run. */
export interface Ask {
  changed: string
  tests: readonly string[]
}
export interface Answer {
  /** The first file of tests that fails. */
  noticedBy: string | null
}

const [copy = '', kind = ''] = process.argv.slice(2)
process.chdir(copy)
const quick: InlineConfig = kind === 'database' ? {} : { globalSetup: [], pool: 'threads', maxWorkers: 1 }
const vitest = await createVitest({
  root: copy,
  config: join(copy, 'vitest.config.ts'),
  watch: false,
  bail: 1,
  // Modules that an earlier run has read would hide the change.
  isolate: true,
  reporters: [{}],
  ...quick,
})
await vitest.standalone()

async function answer({ changed, tests }: Ask): Promise<Answer> {
  vitest.invalidateFile(join(copy, changed))
  // The nearest first and alone: most changes are noticed beside the code.
  for (const test of tests) {
    const file = join(copy, test)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
      await vitest.globTestSpecifications([file]),
    )
    // Vitest answers with the files of earlier runs too.
    const own = testModules.filter(({ moduleId }) => moduleId === file)
    if (own.length === 0) throw new Error(`No tests in ${test}`)
    if (unhandledErrors.length > 0 || !own.every((module) => module.ok())) return { noticedBy: test }
  }
  return { noticedBy: null }
}

process.on('message', (ask: Ask) => {
  void answer(ask).then((given) => process.send?.(given))
})
process.once('disconnect', () => {
  void vitest.close().finally(() => process.exit())
})
process.send?.({ noticedBy: null })
