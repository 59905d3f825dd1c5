import { type Cell, cellText, type TableRow } from '#kit/domain/cells.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Services } from '../context.server.ts'
import { readStored, storedFile } from '../files.server.ts'
import { type TablePiece, tableRows } from './table.server.ts'

interface TablePart<H> extends TablePiece {
  heads: H
}

const isBlank = (cell: Cell) => typeof cell === 'string' && cell.trim() === ''

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
  let rows: TableRow[] = []
  let total = 0
  let named = { encoding: '', sheet: '', otherSheets: [] as string[] }
  for await (const piece of tableRows(await readStored(files, file), file.mediaType, rule.otherwise)) {
    const { rows: given, ...rest } = piece
    named = rest
    for (const { rowNumber, cells } of given) {
      if (cells.every(isBlank)) continue
      if (!heads) {
        heads = { of: rule.headsOf(cells.map(cellText)) }
        continue
      }
      total += 1
      if (total > rule.most) throw new Refusal('TABLE_LONG', { most: rule.most })
      if (rows.push({ rowNumber, cells }) < rule.size) continue
      yield { ...named, heads: heads.of, rows }
      rows = []
    }
  }
  if (!heads || total === 0) throw new Refusal('TABLE_EMPTY')
  if (rows.length > 0) yield { ...named, heads: heads.of, rows }
}
