import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhenStale } from './build.ts'
import { changedSince, reachOf } from './changed.ts'
import { findChromium } from './chromium.ts'
import { outside } from './outside.ts'
import { root, run } from './run.ts'
import { openScratch } from './scratch.ts'
import { countPlaywright, countVitest, sentenceOf, skippedIn, spentOf, type Tally, totalOf } from './tally.ts'
import { readTree } from './tree.ts'
import { verify } from './verify.ts'

type Suite = (rest: readonly string[]) => Promise<Tally>
/** What `npm test` runs. */
const suites: Record<string, Suite> = { verify, types, unit, e2e, outside }
/** Seconds that each may take on two quiet cores. */
const budgets: Record<string, number> = { verify: 60, types: 15, unit: 200, e2e: 240, outside: 120 }
/** What runs only where it is named. */
const others: Record<string, Suite> = { real }

/** Whether db/types.ts is what the migrations make. Not a part of verify: it needs a database. */
async function types(): Promise<Tally> {
  const { ok } = await run([process.execPath, 'tools/db-types.ts', '--check'], { show: true })
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

/** Given to Vitest where a change may reach no test. */
const none = '--passWithNoTests'

async function unit(rest: readonly string[]): Promise<Tally> {
  const report = fresh('unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { ok } = await run(['vitest', 'run', ...reporters, ...rest], { show: true })
  const found = read(report)
  for (const name of skippedIn(found)) console.log(`skipped  ${name}`)
  const { failed, ...tally } = countVitest(found, ok)
  const isEmpty = ok && rest.includes(none) && tally.passed + tally.skipped === 0
  return { ...tally, failed: isEmpty ? 0 : failed }
}

async function e2e(rest: readonly string[]): Promise<Tally> {
  const report = fresh('e2e.json')
  const browser = (await buildWhenStale()) && findChromium()
  if (!browser) return { passed: 0, failed: 1, skipped: 0 }
  const { ok } = await run(['playwright', 'test', ...rest], { show: true, env: { CHROMIUM_PATH: browser } })
  return countPlaywright(read(report), ok)
}

/** The files with tests of real lists and rates, which are in the folder that REAL_FILES names. */
async function real(rest: readonly string[]): Promise<Tally> {
  if (!process.env['REAL_FILES']) {
    console.error('Name the folder of the real files: REAL_FILES=… npm test -- --only real.')
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const tree = readTree(root)
  const files = tree.files.filter(
    (path) => path.endsWith('.test.ts') && tree.text(path).includes("'#kit/test/real-files.ts'"),
  )
  const [journeys, units] = [true, false].map((is) => files.filter((path) => path.startsWith('e2e/') === is))
  return totalOf([await unit([...(units ?? []), ...rest]), await e2e([...(journeys ?? []), ...rest])])
}

/** The place of a report, without what the last run left there. */
function fresh(name: string): string {
  const folder = join(root, 'dist/test')
  mkdirSync(folder, { recursive: true })
  rmSync(join(folder, name), { force: true })
  return join(folder, name)
}

function read(report: string): unknown {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}

type Chosen = [name: string, rest: readonly string[]]

/** `--only unit src -t name` is the suite and what it is told; `--changed main` what differs from there; else every suite runs. */
function chosen(args: readonly string[]): Chosen[] {
  if (args.length === 0) return Object.keys(suites).map((name) => [name, []])
  const [flag, name = '', ...rest] = args
  const all = { ...suites, ...others }
  if (flag === '--only' && name in all) return [[name, rest]]
  const changed = flag === '--changed' && args.length < 3 ? reached(name || 'HEAD') : undefined
  if (changed) return changed
  console.error(
    `Write npm test, npm test -- --only ${Object.keys(all).join('|')} […], or npm test -- --changed [commit].`,
  )
  process.exit(1)
}

/** The suites with the parts that the change since a commit can reach; verify and types always. */
function reached(ref: string): Chosen[] | undefined {
  const changed = changedSince(ref)
  if (!changed) return undefined
  const { unit: units, journeys } = reachOf(changed, readTree(root))
  console.log(
    `${changed.length} files changed since ${ref}; journeys: ${journeys === 'all' ? 'all' : journeys.length}`,
  )
  return [
    ['verify', []],
    ['types', []],
    ['unit', units === 'all' ? [] : ['--changed', ref, none]],
    ...(journeys.length > 0 ? [['e2e', journeys === 'all' ? [] : journeys] satisfies Chosen] : []),
  ]
}

const scratch = openScratch()
process.env['TMPDIR'] = scratch.folder
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
process.once('exit', scratch.close)

const tallies: Tally[] = []
const summary: string[] = []
for (const [name, rest] of chosen(process.argv.slice(2))) {
  const started = performance.now()
  const tally = (await { ...suites, ...others }[name]?.(rest)) ?? { passed: 0, failed: 1, skipped: 0 }
  const seconds = (performance.now() - started) / 1000
  const isWhole = rest.length === 0 && name in budgets
  const spent = isWhole ? spentOf(seconds, budgets[name] ?? 0) : `${seconds.toFixed(1)} s`
  tallies.push(tally)
  summary.push(`${name.padEnd(7)} ${sentenceOf(tally)}, ${spent}`)
}
const total = totalOf(tallies)
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`\n${summary.join('\n')}\n\n${sentenceOf(total)}`)
