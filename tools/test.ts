import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhenStale } from './build.ts'
import { findChromium } from './chromium.ts'
import { outside } from './outside.ts'
import { root, run } from './run.ts'
import { countPlaywright, countVitest, sentenceOf, skippedIn, type Tally, totalOf } from './tally.ts'
import { readTree } from './tree.ts'
import { verify } from './verify.ts'

type Suite = (rest: readonly string[]) => Promise<Tally>
/** What `npm test` runs. */
const suites: Record<string, Suite> = { verify, types, unit, e2e, outside }
/** What runs only where it is named. */
const others: Record<string, Suite> = { real }

/** Whether db/types.ts is what the migrations make. Not a part of verify: it needs a database. */
async function types(): Promise<Tally> {
  const { ok } = await run([process.execPath, 'tools/db-types.ts', '--check'], { show: true })
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

async function unit(rest: readonly string[]): Promise<Tally> {
  const report = fresh('unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { ok } = await run(['vitest', 'run', ...reporters, ...rest], { show: true })
  const found = read(report)
  for (const name of skippedIn(found)) console.log(`skipped  ${name}`)
  return countVitest(found, ok)
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

/** `--only unit src -t name` is the suite and what it is told; without `--only` every suite runs. */
function chosen(args: readonly string[]): { names: readonly string[]; rest: readonly string[] } {
  if (args.length === 0) return { names: Object.keys(suites), rest: [] }
  const [flag, name = '', ...rest] = args
  const all = { ...suites, ...others }
  if (flag === '--only' && name in all) return { names: [name], rest }
  console.error(`Write npm test, or npm test -- --only ${Object.keys(all).join('|')} […].`)
  process.exit(1)
}

const { names, rest } = chosen(process.argv.slice(2))
const tallies: Tally[] = []
const summary: string[] = []
for (const name of names) {
  const started = performance.now()
  const tally = (await { ...suites, ...others }[name]?.(rest)) ?? { passed: 0, failed: 1, skipped: 0 }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  tallies.push(tally)
  const repeated = tally.repeated ? `; ${tally.repeated} ONLY WHEN REPEATED, named above: mend them` : ''
  summary.push(`${name.padEnd(7)} ${sentenceOf(tally)}, ${seconds} s${repeated}`)
}
const total = totalOf(tallies)
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`\n${summary.join('\n')}\n\n${sentenceOf(total)}`)
