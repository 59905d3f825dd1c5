import type { Ctx } from '#kit/server/context.server.ts'
import { type NamedUnits, noUnits, unitsOf } from '../units/units.domain.ts'
import { moveUnits } from '../units/units.server.ts'
import type { Receipt, TransferDraft } from './transfers.contract.ts'
import * as queries from './transfers.queries.ts'

type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>
type Row = Pick<queries.TransferRow, 'fromBranchId' | 'holds' | 'id' | 'number' | 'toBranchId'>

const at = ({ id, number }: Row, branchId: string) => ({ id, number, branchId })

/** Keeps what the lines of a new transfer of goods name, so that nobody sells what is packed. Throws at the line. */
export async function packUnits(
  ctx: Acting,
  row: Row,
  lines: readonly (TransferDraft['lines'][number] & NamedUnits)[],
) {
  if (row.holds === 'money') return
  await moveUnits(ctx, {
    act: 'pack',
    document: at(row, row.fromBranchId),
    lines: lines.map((line) => ({ ...line, units: unitsOf(line) })),
  })
}

/** Lets what a transfer of goods carries leave, come back, be lost as far as it did not arrive, or be unpacked. */
export async function carryUnits(ctx: Acting, row: Row, act: 'comeBack' | 'lose' | 'send' | 'unpack') {
  if (row.holds === 'money') return
  const lines = await queries.linesOf(ctx.db, [row.id])
  const moved = await moveUnits(ctx, {
    act,
    document: { ...at(row, row.fromBranchId), toBranchId: row.toBranchId },
    lines: lines.map(({ receivedUnits, ...line }) => ({ ...line, sent: line.units, before: receivedUnits })),
  })
  if (act === 'send')
    await queries.setUnits(
      ctx.db,
      row.id,
      lines.map((line, index) => ({ ...line, units: moved[index] ?? noUnits })),
    )
}

/** Takes the units in that were found where the transfer arrived. Throws at the line of one that was not sent. */
export async function arriveUnits(ctx: Acting & { input: Receipt }, row: Row) {
  if (row.holds === 'money') return
  const sent = new Map((await queries.linesOf(ctx.db, [row.id])).map((line) => [line.itemId, line]))
  const lines = ctx.input.lines.map((line) => ({
    ...line,
    units: unitsOf(line),
    sent: sent.get(line.itemId)?.units ?? noUnits,
    before: sent.get(line.itemId)?.receivedUnits ?? noUnits,
  }))
  const arrived = await moveUnits(ctx, { act: 'arrive', document: at(row, row.toBranchId), lines })
  await queries.setUnits(
    ctx.db,
    row.id,
    lines.map(({ itemId, sent: units }, index) => ({
      itemId,
      units,
      receivedUnits: arrived[index] ?? noUnits,
    })),
  )
}
