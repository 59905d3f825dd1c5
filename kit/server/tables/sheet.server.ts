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
  /** Where the titles of the columns lie among the messages, by the keys of the columns. */
  texts: string
  /** What a row has under this key, as text or as a number; or what is made of it. */
  columns: { [K in keyof C]: ((row: R) => Cell) | (K extends keyof R ? 'text' | 'number' : never) }
  rows: Iterable<R> | AsyncIterable<R>
}

/** Rows as a workbook, made while it is sent. */
export function sheet<R, C>(
  { language, now }: Pick<Ctx, 'language' | 'now'>,
  { name, period = now.toISOString().slice(0, 10), texts, columns, rows }: Sheet<R, C>,
): Promise<StreamedFile> {
  const makers = Object.entries<((row: R) => Cell) | 'text' | 'number'>(columns)
  const cellOf = (row: R) => (key: string, made: (typeof makers)[number][1]) => {
    if (typeof made === 'function') return made(row)
    const value = (row as Record<string, Cell>)[key] ?? null
    return made === 'text' || value === null || value === '' ? value : Number(value)
  }
  async function* cells() {
    for await (const row of rows) {
      const cell = cellOf(row)
      yield makers.map(([key, made]) => cell(key, made))
    }
  }
  const heads = makers.map(([key]) => text(language, `messages.${texts}.${key}`))
  return Promise.resolve(workbook(`${name}-${period}`, heads, cells()))
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
    // Whoever awaits it hears of it.
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
