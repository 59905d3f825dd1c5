import { killWithBanks } from './faults-bank.ts'
import { clock } from './faults-clock.ts'
import { fullDisk } from './faults-disk.ts'
import { killEmbedded, ownDatabase } from './faults-kills.ts'
import { closing } from './faults-closing.ts'
import { killWithSales } from './faults-retail.ts'
import { killWithLoads } from './faults-stock.ts'
import { head, type Row, type Scene } from './faults-scene.ts'
import { table, withFolder } from './tools.ts'

// Whatever is killed, filled, closed or set back while tellers deal: every deal that was answered is there once, and no other.
// `npm run bench -- faults disk` does one scene.

const port = Number(process.env['BENCH_PORT'] ?? 4724)
const kills = process.env['BENCH_KILLS']
const people = Number(process.env['BENCH_PEOPLE'] ?? 20)

const scenes: Record<string, Scene> = {
  embedded: killEmbedded,
  own: ownDatabase,
  stock: killWithLoads,
  retail: killWithSales,
  bank: killWithBanks,
  disk: fullDisk,
  closing,
  clock,
}

// Half of the kills with the database that Agio brings, half with one of its own.
const killsOf = (name: string) => (kills === undefined ? (name === 'bank' ? 60 : 100) : Number(kills) / 2)

const [, wanted] = process.argv.slice(2)
if (wanted !== undefined && !(wanted in scenes)) throw new Error(`Scenes: ${Object.keys(scenes).join(', ')}`)
const rows: Row[] = []
for (const [name, scene] of Object.entries(scenes))
  if (wanted === undefined || wanted === name)
    rows.push([
      name,
      ...(await withFolder((folder) => scene({ folder, port, people, kills: killsOf(name) }))),
    ])
table(['scene', ...head], rows)
