/** How many checks or tests came out how. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** Of those that passed, how many only when they were repeated: each is named in the run, to be mended. */
  repeated?: number
}

/** Many tallies as one. */
export const totalOf = (tallies: readonly Tally[]): Tally => {
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + (tally[key] ?? 0), 0)
  const repeated = sum('repeated')
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  return repeated > 0 ? { ...total, repeated } : total
}

/** `3 passed, 0 failed`, and what was skipped, or passed only when repeated, if anything did. */
export const sentenceOf = ({ passed, failed, skipped, repeated = 0 }: Tally): string =>
  [
    `${passed} passed, ${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(repeated > 0 ? [`${repeated} passed only when repeated`] : []),
  ].join(', ')

// A run that ended badly without a failed test (a crash, an error outside tests, no report) is one failure.
const whole = (tally: Tally, ended: boolean): Tally => ({
  ...tally,
  failed: tally.failed || (ended && tally.passed + tally.skipped > 0 ? 0 : 1),
})

interface VitestReport {
  testResults: { status: string; assertionResults: { status: string }[] }[]
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

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Counts Playwright's JSON report; a journey that passed only when repeated is told as such. */
export function countPlaywright(report: unknown, ended: boolean): Tally {
  const stats = (report as PlaywrightReport | undefined)?.stats
  if (!stats) return whole({ passed: 0, failed: 0, skipped: 0 }, false)
  const { expected: passed, unexpected, flaky, skipped } = stats
  const tally = whole({ passed: passed + flaky, failed: unexpected, skipped }, ended)
  return flaky > 0 ? { ...tally, repeated: flaky } : tally
}
