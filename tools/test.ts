import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhenStale } from './build.ts'
import { findChromium } from './chromium.ts'
import { root, run } from './run.ts'
import { countPlaywright, countVitest, sentenceOf, type Tally, totalOf } from './tally.ts'
import { verify } from './verify.ts'

const suites: Record<string, (rest: readonly string[]) => Promise<Tally>> = { verify, types, unit, e2e }

/** Whether db/types.ts is what the migrations make. Not a part of verify: it needs a database. */
async function types(): Promise<Tally> {
  const { ok } = await run([process.execPath, 'tools/db-types.ts', '--check'], { show: true })
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

async function unit(rest: readonly string[]): Promise<Tally> {
  const report = fresh('unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { ok } = await run(['vitest', 'run', ...reporters, ...rest], { show: true })
  return countVitest(read(report), ok)
}

async function e2e(rest: readonly string[]): Promise<Tally> {
  const report = fresh('e2e.json')
  const browser = (await buildWhenStale()) && findChromium()
  if (!browser) return { passed: 0, failed: 1, skipped: 0 }
  const { ok } = await run(['playwright', 'test', ...rest], { show: true, env: { CHROMIUM_PATH: browser } })
  return countPlaywright(read(report), ok)
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
  if (flag === '--only' && name in suites) return { names: [name], rest }
  console.error(`Write npm test, or npm test -- --only ${Object.keys(suites).join('|')} […].`)
  process.exit(1)
}

const { names, rest } = chosen(process.argv.slice(2))
const tallies: Tally[] = []
const summary: string[] = []
for (const name of names) {
  const started = performance.now()
  const tally = (await suites[name]?.(rest)) ?? { passed: 0, failed: 1, skipped: 0 }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  tallies.push(tally)
  const repeated = tally.repeated ? `; ${tally.repeated} ONLY WHEN REPEATED, named above: mend them` : ''
  summary.push(`${name.padEnd(7)} ${sentenceOf(tally)}, ${seconds} s${repeated}`)
}
const total = totalOf(tallies)
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`\n${summary.join('\n')}\n\n${sentenceOf(total)}`)
