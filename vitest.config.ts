import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// One PostgreSQL for the run, a database per file: see kit/test.
const setup = 'kit/test/global-setup.ts'

// Files that start whole servers: begun last, one of them would be waited for alone.
const slow = /apps\/server\/(main|contract|backup)\.test\.ts$|apps\/server\/embedded\.test\.ts$/

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, not that of an array
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId)

export default defineConfig({
  test: {
    include: ['{kit,modules,apps,tools,db}/**/*.test.ts'],
    globalSetup: existsSync(setup) ? [setup] : [],
    pool: 'forks',
    maxWorkers: 2,
    // To read the whole program anew for each file took a third of the run; no file relies on a fresh one.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // Programs that tests start read what is compiled already, as those that npm starts do.
    env: { NODE_COMPILE_CACHE: 'dist/compiled' },
    // Only what hangs is ended: a build machine may be six times as slow as a quiet one.
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // What is waited for may take its time on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    passWithNoTests: false,
    allowOnly: false,
  },
})
