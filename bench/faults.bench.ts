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

const kills = Number(process.env['BENCH_KILLS'] ?? 200)
const people = Number(process.env['BENCH_PEOPLE'] ?? 20)

const scenes: Record<string, Scene> = {
  embedded: killEmbedded,
  own: ownDatabase,
  stock: killWithLoads,
  retail: killWithSales,
  disk: fullDisk,
  closing,
  clock,
}

const [, wanted] = process.argv.slice(2)
if (wanted !== undefined && !(wanted in scenes)) throw new Error(`Scenes: ${Object.keys(scenes).join(', ')}`)
const rows: Row[] = []
for (const [name, scene] of Object.entries(scenes))
  if (wanted === undefined || wanted === name)
    // Half of the kills with the database that Agio brings, half with one of its own.
    rows.push([
      name,
      ...(await withFolder((folder) => scene({ folder, port: 4724, people, kills: kills / 2 }))),
    ])
table(['scene', ...head], rows)
