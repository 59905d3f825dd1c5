import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { runningEmbedded } from '#apps/server/embedded.ts'
import { openHouse } from './counter-house.ts'
import { gather } from './crowd.ts'
import { type Scene, settle } from './faults-scene.ts'
import { startProgram } from './tools.ts'

// The disk of the data folder runs full while tellers deal, and has room again some seconds later.

const rounds = 3
const secondsFull = 15
const chunk = Buffer.alloc(4096)

/** Writes until there is no room, and again where some becomes free. */
async function fill(file: string, seconds: number): Promise<void> {
  const handle = openSync(file, 'w')
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    try {
      for (;;) writeSync(handle, chunk)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
    await pause(50)
  }
  closeSync(handle)
}

/** The embedded database on a small tmpfs. */
export const fullDisk: Scene = async ({ folder, port, people }) => {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const mounted = spawnSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=1g,mode=0755', 'tmpfs', disk])
  if (mounted.status !== 0) return ['not done: a tmpfs cannot be mounted here']
  const data = join(disk, 'data')
  const env = { AGIO_DATA_DIR: data, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' }
  let lines = 0
  const start = () => startProgram('apps/server/main.ts', env, /Agio is ready/, () => lines++)
  let server = await start()
  try {
    const crowd = gather(await openHouse(`http://127.0.0.1:${port}/api`, people))
    const heard: Record<string, number> = {}
    let [ended, slowest] = [0, 0]
    for (let round = 0; round < rounds; round++) {
      await crowd.more(50)
      lines = 0
      const filling = fill(join(disk, 'filler'), secondsFull)
      const full = new AbortController()
      const asking = (async () => {
        while (!full.signal.aborted) {
          const said = await fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ status }) => String(status),
            () => 'nobody',
          )
          heard[said] = (heard[said] ?? 0) + 1
          await pause(500)
        }
      })()
      await filling
      full.abort()
      await asking
      rmSync(join(disk, 'filler'))
      const freed = performance.now()
      if (server.isOver()) {
        ended++
        server = await start()
      }
      await crowd.more(1)
      slowest = Math.max(slowest, (performance.now() - freed) / 1000)
    }
    const said = Object.entries(heard).map(([status, times]) => `${times} x ${status}`)
    const { bavail, bsize } = statfsSync(disk)
    const what = [
      `${rounds} x ${secondsFull} s without room`,
      `/readyz said ${said.join(', ')}`,
      `${lines} lines of log in the last`,
      `the server ended ${ended} times`,
      `first deal at most ${slowest.toFixed(1)} s after there was room (${Math.round((bavail * bsize) / 2 ** 20)} MB)`,
    ].join('; ')
    return await settle(what, crowd, { env, owner: () => runningEmbedded(data) as pg.ClientConfig })
  } finally {
    await server.stop()
    spawnSync('/usr/bin/umount', [disk])
  }
}
