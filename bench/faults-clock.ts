import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { runningEmbedded } from '#apps/server/embedded.ts'
import { openHouse } from './counter-house.ts'
import { gather } from './crowd.ts'
import { type Scene, settle } from './faults-scene.ts'
import { startProgram } from './tools.ts'

// The server's clock jumps while tellers deal; that of its database does not.

/** Of Debian's package faketime. */
const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const jumps = ['+90s', '-90s', '+20m', '-20m', '+26h', '-26h', '+40d', '-3h', '+0s']
const secondsEach = 8

export const clock: Scene = async ({ folder, port, people }) => {
  if (!existsSync(library)) return ['not done: no libfaketime here']
  const file = join(folder, 'clock')
  writeFileSync(file, '+0s\n')
  const env = {
    AGIO_DATA_DIR: folder,
    AGIO_PORT: String(port),
    AGIO_HOST: '127.0.0.1',
    AGIO_LOG_LEVEL: 'silent',
  }
  const faked = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const server = await startProgram('apps/server/main.ts', { ...env, ...faked }, /Agio is ready/)
  const crowd = gather(await openHouse(`http://127.0.0.1:${port}/api`, people))
  const dealt: string[] = []
  for (const jump of jumps) {
    writeFileSync(file, `${jump}\n`)
    const before = crowd.answered.length
    await pause(secondsEach * 1000)
    dealt.push(`${jump} ${crowd.answered.length - before}`)
  }
  const what = `clock set, and deals in ${secondsEach} s: ${dealt.join(', ')}`
  const row = await settle(what, crowd, { env, owner: () => runningEmbedded(folder) as pg.ClientConfig })
  await server.stop()
  return row
}
