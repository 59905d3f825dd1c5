import { existsSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

// `npm run bench -- <name>`: each bench prints a table; docs/benchmarks.md holds what was measured, with the command.

const [name = ''] = process.argv.slice(2)
const file = join(import.meta.dirname, `${name}.bench.ts`)
if (!/^[a-z]+$/.test(name) || !existsSync(file)) {
  process.stderr.write('Which one? customers, deals, faults, http, lists, rates, start or web.\n')
  process.exitCode = 1
} else {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  process.stdout.write(
    `${cpus().length} x ${cpu?.model.trim()}, ${memory} GiB, Node ${process.versions.node}\n\n`,
  )
  await import(file)
}
