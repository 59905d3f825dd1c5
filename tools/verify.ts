import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { codeFolders, root, run } from './run.ts'
import type { Tally } from './tally.ts'

interface Check {
  name: string
  command: readonly string[]
  /** Why the check would say nothing now. */
  skip?: string | undefined
}

const entry = 'apps/server/main.ts'

// What has not changed since the last run is not checked again.
const types = (part: string) =>
  `tsc --project tsconfig.${part}.json --incremental --tsBuildInfoFile dist/verify/${part}.tsbuildinfo`.split(
    ' ',
  )

// Longest first: two run at a time, and several of them use both cores by themselves.
const checks: readonly Check[] = [
  { name: 'lint', command: ['oxlint', '--deny-warnings', '--report-unused-disable-directives'] },
  {
    name: 'dead code',
    command: ['knip', '--no-progress', '--no-config-hints'],
    skip: existsSync(join(root, entry)) ? undefined : `nothing is reached from ${entry} until it exists`,
  },
  { name: 'types, server', command: types('server') },
  { name: 'types, web', command: types('web') },
  { name: 'types, e2e', command: types('e2e') },
  {
    name: 'boundaries',
    command: [
      'depcruise',
      ...'--config .dependency-cruiser.mjs --output-type err-long'.split(' '),
      ...codeFolders,
    ],
  },
  { name: 'house rules', command: [process.execPath, 'tools/house.ts'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
]

/** Runs every check that needs no database; prints a line for each, and what the failed ones said. */
export async function verify(): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 }
  const waiting = [...checks]
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (check.skip) {
        tally.skipped += 1
        console.log(`skip  ${check.name.padEnd(14)} ${check.skip}`)
        continue
      }
      const { ok, output, seconds } = await run(check.command)
      tally[ok ? 'passed' : 'failed'] += 1
      console.log(`${ok ? 'ok  ' : 'FAIL'}  ${check.name.padEnd(14)} ${seconds.toFixed(1)} s`)
      if (!ok) console.log(output.trim().replaceAll(/^/gm, '      '))
    }
  }
  await Promise.all([worker(), worker()])
  return tally
}

if (import.meta.main) {
  const started = performance.now()
  const { failed } = await verify()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const verdict = failed === 0 ? 'all good' : `${failed} to correct (npm run fix does what a program can)`
  console.log(`${verdict}, ${seconds} s`)
  process.exitCode = failed === 0 ? 0 : 1
}
