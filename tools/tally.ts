/** How many checks or tests came out how. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
}

/** Many tallies as one. */
export const totalOf = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
  failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  skipped: tallies.reduce((sum, { skipped }) => sum + skipped, 0),
})

/** `3 passed, 0 failed`, and what was skipped if anything was. */
export const sentenceOf = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** `50.1 of 60 s`; a suite that took longer than its budget says so. */
export const spentOf = (seconds: number, budget: number): string =>
  `${seconds.toFixed(1)} of ${budget} s${seconds > budget ? ', OVER ITS BUDGET' : ''}`

// A run that ended badly without a failed test (a crash, an error outside tests, no report) is one failure.
const whole = (tally: Tally, ended: boolean): Tally => ({
  ...tally,
  failed: tally.failed || (ended && tally.passed + tally.skipped > 0 ? 0 : 1),
})

interface VitestReport {
  testResults: { name?: string; status: string; assertionResults: { status: string; fullName?: string }[] }[]
}

/** Counts Vitest's JSON report; a file that failed outside its tests (it did not load, a hook threw) is one failure. */
export function countVitest(report: unknown, ended: boolean): Tally {
  const files = (report as VitestReport | undefined)?.testResults ?? []
  const tallies = files.map(({ status, assertionResults }) => {
    const count = (wanted: string) => assertionResults.filter((test) => test.status === wanted).length
    const [passed, failed] = [count('passed'), count('failed')]
    const skipped = assertionResults.length - passed - failed
    return { passed, failed: failed || (status === 'failed' ? 1 : 0), skipped }
  })
  return whole(totalOf(tallies), ended)
}

/** The names of the tests that Vitest skipped; Playwright's own output has them. */
export const skippedIn = (report: unknown): string[] =>
  ((report as VitestReport | undefined)?.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ status, fullName = '' }) =>
      status === 'passed' || status === 'failed' ? [] : fullName,
    ),
  )

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; skipped: number }
}

/** Counts Playwright's JSON report. */
export function countPlaywright(report: unknown, ended: boolean): Tally {
  const stats = (report as PlaywrightReport | undefined)?.stats
  if (!stats) return whole({ passed: 0, failed: 0, skipped: 0 }, false)
  return whole({ passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped }, ended)
}
