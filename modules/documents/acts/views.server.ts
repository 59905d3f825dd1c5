import { allowedActions } from '#kit/domain/document.domain.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Workflow } from '#kit/domain/workflow.domain.ts'
import { isAmong } from '#modules/actor.domain.ts'
import { eventsOf } from '../history/history.queries.ts'
import { type DocumentRow, gatesByState } from './documents.domain.ts'
import {
  actionOf,
  type DocumentKind,
  isSeen,
  makersOf,
  mayActAtPlace,
  type Reading,
  recordsOf,
} from './kind.server.ts'
import { decidersOf, namesOfDeciders } from './waiting.server.ts'

/** What a person may do with a document that is there. */
type Can<W extends Workflow> = ReturnType<typeof allowedActions<W>>

/** Documents as a person sees them: with what they may do, and in full with what happened. */
export function viewsOf<Row extends DocumentRow, W extends Workflow, Listed extends object>(
  kind: DocumentKind<Row, W, Listed>,
) {
  const atGates = gatesByState(kind.workflow)

  /** What this person may do with each row of a page. */
  async function cansOf(ctx: Reading, rows: readonly Row[]): Promise<(row: Row) => Can<W>> {
    const { actor } = ctx
    const recordOf = await recordsOf(kind, ctx, rows)
    const waiting = rows.filter(({ state }) => atGates.has(state))
    const decides = await decidersOf(kind, ctx, waiting)
    return (row) =>
      allowedActions(kind.workflow, recordOf(row), actor as never).filter((act) => {
        const { clears, stops } = actionOf(kind, act) ?? {}
        if (clears !== undefined) return decides(row, clears)
        if (stops !== undefined && isAmong(makersOf(kind, row), actor)) return false
        return mayActAtPlace(kind, row, act, actor)
      })
  }

  /** Rows as this person sees them, and not what they may do. */
  const presentOnly = (ctx: Reading, rows: readonly Row[]) =>
    kind.present(ctx, rows, (gate) => namesOfDeciders(kind, ctx, gate))

  async function present(ctx: Reading, rows: readonly Row[]): Promise<(Listed & { can: Can<W> })[]> {
    const canOf = await cansOf(ctx, rows)
    const listed = await presentOnly(ctx, rows)
    return rows.map((row, index) => ({ ...(listed[index] as Listed), can: canOf(row) }))
  }

  /** Throws NOT_FOUND where it is at no place that the person may see. */
  async function detail(ctx: Reading, id: string) {
    const [row] = await kind.find(ctx.db, [id])
    if (!row) throw notFound()
    return show(ctx, row)
  }

  /** The same of one that has just been read. */
  async function show(ctx: Reading, row: Row) {
    if (!isSeen(kind, row, ctx.actor)) throw notFound()
    const [one] = await present(ctx, [row])
    const history = await eventsOf(ctx.db, { type: kind.type, id: row.id })
    return { ...(one as Listed & { can: Can<W> }), history }
  }

  return { cansOf, present, presentOnly, detail, show }
}
