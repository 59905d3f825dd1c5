import { randomInt } from 'node:crypto'
import { runChaos } from './partners-chaos.ts'
import { measureSpeed } from './partners-speed.ts'
import { table, withFolder } from './tools.ts'

// Orders at a partner at its worst: `npm run bench -- partners chaos` kills while they go, `… partners speed` counts orders a second.

const orders = Number(process.env['BENCH_ORDERS'] ?? 1000)
const kills = Number(process.env['BENCH_KILLS'] ?? 30)
const seed = Number(process.env['BENCH_SEED'] ?? randomInt(1_000_000))

const say = (line: string) => void process.stderr.write(`${line}\n`)

async function chaos(): Promise<void> {
  process.stdout.write(
    `Seed ${seed}: BENCH_SEED=${seed} draws the same amounts, kills and faults; what goes on then is not the same\n`,
  )
  const { said, deviations } = await withFolder((folder) =>
    runChaos({ folder, port: 4734, seed, orders, kills, say }),
  )
  for (const deviation of deviations) process.stdout.write(`DEVIATION ${deviation}\n`)
  table(['orders', 'kills', 'what was done', 'deviations'], [[orders, kills, said, deviations.length]])
  if (deviations.length > 0) process.exitCode = 1
}

const scenes: Record<string, () => Promise<void>> = {
  chaos,
  speed: () => withFolder((folder) => measureSpeed(folder, 4744)),
}
const [, wanted] = process.argv.slice(2)
if (wanted !== undefined && !(wanted in scenes)) throw new Error(`Parts: ${Object.keys(scenes).join(', ')}`)
for (const [name, scene] of Object.entries(scenes)) if (wanted === undefined || wanted === name) await scene()
