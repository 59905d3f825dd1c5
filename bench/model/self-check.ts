import { play } from './random.ts'
import { vectors } from './vectors.ts'

// `npm exec -- node bench/model/self-check.ts [sequences] [events]`: the model against its own document.

const [sequences = 400, events = 80] = process.argv.slice(2).map(Number)

for (const vector of vectors) {
  vector()
  process.stdout.write(`ok ${vector.name}\n`)
}

const played = Array.from({ length: sequences }, (_, seed) => play(seed + 1, events))
const posted: Record<string, number> = {}
for (const one of played) {
  for (const [kind, count] of Object.entries(one.posted)) posted[kind] = (posted[kind] ?? 0) + count
}
const refused = played.reduce((count, one) => count + one.refused, 0)
const faults = played.flatMap(({ fault }) => fault ?? [])
const kinds = Object.entries(posted).map(([kind, count]) => `${kind} ${count}`)
process.stdout.write(`${sequences} sequences: ${kinds.join(', ')}; refused ${refused}\n`)
for (const fault of faults.slice(0, 20)) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1
