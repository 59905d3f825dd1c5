import { serialOf } from '#modules/inventory/units/units.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { tableRows } from '#kit/server/tables/table.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { serialSheets } from './serial-sheets.contract.ts'
import { type SheetFault, serialsOfSheet } from './serial-sheets.domain.ts'

import * as queries from './serials.queries.ts'

export const serialSheetsRouter = serve(serialSheets, { read })

/** Cells with a fault that are told of. */
const most = 100

async function read({ db, file, language }: Ctx<object>) {
  if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
  const pieces = await Array.fromAsync(tableRows(new Uint8Array(file.bytes), file.type, undefined, true))
  const { serials, faults } = serialsOfSheet(pieces.flatMap(({ rows }) => rows))
  const known = new Set(
    (await queries.find(db, ['', ...serials.map(({ serial }) => serialOf(serial))])).flatMap(
      ({ key, state }) => (state === 'gone' ? [] : [key]),
    ),
  )
  const taken = serials
    .filter(({ serial }) => known.has(serialOf(serial)))
    .map(({ row, serial }): SheetFault => ({ row, field: 'serial', code: 'SERIAL_IN_USE', serial }))
  const all = [...faults, ...taken].toSorted((a, b) => a.row - b.row)
  return {
    serials: all.length > 0 ? [] : serials,
    faults: all.slice(0, most).map(({ serial, ...fault }) => ({
      ...fault,
      message: text(language, `refusals.${fault.code}`, { serial, value: serial }),
    })),
  }
}
