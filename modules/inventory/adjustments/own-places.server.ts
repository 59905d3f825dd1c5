import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { workingAt } from '#modules/access/public.server.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'

interface Ends {
  fromCounterId: string | null
  toCounterId: string | null
}

/** Whether one of the ends is a drawer at which the person does not sit; a vault is held by the right to move its stock. */
export const isElsewhere = (
  { fromCounterId, toCounterId }: Ends,
  { workspace }: Pick<Actor, 'workspace'>,
): boolean => [fromCounterId, toCounterId].some((id) => id !== null && id !== workspace.counterId)

/**
 * The refusal where one of the ends is a drawer that is not in the person's hands alone: they sit elsewhere, or another sits there too.
 * What goes to another's hand is a transfer, which they count and take.
 */
export async function othersPlace(
  { db, actor, now }: Pick<Ctx, 'actor' | 'db' | 'now'>,
  ends: Ends,
): Promise<Refusal | undefined> {
  const drawers = (['fromCounterId', 'toCounterId'] as const).filter((end) => ends[end] !== null)
  const sitting = await workingAt(
    db,
    drawers.flatMap((end) => ends[end] ?? []),
    now,
  )
  const field = drawers.find(
    (end) =>
      ends[end] !== actor.workspace.counterId ||
      sitting.some(({ counterId, userId }) => counterId === ends[end] && !isAmong([userId], actor)),
  )
  if (!field) return undefined
  return new Refusal('PLACE_OF_OTHERS', {}, { fields: [{ field, code: 'PLACE_OF_OTHERS' }] })
}
