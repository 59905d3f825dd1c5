import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { percentile, root, table, withFolder } from './tools.ts'

// From `npm start` to its ready line: the first run builds the web app, makes the database and the demonstration company.

const port = 4721

await withFolder(async (folder) => {
  const start = async (): Promise<number> => {
    const began = performance.now()
    const child = spawn('npm', ['start'], {
      cwd: root,
      env: { ...process.env, AGIO_DATA_DIR: join(folder, 'data'), AGIO_PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    await new Promise<void>((resolve, reject) => {
      void ended.then(() => reject(new Error('npm start ended before it was ready')))
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('Agio is ready')) resolve()
      })
    })
    const seconds = (performance.now() - began) / 1000
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await ended
    return seconds
  }
  for (const built of ['dist/web', 'dist/web.stamp'])
    rmSync(join(root, built), { recursive: true, force: true })
  const first = await start()
  if (!existsSync(join(root, 'dist/web/index.html'))) throw new Error('the web app was not built')
  const later: number[] = []
  for (let run = 0; run < 5; run++) later.push(await start())
  table(
    ['npm start to ready', 'seconds', 'aim'],
    [
      ['first run: web app built, database and demonstration company made', first.toFixed(1), 8],
      ['later runs, median of 5', percentile(later, 0.5).toFixed(1), 3],
    ],
  )
})
