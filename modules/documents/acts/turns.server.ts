import type { Db } from '#kit/server/database.server.ts'
import { answer } from '#kit/server/hooks.server.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import {
  type Awaited,
  awaitedDocuments,
  type Pending,
  pendingDocuments,
} from '#modules/approvals/public.server.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import { lastEventsOf } from '../history/history.queries.ts'
import type { DocumentRow } from './documents.domain.ts'
import { actionOf, type DocumentKind, mayActAtPlace, pageOf, type Reading } from './kind.server.ts'

type TurnKind<Row extends DocumentRow> = Pick<
  DocumentKind<Row>,
  'find' | 'home' | 'makerIds' | 'name' | 'page' | 'places' | 'turns' | 'type' | 'workflow'
>

/** The inbox shows no more of a kind than anybody works off in a day; so many are looked through for it. */
const [mostShown, mostRead] = [300, 1000]

/** The documents of a kind that may wait for one of these acts, at the places of a person or made by them, the oldest first. */
async function listWaiting<Row extends DocumentRow>(
  { turns, ...kind }: TurnKind<Row>,
  { db, actor }: Pick<Reading, 'actor' | 'db'>,
  acts: readonly string[],
  isOwn: boolean,
): Promise<Row[]> {
  const states = acts.flatMap((act) => (actionOf(kind, act)?.from ?? []).filter((one) => one !== null))
  if (!turns || states.length === 0) return []
  const levels = Object.entries(turns.places) as ['branchIds' | 'counterIds', readonly string[]][]
  const found = await db
    .selectFrom(turns.table as 'inventory.transfer')
    .select('id')
    .where('state', 'in', states as never)
    .where(({ and, eb }) =>
      and(
        Object.entries(turns.only ?? {}).map(([column, value]) => eb(column as 'state', '=', value as never)),
      ),
    )
    .where(({ eb, or }) =>
      isOwn
        ? or((turns.makers ?? ['authorId']).map((one) => eb(one as 'authorId', 'in', [...actor.selves])))
        : or(levels.flatMap(([level, all]) => all.map((one) => withinScope(actor.assigned, level, one)))),
    )
    .orderBy('id')
    .limit(mostRead)
    .execute()
  if (found.length === 0) return []
  const order = new Map(found.map(({ id }, at) => [id, at]))
  const rows = await kind.find(db, [...order.keys()])
  return rows.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
}

/** What of these documents waits for an act without a gate, for the inbox of who may do it and of who waits for it. */
export function turnAnswers<Row extends DocumentRow>(
  kind: TurnKind<Row>,
  cansOf: (ctx: Reading, rows: readonly Row[]) => Promise<(row: Row) => readonly string[]>,
) {
  const { turns, type } = kind
  if (!turns) return []
  const all = Object.keys(turns.acts)
  const awaited = all.filter((act) => turns.acts[act]?.isAwaited)

  async function listTurns(db: Db, rows: readonly Row[], actOf: (row: Row) => string | undefined) {
    const turned = rows
      .flatMap((row) => {
        const act = actOf(row)
        return act === undefined ? [] : [{ row, act }]
      })
      .slice(0, mostShown)
    const last = await lastEventsOf(
      db,
      type,
      turned.map(({ row }) => row.id),
    )
    return turned.map(({ row, act }) => ({
      act,
      by: last.get(row.id)?.byName ?? null,
      shown: {
        subject: { type, id: row.id },
        name: kind.name(row),
        kind: turns?.acts[act]?.as ?? act,
        since: last.get(row.id)?.at ?? new Date().toISOString(),
        roles: [],
        page: pageOf(kind, row),
        about: null,
        value: null,
      } satisfies Awaited,
    }))
  }

  return [
    answer(pendingDocuments, async (db, { actor, now }) => {
      const rows = await listWaiting(kind, { db, actor }, all, false)
      const canOf = await cansOf({ db, actor, now }, rows)
      const mayEver = (row: Row, act: string) => isOpenTo(kind, { row, act, actor })
      const barred = turns.listLeft ? rows.filter((row) => all.some((act) => mayEver(row, act))) : []
      const left =
        barred.length > 0 &&
        (await turns.listLeft?.(
          db,
          barred.map(({ id }) => id),
        ))
      const isTurn = (row: Row, act: string) =>
        canOf(row).includes(act) || (left && left.has(row.id) && mayEver(row, act))
      const own = await listTurns(db, rows, (row) => all.find((act) => isTurn(row, act)))
      return own.map(({ act, by, shown }): Pending => {
        const permission = actionOf(kind, act)?.permission ?? []
        return { ...shown, by, permission: [permission].flat()[0] ?? '', inStead: null }
      })
    }),
    answer(awaitedDocuments, async (db, { actor }) => {
      const rows = await listWaiting(kind, { db, actor }, awaited, true)
      const own = rows.filter((row) => isAmong(kind.makerIds(row), actor))
      const actOf = ({ state }: Row) =>
        awaited.find((act) => (actionOf(kind, act)?.from ?? []).includes(state as never))
      return (await listTurns(db, own, actOf)).map(({ shown }) => shown)
    }),
  ]
}

/** By state, right and place, whatever bars the act for now. */
function isOpenTo<Row extends DocumentRow>(
  kind: TurnKind<Row>,
  { row, act, actor }: { row: Row; act: string; actor: Actor },
): boolean {
  const { from = [], permission = [] } = actionOf(kind, act) ?? {}
  const isHeld = [permission].flat().some((code) => actor.permissions.has(code))
  return isHeld && from.includes(row.state) && mayActAtPlace(kind, row, act, actor)
}
