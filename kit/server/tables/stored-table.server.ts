import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Services } from '../context.server.ts'
import { readStored, storedFile } from '../files.server.ts'
import { tableRows } from './table.server.ts'

interface TablePart<H> {
  heads: H
  encoding: string
  rows: { rowNumber: number; cells: string[] }[]
}

/**
 * The rows of an uploaded table, so many at a time, with what its first row says that the columns hold. Rows that say nothing
 * are passed over; a row's number is that in the file.
 * @throws Refusal as `tableRows`, TABLE_LONG beyond `most` rows, TABLE_EMPTY, or what `headsOf` refuses
 */
export async function* storedTable<H>(
  { db, files }: Pick<Services, 'db' | 'files'>,
  fileId: string,
  rule: { most: number; size: number; otherwise?: string; headsOf: (cells: string[]) => H },
): AsyncGenerator<TablePart<H>> {
  const file = await storedFile(db, fileId)
  let heads: { of: H } | undefined
  let rows: TablePart<H>['rows'] = []
  let [rowNumber, total, encoding] = [0, 0, '']
  for await (const piece of tableRows(await readStored(files, file), file.mediaType, rule.otherwise)) {
    encoding = piece.encoding
    for (const cells of piece.rows) {
      rowNumber += 1
      if (cells.every((cell) => cell.trim() === '')) continue
      if (!heads) {
        heads = { of: rule.headsOf(cells) }
        continue
      }
      total += 1
      if (total > rule.most) throw new Refusal('TABLE_LONG', { most: rule.most })
      if (rows.push({ rowNumber, cells }) < rule.size) continue
      yield { heads: heads.of, encoding, rows }
      rows = []
    }
  }
  if (!heads || total === 0) throw new Refusal('TABLE_EMPTY')
  if (rows.length > 0) yield { heads: heads.of, encoding, rows }
}
