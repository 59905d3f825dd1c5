import { readdirSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

// `npm run bench -- <name>`: each bench prints a table; docs/benchmarks.md holds what was measured, with the command.

const names = readdirSync(import.meta.dirname).flatMap((file) => /^(.*)\.bench\.ts$/.exec(file)?.[1] ?? [])
const [name = ''] = process.argv.slice(2)
if (!names.includes(name)) {
  process.stderr.write(`Which one? ${names.toSorted().join(', ')}.\n`)
  process.exitCode = 1
} else {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  process.stdout.write(
    `${cpus().length} x ${cpu?.model.trim()}, ${memory} GiB, Node ${process.versions.node}\n\n`,
  )
  await import(join(import.meta.dirname, `${name}.bench.ts`))
}
