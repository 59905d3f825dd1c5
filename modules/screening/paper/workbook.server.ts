import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import type { StreamedFile } from '#kit/server/files.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { workbook } from '#kit/server/tables/table.server.ts'

type Input = Pick<ListInput, 'filters' | 'timeZone'>
type Cell = string | number | null

/** A list as a workbook, read in pages while it is written; `page` answers the rows after the one with this id. */
export function listWorkbook<R extends { id: string }>(
  { services, actor, language, now, input }: Ctx<Pick<ListInput, 'filters'>>,
  name: string,
  columns: Record<string, (row: R) => Cell>,
  page: (db: Db, input: Input, last: string | undefined) => Promise<readonly R[]>,
): StreamedFile {
  const timeZone = () => services.timeZone(actor.companyId)
  async function* cells() {
    let last: string | undefined
    for (;;) {
      const rows = await inCompany(actor.companyId, () => page(services.db, { ...input, timeZone }, last))
      for (const row of rows) yield Object.values(columns).map((cell) => cell(row))
      last = rows.at(-1)?.id
      if (rows.length === 0) return
    }
  }
  const heads = Object.keys(columns).map((key) => text(language, `messages.screeningColumns.${key}`))
  return workbook(`${name}-${now.toISOString().slice(0, 10)}`, heads, cells())
}

/** The words of the evidence for a value. */
export const wordOf =
  ({ language }: Pick<Ctx, 'language'>, kind: 'states' | 'causes' | 'kinds') =>
  (value: string | null): string | null =>
    value === null ? null : text(language, `messages.evidence.${kind}.${value}`)
