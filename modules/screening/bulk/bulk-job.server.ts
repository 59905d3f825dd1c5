import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { DB } from '#db/types.ts'
import { csvLine, headKey } from '#kit/domain/cells.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { isTakenFrom } from '#kit/domain/workflow.domain.ts'
import type { Services } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { keepFile } from '#kit/server/files.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import { storedTable } from '#kit/server/tables/stored-table.server.ts'
import { languages, text } from '#kit/server/texts.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import type { MatchOptions } from '#modules/names/matching/options.domain.ts'
import { type OpenList, openList } from '#modules/watchlists/public.server.ts'
import { crowdOf } from '../findings/match.server.ts'
import { type Asker, type Finding, findIn, type ListUsed, openSources } from '../findings/ask.server.ts'
import { keep, type Occasion } from '../findings/record.server.ts'
import { stateOf } from '../screenings/screenings.domain.ts'
import { settingsFor } from '../settings/settings.server.ts'
import { askedOf, type BulkColumn, bulkWorkflow, columnsOf, mostRows } from './bulk.domain.ts'
import * as queries from './bulk.queries.ts'

const batch = 500
const resultHeads = ['result', 'reason', 'matches', 'score', 'list', 'entry', 'matchedName']

export const bulkJob: Job = {
  name: 'screening.bulk',
  isHeavy: true,
  died: async ({ id }, { services: { db, now } }) => {
    const finishedAt = now().toISOString()
    await queries.move(db, String(id), 'fail', { failure: 'READER_DIED', finishedAt })
  },
  run: async ({ id }, { services, isLast = false }) => {
    try {
      await screenFile(services, String(id))
    } catch (error) {
      const refusal = error instanceof Refusal ? error : undefined
      // Whatever else goes wrong is tried again, as long as it is: then nobody waits for it any more.
      if (refusal || isLast)
        await queries.move(services.db, String(id), 'fail', {
          failure: String(refusal?.code ?? 'BULK_BROKEN'),
          failureData: JSON.stringify(refusal?.data ?? {}),
          finishedAt: services.now().toISOString(),
        })
      if (!refusal) throw error
    }
  },
}

/** The rows of a file, so many at a time, and where in them is what is read; a file that is too long, or has no names, is refused. */
const batchesOf = (services: Services, fileId: string) =>
  storedTable(services, fileId, {
    most: mostRows,
    size: batch,
    headsOf: (heads) => {
      const columns = columnsOf(heads, labels())
      if (columns.name === undefined) throw new Refusal('BULK_COLUMN', { column: 'name' })
      const keys = heads.map(headKey)
      const read = new Set(Object.values(columns))
      const twice = heads.filter((_, at) => !read.has(at) && [...read].some((one) => keys[one] === keys[at]))
      if (twice.length > 0) throw new Refusal('FILE_COLUMN_TWICE', { columns: shorten(twice).join(', ') })
      return { heads, columns, unused: heads.filter((head, at) => head.trim() !== '' && !read.has(at)) }
    },
  })

/** What the columns are called on the screens, in all languages. */
const labels = (): Partial<Record<BulkColumn, string[]>> => {
  const inAll = (key: string) => languages.map((language) => text(language, `messages.${key}`))
  return {
    name: inAll('importFields.name'),
    dateOfBirth: inAll('fields.dateOfBirth'),
    country: inAll('fields.nationality'),
    gender: inAll('fields.gender'),
    documentNumber: inAll('fields.idNumber'),
  }
}

/** As many names as somebody would read, in signs that the database holds. */
const shorten = (names: readonly string[]) =>
  names.slice(0, 20).map((name) => name.replaceAll('\u0000', '').toWellFormed().slice(0, 60))

