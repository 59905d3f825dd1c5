import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startProgram } from './tools.ts'

// What benches over long histories share: a folder of made-up data that is kept, a program over it, its owner, and how long it takes.

export const start = (folder: string, at: number) =>
  startProgram(
    'apps/server/main.ts',
    { AGIO_DATA_DIR: folder, AGIO_PORT: String(at), AGIO_HOST: '127.0.0.1' },
    /Agio is ready/,
  )

/** The owner of the database of a program that runs over this folder. */
export async function ownerOf(folder: string): Promise<pg.Client> {
  const socket = readFileSync(join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const owner = new pg.Client({ host: socket, user: 'agio_owner', database: 'agio' })
  await owner.connect()
  return owner
}

/** A folder of made-up data, made where it is not there yet. */
export async function keepFolder(
  parent: string,
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(parent, name)
  const isMade = join(folder, 'made')
  if (existsSync(isMade)) return folder
  // One that was not finished is begun anew.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await make(folder)
  writeFileSync(isMade, '')
  return folder
}

/** Does work with a program over made-up data and the owner of its tables; `BENCH_DATA` names a folder that keeps the data. */
export async function withHistory(
  at: number,
  made: (parent: string) => Promise<string>,
  work: (base: string, owner: pg.Client) => Promise<void>,
): Promise<void> {
  const { BENCH_DATA: kept } = process.env
  const parent = kept ?? mkdtempSync(join(tmpdir(), 'agio-history-'))
  mkdirSync(parent, { recursive: true })
  try {
    const folder = await made(parent)
    const server = await start(folder, at)
    const owner = await ownerOf(folder)
    try {
      await work(`http://127.0.0.1:${at}/api`, owner)
    } finally {
      await owner.end()
      await server.stop()
    }
  } finally {
    if (!kept) rmSync(parent, { recursive: true, force: true })
  }
}

/** How long each of so many asks takes, with the last answer. The first is not counted: it plans, and reads from the disk. */
export async function timeAsks<T>(
  times: number,
  ask: () => Promise<T>,
): Promise<{ took: number[]; answer: T }> {
  let answer = await ask()
  const took: number[] = []
  for (let n = 0; n < times; n += 1) {
    const began = performance.now()
    answer = await ask()
    took.push(performance.now() - began)
  }
  return { took, answer }
}

/** Accounts were made long ago: whoever made one decides on what it makes. */
export async function ageAccounts(folder: string): Promise<void> {
  const owner = await ownerOf(folder)
  try {
    await owner.query(`update access.account_hand set at = at - interval '10 years'`)
  } finally {
    await owner.end()
  }
}
