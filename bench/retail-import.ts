import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { workbook, xlsx } from '#kit/server/tables/table.server.ts'
import { type Imported, itemImports } from '#modules/retail/item-imports/item-imports.contract.ts'
import { signIn } from './counter-house.ts'
import { callsOf, itemCells, itemHead } from './retail-shop.ts'
import { forget, resident, startProgram, table, withFolder } from './tools.ts'

// The import of a catalogue: all items or none, in one call. BENCH_ITEMS is another number of items.

const port = 4736
const most = Number(process.env['BENCH_ITEMS'] ?? 20_000)

const tables = {
  csv: (from: number, rows: number) =>
    Promise.resolve(
      new Blob([[itemHead, ...itemCells(from, rows)].map((cells) => cells.join(',')).join('\n')], {
        type: 'text/csv',
      }),
    ),
  xlsx: async (from: number, rows: number) =>
    new Blob([new Uint8Array(await buffer(workbook('items', itemHead, itemCells(from, rows)).stream))], {
      type: xlsx,
    }),
}

/** Imports tables of growing size into a house that serves, with the time and the most memory of the server. */
export async function importItems(): Promise<void> {
  await withFolder(async (folder) => {
    const start = () =>
      startProgram(
        'apps/server/main.ts',
        { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' },
        /Agio is ready/,
      )
    // Memory is that of a program that serves, not of the one that made the demonstration.
    await (await start()).stop()
    const out: (string | number)[][] = []
    let made = 0
    for (const type of ['csv', 'xlsx'] as const)
      for (const rows of [most / 100, most / 10, most]) {
        const server = await start()
        try {
          const base = `http://127.0.0.1:${port}/api`
          const { login } = await signIn(base, 'admin')
          const { send } = callsOf(base, login)
          const file = await tables[type](made, rows)
          // What is left of the start is over before anything is measured.
          await pause(3000)
          forget(server.pid)
          const idle = resident(server.pid)
          const run = async (dryRun: 'false' | 'true') => {
            const began = performance.now()
            const path = itemImports.import.path
            const { created, faults } = await send<Imported>(path, file, `items.${type}`, { dryRun })
            if (created !== (dryRun === 'true' ? 0 : rows)) throw new Error(JSON.stringify(faults[0]))
            return (performance.now() - began) / 1000
          }
          const dry = await run('true')
          const dryMost = resident(server.pid)
          const whole = await run('false')
          made += rows
          const each = ((whole * 1e6) / rows).toFixed(0)
          const size = (file.size / 1e6).toFixed(1)
          out.push([
            type,
            rows,
            size,
            dry.toFixed(2),
            whole.toFixed(2),
            each,
            idle,
            dryMost,
            resident(server.pid),
          ])
        } finally {
          await server.stop()
        }
      }
    table(
      [
        'import of items',
        'rows',
        'MB',
        'dry run, s',
        'import, s (aim 15)',
        'µs a row',
        'resident MB before',
        'at most: dry run',
        'import (aim 300)',
      ],
      out,
    )
  })
}
