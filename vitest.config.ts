import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// One PostgreSQL for the run, a database per file: see kit/test.
const setup = 'kit/test/global-setup.ts'

export default defineConfig({
  test: {
    include: ['{kit,modules,apps,tools,db}/**/*.test.ts'],
    globalSetup: existsSync(setup) ? [setup] : [],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What is waited for may take its time on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    passWithNoTests: false,
    allowOnly: false,
  },
})