/** Counts the rows before any is screened, and says what is read of the file. */
async function survey(services: Services, fileId: string) {
  const read = { total: 0, sheet: '', otherSheets: [] as string[], unusedColumns: [] as string[] }
  for await (const { rows, heads, sheet, otherSheets } of batchesOf(services, fileId)) {
    read.total += rows.length
    Object.assign(read, { sheet, otherSheets: shorten(otherSheets), unusedColumns: shorten(heads.unused) })
  }
  return read
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

/** Screens a file from its beginning. What a run kept before it broke off is not kept again, only told again. */
async function screenFile(services: Services, id: string): Promise<void> {
  const { db } = services
  const one = await queries.rows.find(db, id)
  if (!one || !isTakenFrom(bulkWorkflow.actions.goOn, one.state)) return
  const terms = one.lists === null ? await begin(services, one) : await begun(db, one)
  if (!terms) return
  const told = await screenRows(services, one, terms)
  if (told) await finish(services, one, told)
}

/** How far a file is screened. */
interface Progress {
  done: number
  withHits: number
  faulty: number
}
interface Told extends Progress {
  /** The file that is given back. */
  content: Buffer
}
type Kept = Parameters<typeof keep>[2][number]

const actorOf = ({ companyId, byId, byName }: Row) => ({ companyId, userId: byId, name: byName })

/** Screens all rows and keeps the hits; undefined where the file was cancelled, or another run goes on with it. */
async function screenRows(services: Services, one: Row, terms: Terms): Promise<Told | undefined> {
  const { asker, settings } = terms
  const result: Buffer[] = []
  const progress: Progress = { done: 0, withHits: 0, faulty: 0 }
  const images = asker.open.map(({ image }) => image)
  const crowd = crowdOf(images, settings.options)
  const by = { id: one.byId, name: one.byName }
  const occasion = { cause: 'bulk', by, now: services.now(), settings, bulkId: one.id } as const
  try {
    for await (const { heads: file, rows } of batchesOf(services, one.fileId)) {
      const { heads, columns } = file
      if (progress.done === 0) result.push(Buffer.from(`\uFEFF${csvLine([...heads, ...resultHeads])}`))
      const asked = rows.map(({ cells }) => ({ cells, ...askedOf(cells, columns) }))
      const subjects = asked.flatMap(({ subject, fault }) => (fault ? [] : subject))
      const found = new Set(await crowd.found(subjects))
      const hits: Kept[] = []
      for (const { cells, subject, fault } of asked) {
        // Threads say only of whom there is something; what it is, or why nobody could say, is found here, others in between.
        if (found.has(subject)) await breathe()
        const finding = fault
          ? { hits: [], failure: fault }
          : findIn(found.has(subject) ? asker.open : [], subject, settings.options)
        if (finding.hits.length > 0) hits.push({ subject, finding })
        if (finding.failure) progress.faulty += 1
        result.push(Buffer.from(csvLine([...cells, ...said(finding, asker.stale)])))
      }
      progress.withHits += hits.length
      const from = progress.done
      progress.done += rows.length
      if (progress.done <= one.done) continue
      // Hits and progress are one change: whoever goes on after a broken run, or beside another, keeps none twice.
      const save = (to: Db) => queries.move(to, one.id, 'goOn', { ...progress, from })
      const keepHits = async (tx: Db) => {
        const isMine = await save(tx)
        if (isMine) await keep(tx, asker, hits, occasion)
        return isMine
      }
      const act = () => runAct(services.db, actorOf(one), 'screening.bulk', keepHits)
      if (!(await (hits.length === 0 ? save(services.db) : act()))) return undefined
    }
  } finally {
    await crowd.stop()
  }
  return { ...progress, content: Buffer.concat(result) }
}

/** Keeps the file that is given back, and tells the user who uploaded it. */
async function finish(services: Services, one: Row, { content, ...progress }: Told): Promise<void> {
  const { db, files, now } = services
  const { companyId, byId } = one
  await runAct(db, actorOf(one), 'screening.bulk', async (tx) => {
    const upload = {
      name: `${one.fileName.replace(/\.[^.]*$/, '')}-result.csv`,
      type: 'text/csv',
      bytes: content,
      sha256: createHash('sha256').update(content).digest('hex'),
      fields: {},
    }
    const resultFileId = await keepFile(tx, files, upload, { companyId, userId: byId })
    const finishedAt = now().toISOString()
    const values = { ...progress, resultFileId, finishedAt }
    if (!(await queries.move(tx, one.id, 'finish', values))) return
    await notify(tx, {
      to: { users: [byId] },
      type: 'DOCUMENT',
      text: 'screening.bulk',
      values: { name: one.fileName, rows: progress.done, hits: progress.withHits },
    })
  })
}

type Row = Selectable<DB['screening.bulk']>
type Terms = { asker: Pick<Asker, 'source' | 'lists' | 'open' | 'stale'>; settings: Occasion['settings'] }

/** Begins a file by the settings and lists of now, which hold to its end. Undefined where it was cancelled. */
async function begin(services: Services, { id, dataSource, fileId }: Row): Promise<Terms | undefined> {
  const { db, now } = services
  const read = await survey(services, fileId)
  const settings = await settingsFor(db)
  const opening = { settings, kind: 'manual', now: now(), isNewest: true } as const
  const [asker] = await openSources(db, [dataSource], opening)
  if (!asker) throw new Refusal('NO_LIST_LOADED')
  const goesOn = await queries.move(db, id, 'begin', {
    ...read,
    settingsVersionId: settings.versionId,
    options: JSON.stringify(settings.options),
    lists: JSON.stringify(asker.lists),
    stale: asker.stale,
  })
  return goesOn ? { asker, settings } : undefined
}

/** By what a file was begun: its rows are told by the same settings and lists, however often it is begun again. */
async function begun(db: Db, row: Row): Promise<Terms> {
  const lists = row.lists as unknown as ListUsed[]
  const open: OpenList[] = []
  for (const { versionId } of lists) open.push(await openList(db, versionId, { isNewest: true }))
  return {
    asker: { source: row.dataSource, lists, open, stale: row.stale },
    settings: { versionId: row.settingsVersionId, options: row.options as unknown as MatchOptions },
  }
}
