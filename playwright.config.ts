import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './tools/chromium.ts'

// The workers read this file again: they are told what the first reading found.
const executablePath = findChromium()
if (executablePath) process.env['CHROMIUM_PATH'] = executablePath

/** Journeys in a real browser; each worker's server is started by the fixtures of e2e. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  globalSetup: './e2e/build.ts',
  outputDir: 'dist/test/e2e',
  reporter: [['list'], ['json', { outputFile: 'dist/test/e2e.json' }]],
  workers: 2,
  // What passes only when it is repeated is not in order.
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    // Only the journeys about it have the worker; the others would wait for what it fetches.
    serviceWorkers: 'block',
    // A browser that has read the program once need not compile it for each test; what it kept is emptied.
    reuseContext: true,
    // A trace of every test costs a third of the time; --trace retain-on-failure takes one where it is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath && { executablePath }), args: [...chromiumArgs] },
  },
})
