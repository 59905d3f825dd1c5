import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { LimitType } from '#modules/access/roles/roles.domain.ts'
import { holdPeople, listActedSince } from '../history/history.queries.ts'
import type { DocumentRow } from './documents.domain.ts'

/** How long what somebody did alone counts towards what they do next. */
const dayMs = 86_400_000

/**
 * A limit that is for what one person does alone within a day: by these acts, where they came to one of these states at once, and as
 * long as the document stands in one of them.
 */
export interface AloneRule {
  acts: readonly string[]
  states: readonly string[]
}

/** What of a kind of document adding up needs. */
interface AddedKind<Row> {
  type: string
  find: (db: Db, ids: readonly string[]) => Promise<Row[]>
  gates?: Readonly<
    Record<string, { limit: LimitType; value: (row: Row) => string | null; alone?: AloneRule }>
  >
}

/** What a person did alone before, in what the limit of a gate is asked for, without the document itself. */
export type Alone<Row> = (gate: string, row: Row) => string

/**
 * What a person did alone within a day at the gates of a kind whose limits add up. With `act`, only where that act counts, and nobody
 * else does one in the name of this person until the transaction ends.
 */
export async function readAlone<Row extends DocumentRow>(
  kind: AddedKind<Row>,
  { db, actor, now }: Pick<Ctx, 'actor' | 'db' | 'now'>,
  act?: string,
): Promise<Alone<Row>> {
  const who = { by: actor.selves, since: new Date(now.getTime() - dayMs).toISOString() }
  const found = new Map<string, Row[]>()
  for (const [gate, { alone, limit }] of Object.entries(kind.gates ?? {})) {
    if (!alone || actor.limits.get(limit) === 'unlimited') continue
    if (act !== undefined && !alone.acts.includes(act)) continue
    if (act !== undefined) await holdPeople(db, kind.type, actor.selves)
    const { acts, states } = alone
    const ids = await listActedSince(db, kind.type, {
      ...who,
      acts,
      states,
    })
    const rows = ids.length === 0 ? [] : await kind.find(db, ids)
    found.set(
      gate,
      rows.filter(({ state }) => states.includes(state)),
    )
  }
  return (gate, { id }) =>
    (found.get(gate) ?? [])
      .filter((row) => row.id !== id)
      .reduce((sum, row) => sum.plus(kind.gates?.[gate]?.value(row) ?? 0), new Exact(0))
      .toFixed()
}
