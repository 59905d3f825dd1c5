import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { errorCode, folderRefusal, StartRefusal } from '#kit/server/start-refusal.server.ts'

/** One file inside an archive: its size in bytes, and the SHA-256 of its content in hex. */
export type Entry = { name: string; size: number; sha256: string }
/** Adds one file to the archive that is being written; `chunks` together have `size` bytes. */
export type Add = (name: string, size: number, chunks: AsyncIterable<Buffer> | Buffer[]) => Promise<void>

const MANIFEST = 'manifest.json'

/**
 * Writes a tar.gz. Its last file `manifest.json` is what `fill` answers together with the list of all other
 * files, so that a truncated archive is recognised. It grows as `<target>.partial`, and becomes `target`, in
 * place of an earlier one, only when it is whole and on the disk.
 * @throws StartRefusal when the place cannot be written; then neither `target` nor a remainder is there
 */
export async function writeArchive(target: string, fill: (add: Add) => Promise<object>): Promise<void> {
  const isFolder = (await fs.stat(target).catch(() => undefined))?.isDirectory()
  if (isFolder) throw new StartRefusal(`${target} is a folder: name a file in it.`)
  const partial = `${target}.partial`
  const tar = pack()
  const entries: Entry[] = []
  const add: Add = async (name, size, chunks) => {
    const hash = createHash('sha256')
    const packed = Promise.withResolvers<void>()
    packed.promise.catch(() => {}) // it is awaited below, unless something fails before
    const entry = tar.entry({ name, size, mode: 0o600 }, (error) =>
      error ? packed.reject(error) : packed.resolve(),
    )
    for await (const chunk of chunks) {
      hash.update(chunk)
      if (!entry.write(chunk)) await once(entry, 'drain')
    }
    entry.end(null)
    await packed.promise
    entries.push({ name, size, sha256: hash.digest('hex') })
  }
  const fillAll = async () => {
    const manifest = Buffer.from(JSON.stringify({ ...(await fill(add)), entries: [...entries] }))
    await add(MANIFEST, manifest.length, [manifest])
    tar.finalize()
  }
  try {
    await fs.rm(partial, { force: true })
    const file = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
    await Promise.all([pipeline(tar, createGzip({ level: 4 }), file), fillAll()])
    await fs.rename(partial, target)
    await syncFolder(dirname(target))
  } catch (error) {
    tar.destroy()
    await fs.rm(partial, { force: true }).catch(() => {}) // what stopped us may stop this too
    throw folderRefusal(error, dirname(target)) ?? error
  }
}

/**
 * Reads an archive from beginning to end and checks every file against the manifest.
 * @param onEntry receives each file but the manifest; what it does not read is read past
 * @returns the manifest's text @throws StartRefusal when the archive is missing, truncated or damaged: then
 *   `onEntry` has seen files that must not be used
 */
export async function readArchive(
  source: string,
  onEntry: (name: string, chunks: AsyncIterable<Buffer>) => Promise<void> = async () => {},
): Promise<string> {
  const entries: Entry[] = []
  const tar = extract()
  let manifest: Buffer[] = []
  let damage: unknown
  let failure: { error: unknown } | undefined
  const readAll = async () => {
    for await (const entry of tar) {
      if (manifest.length) throw new Error('something follows its manifest')
      const hash = createHash('sha256')
      let size = 0
      const chunks = (async function* () {
        try {
          for await (const chunk of entry as AsyncIterable<Buffer>) {
            hash.update(chunk)
            size += chunk.length
            yield chunk
          }
        } catch (error) {
          damage = error
          throw error
        }
      })()
      const { name } = entry.header
      if (name === MANIFEST) manifest = await Array.fromAsync(chunks)
      else await onEntry(name, keepOpen(chunks)).catch((error: unknown) => tar.destroy(failFor(error)))
      for await (const _ of chunks) continue
      if (name !== MANIFEST) entries.push({ name, size, sha256: hash.digest('hex') })
    }
  }
  const failFor = (error: unknown) => {
    failure = { error }
    return new Error('reading was given up')
  }
  const [fed, read] = await Promise.allSettled([
    pipeline(createReadStream(source), createGunzip(), tar),
    readAll(),
  ])
  if (failure && !damage) throw failure.error
  if (fed.status === 'rejected' && /^E[A-Z]+$/.test(errorCode(fed.reason) ?? ''))
    throw new StartRefusal(
      `The backup ${source} cannot be read (${errorCode(fed.reason)}): name another one.`,
    )
  const text = Buffer.concat(manifest).toString('utf8')
  if (fed.status === 'rejected') damage = fed.reason
  else if (read.status === 'rejected') damage = read.reason
  else if (listOf(text) !== JSON.stringify(entries))
    damage = new Error('its files are not those of its manifest')
  if (!damage) return text
  const detail = damage instanceof Error ? damage.message : 'it is no archive'
  throw new StartRefusal(`The backup ${source} is damaged (${detail}): nothing was changed, use another one.`)
}

function listOf(manifest: string): string | undefined {
  try {
    return JSON.stringify((JSON.parse(manifest) as { entries: unknown }).entries)
  } catch {
    return undefined
  }
}

/** Lets a reader leave early without ending the source: the rest must still be read for its hash. */
const keepOpen = (chunks: AsyncIterableIterator<Buffer>): AsyncIterable<Buffer> => ({
  [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }),
})

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await fs.open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
