import { dayIn, momentIn } from '#kit/domain/periods.domain.ts'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Ctx } from '../context.server.ts'
import { type Db, inCompany } from '../database.server.ts'
import type { StreamedFile } from '../files.server.ts'
import { text } from '../texts.server.ts'
import { workbook } from './table.server.ts'

type Cell = string | number | null

interface Sheet<R, C> {
  /** Of the file; the day, or what is given as `period`, follows it. */
  name: string
  period?: string
  /** Where the titles of the columns lie among the messages, by the keys of the columns; or the titles. */
  texts: string | readonly string[]
  /** What a row has under this key, as text, a number or a moment; or what is made of it. */
  columns: { [K in keyof C]: ((row: R) => Cell) | (K extends keyof R ? 'text' | 'number' | 'moment' : never) }
  /** The place by whose time zone the moments of a row are written. */
  place?: (row: R) => string | null
  rows: Iterable<R> | AsyncIterable<R>
}

/** Rows as a workbook, made while it is sent. */
export async function sheet<R, C>(
  { language, now, services, actor }: Pick<Ctx, 'language' | 'now' | 'services' | 'actor'>,
  { name, period, texts, columns, place, rows }: Sheet<R, C>,
): Promise<StreamedFile> {
  const { timeZone, places } = await services.calendar(actor.companyId)
  const makers = Object.entries<((row: R) => Cell) | 'text' | 'number' | 'moment'>(columns)
  const cellOf = (row: R) => (key: string, made: (typeof makers)[number][1]) => {
    if (typeof made === 'function') return made(row)
    const value = (row as Record<string, Cell>)[key] ?? null
    if (made === 'text' || value === null || value === '') return value
    return made === 'number' ? Number(value) : momentIn(places[place?.(row) ?? ''] ?? timeZone, String(value))
  }
  async function* cells() {
    for await (const row of rows) {
      const cell = cellOf(row)
      yield makers.map(([key, made]) => cell(key, made))
    }
  }
  const heads =
    typeof texts === 'string' ? makers.map(([key]) => text(language, `messages.${texts}.${key}`)) : texts
  return workbook(`${name}-${period ?? dayIn(timeZone, now)}`, heads, cells())
}

/** Rows of a list, read in parts while they are written; `part` answers those after the last one, and none at the end. */
export async function* inParts<I, R>(
  { services, actor, input }: Pick<Ctx<I>, 'services' | 'actor' | 'input'>,
  part: (
    db: Db,
    input: I & Required<Pick<ListInput, 'calendar'>>,
    last: R | undefined,
  ) => Promise<readonly R[]>,
): AsyncGenerator<R> {
  const calendar = () => services.calendar(actor.companyId)
  const after = (last?: R) => {
    const rows = inCompany(actor.companyId, () => part(services.db, { ...input, calendar }, last))
    // The caller that awaits it gets the error.
    rows.catch(() => undefined)
    return rows
  }
  let rows = await after()
  while (rows.length > 0) {
    // The next ones are on their way while these are written.
    const next = after(rows.at(-1))
    yield* rows
    rows = await next
  }
}
