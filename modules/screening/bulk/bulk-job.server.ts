import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate as breathe } from 'node:timers/promises'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Services } from '#kit/server/context.server.ts'
import { keepFile, storedFile } from '#kit/server/files.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import { decodeSheet, sheetRows } from '#modules/customers/public.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { crowdOf } from '../images/match.server.ts'
import { type Finding, findIn, openSources } from '../screenings/ask.server.ts'
import { keep } from '../screenings/record.server.ts'
import { stateOf } from '../screenings/screenings.domain.ts'
import { settingsFor } from '../settings/settings.server.ts'
import { askedOf, columnsOf, csvRow, mostRows } from './bulk.domain.ts'
import * as queries from './bulk.queries.ts'

const batch = 500
const resultHeads = ['result', 'reason', 'matches', 'score', 'list', 'entry', 'matchedName']

export const bulkJob: Job = {
  name: 'screening.bulk',
  run: async ({ id }, { services }) => {
    try {
      await screenFile(services, String(id))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await queries.saveProgress(services.db, String(id), {
        state: 'failed',
        failure: String(error.code),
        failureData: JSON.stringify(error.data),
        finishedAt: services.now().toISOString(),
      })
    }
  },
}

/** The rows of a file with the first one apart; what cannot be read is a Refusal. */
async function* rowsOf(bytes: Buffer, mediaType: string): AsyncGenerator<string[]> {
  const text = mediaType === 'text/csv' ? decodeSheet(bytes, 'windows-1252').text : ''
  try {
    for await (const cells of sheetRows(bytes, mediaType, text))
      if (cells.some((cell) => cell.trim() !== '')) yield cells
  } catch {
    throw new Refusal('BULK_UNREADABLE')
  }
}

/** Counts the rows before any is screened: a file that is too long, or has no names, is refused as a whole. */
async function survey(bytes: Buffer, mediaType: string): Promise<number> {
  let total = -1
  for await (const cells of rowsOf(bytes, mediaType)) {
    total += 1
    if (total === 0 && columnsOf(cells).name === undefined)
      throw new Refusal('BULK_COLUMN', { column: 'name' })
    if (total > mostRows) throw new Refusal('BULK_TOO_LONG', { most: mostRows })
  }
  if (total < 1) throw new Refusal('BULK_EMPTY')
  return total
}

/** The rows below the first one, so many at a time, and where in them is what is read. */
async function* batchesOf(bytes: Buffer, mediaType: string) {
  let heads: string[] | undefined
  let rows: string[][] = []
  for await (const cells of rowsOf(bytes, mediaType)) {
    if (!heads) heads = cells
    else if (rows.push(cells) === batch) {
      yield { heads, columns: columnsOf(heads), rows }
      rows = []
    }
  }
  if (heads && rows.length > 0) yield { heads, columns: columnsOf(heads), rows }
}

/** What the file that is given back says of a row. */
function said({ hits, failure }: Finding, stale: readonly string[]): string[] {
  const state = stateOf(
    hits.map(() => ({ state: 'pending' as const })),
    { stale, failure },
  )
  const [best] = hits
  const first = best
    ? [best.score.toFixed(3), best.open.version.list, best.id, best.matchedName]
    : ['', '', '', '']
  return [state, failure, String(hits.length), ...first]
}

async function screenFile(services: Services, id: string): Promise<void> {
  const { db, now } = services
  const one = await queries.rows.find(db, id)
  if (one?.state !== 'waiting' && one?.state !== 'running') return
  const { dataSource, companyId, byId, byName } = one
  const file = await storedFile(db, one.fileId)
  const bytes = await buffer(await services.files.get(file.companyId, file.id))
  const total = await survey(bytes, file.mediaType)
  const settings = await settingsFor(db)
  const [asker] = await openSources(db, [dataSource], {
    settings,
    kind: 'manual',
    now: now(),
    isNewest: true,
  })
  if (!asker) throw new Refusal('NO_LIST_LOADED')
  const begun = {
    state: 'running' as const,
    total,
    settingsVersionId: settings.versionId,
    options: JSON.stringify(settings.options),
    lists: JSON.stringify(asker.lists),
    stale: asker.stale,
  }
  if (!(await queries.saveProgress(db, id, begun))) return
  const result: Buffer[] = []
  let [done, withHits, faulty] = [0, 0, 0]
  const occasion = {
    cause: 'bulk',
    by: { id: byId, name: byName },
    now: now(),
    settings,
    bulkId: id,
  } as const
  const who = { companyId, userId: byId, name: byName }
  const images = asker.open.map(({ image }) => image)
  const crowd = crowdOf(images, settings.options)
  try {
    for await (const { heads, columns, rows } of batchesOf(bytes, file.mediaType)) {
      if (done === 0) result.push(Buffer.from(`\uFEFF${csvRow([...heads, ...resultHeads])}`))
      const hits: Parameters<typeof keep>[2][number][] = []
      const asked = rows.map((cells) => ({ cells, ...askedOf(cells, columns) }))
      const found = new Set(await crowd.found(asked.flatMap(({ subject, fault }) => (fault ? [] : subject))))
      for (const { cells, subject, fault } of asked) {
        // Threads say only of whom there is something; what it is, or why nobody could say, is found here, others in between.
        if (found.has(subject)) await breathe()
        const finding = fault
          ? { hits: [], failure: fault }
          : findIn(found.has(subject) ? asker.open : [], subject, settings.options)
        if (finding.hits.length > 0) {
          withHits += 1
          hits.push({ subject, finding })
        }
        if (finding.failure) faulty += 1
        result.push(Buffer.from(csvRow([...cells, ...said(finding, asker.stale)])))
      }
      done += rows.length
      if (hits.length > 0)
        await runAct(db, who, 'screening.bulk', async (tx) => {
          await keep(tx, asker, hits, occasion)
        })
      if (!(await queries.saveProgress(db, id, { done, withHits, faulty }))) return
    }
  } finally {
    await crowd.stop()
  }
  const content = Buffer.concat(result)
  await runAct(db, who, 'screening.bulk', async (tx) => {
    const upload = {
      name: `${one.fileName.replace(/\.[^.]*$/, '')}-result.csv`,
      type: 'text/csv',
      bytes: content,
      sha256: createHash('sha256').update(content).digest('hex'),
      fields: {},
    }
    const resultFileId = await keepFile(tx, services.files, upload, { companyId, userId: byId })
    await queries.saveProgress(tx, id, {
      state: 'finished',
      done,
      withHits,
      faulty,
      resultFileId,
      finishedAt: now().toISOString(),
    })
    await notify(tx, {
      to: { users: [byId] },
      type: 'DOCUMENT',
      text: 'screening.bulk',
      values: { name: one.fileName, rows: done, hits: withHits },
    })
  })
}
