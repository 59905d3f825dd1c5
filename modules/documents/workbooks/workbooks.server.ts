import type { ListInput } from '#kit/contract/list.contract.ts'
import { textOf, valueAt } from '#kit/domain/table.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { StreamedFile } from '#kit/server/files.server.ts'
import { inParts, sheet } from '#kit/server/tables/sheet.server.ts'
import { screenText } from '#kit/server/texts.server.ts'

/** What stands in a column; a `value` is told by the word that the screen has for it. */
type Column = 'text' | 'number' | 'moment' | 'value'

/**
 * What a list has as a workbook: where the screen finds its texts, such as `bank:expenses`; the columns in their order, under the titles
 * `fields.<key>` of the screen; and the field of the place by whose time zone moments are told, `branchId` unless named.
 */
export type ListSheet<Row> = [
  texts: string,
  columns: { readonly [K in keyof Row]?: Column },
  place?: keyof Row & string,
]

const pageSize = 1000

/**
 * A list as a workbook, in the order of the screen and page by page while it is sent: `pageOf` is the list's own reading, so that what
 * a person may not see is not in it either. Rows that move to another page meanwhile are written all the same, and once.
 */
export function exportList<I extends ListInput, Row extends object>(
  ctx: Ctx<I>,
  [texts, columns, place = 'branchId' as keyof Row & string]: ListSheet<Row>,
  pageOf: (ctx: Ctx<I>) => Promise<readonly Row[]>,
): Promise<StreamedFile> {
  const say = (key: string) => screenText(ctx.language, texts, key)
  const made = Object.entries<Column>(columns as Record<string, Column>).map(([key, column]) => [
    key,
    column === 'value' ? (row: object) => wordOf(row, key, say) : column,
  ])
  return sheet<Record<string, string | null>, Record<string, unknown>>(ctx, {
    name: texts.replaceAll(/:|(?=[A-Z])/g, '-').toLowerCase(),
    texts: Object.keys(columns).map((key) => say(`fields.${key}`) ?? key),
    columns: Object.fromEntries(made) as Record<string, 'text'>,
    place: (row) => row[place] ?? null,
    rows: rowsOf(ctx, pageOf) as AsyncIterable<never>,
  })
}

/** The handlers of a list that is read in its own way, and of the same as a workbook. */
export const makeLists = <I extends ListInput, Row extends object, P>(
  list: (ctx: Ctx<I>) => Promise<{ items: Row[]; pagination: P }>,
  ...own: ListSheet<Row>
) => ({
  list,
  export: (ctx: Ctx<I>) => exportList(ctx, own, async (part) => (await list(part)).items),
})

function wordOf(row: object, key: string, say: (key: string) => string | undefined): string | null {
  const value = valueAt(row, key)
  if (value === null || value === undefined || value === '') return null
  const plain = textOf(value)
  return say(`values.${key}.${plain}`) ?? plain
}

async function* rowsOf<I extends ListInput, Row extends object>(
  ctx: Ctx<I>,
  pageOf: (ctx: Ctx<I>) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let pageNum = 0
  let last: Row | undefined
  let isLast = false
  const written = new Set<unknown>()
  const rows = inParts<I, Row>(ctx, async (_, input) => {
    if (isLast) return []
    const read = (num: number, size: number) => {
      const asked = { input: { value: { ...input, pageNum: num, pageSize: size } } }
      return pageOf(Object.create(ctx, asked) as Ctx<I>)
    }
    const before = last
    const page = await read((pageNum += 1), pageSize)
    isLast = page.length < pageSize
    last = page.at(-1)
    if (before === undefined) return page
    // Where rows before it have left the list, what was to come has moved into the page that was read.
    const [edge] = await read((pageNum - 1) * pageSize, 1)
    return edge && idOf(edge) === idOf(before) ? page : [...(await read(pageNum - 1, pageSize)), ...page]
  })
  for await (const row of rows) {
    if (written.has(idOf(row))) continue
    written.add(idOf(row))
    yield row
  }
}

const idOf = (row: object) => valueAt(row, 'id')
