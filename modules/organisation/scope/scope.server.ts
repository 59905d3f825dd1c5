import { type Expression, type SqlBool, sql } from 'kysely'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Actor, Scope } from '#modules/actor.domain.ts'

type Level = 'regionIds' | 'branchIds' | 'counterIds'

/** A place of the company: a counter, else a branch, else (null) the company itself. */
interface Place {
  branchId?: string | null
  counterId?: string | null
}

/** Whether a scope reaches a place. */
export const reaches = (scope: Scope, { branchId, counterId }: Place): boolean =>
  scope === 'all' ||
  (counterId ? scope.counterIds.includes(counterId) : !!branchId && scope.branchIds.includes(branchId))

/** Whether somebody may act at a place: that they see it is not enough. */
export const mayActAt = ({ assigned }: Pick<Actor, 'assigned'>, place: Place): boolean =>
  reaches(assigned, place)

/** The further `where` of workspace scope: `column` holds the id of a region, branch or counter that the actor may see. */
export const withinScope = (scope: Scope, level: Level, column: string): Expression<SqlBool> =>
  scope === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${[...scope[level]]}::uuid[])`

/** Throws NOT_FOUND for a row outside the actor's workspaces: they cannot tell it from one that is not there. */
export function requireVisible<R extends { id: string }>(scope: Scope, level: Level, row: R): R {
  if (scope !== 'all' && !scope[level].includes(row.id)) throw notFound()
  return row
}

/** Throws OUT_OF_SCOPE unless the actor may act in the whole company: for what belongs to no region or branch of it. */
export function actOnWhole(scope: Scope): void {
  if (scope !== 'all') throw new Refusal('OUT_OF_SCOPE')
}

/** Throws OUT_OF_SCOPE unless the actor may act in this region, branch or counter; null stands for the company itself. */
export function actOnly(scope: Scope, level: Level, id: string | null, field: string): void {
  if (scope === 'all' || (id !== null && scope[level].includes(id))) return
  throw refuseField(field, 'OUT_OF_SCOPE')
}
