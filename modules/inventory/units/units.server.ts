import { hook } from '#kit/server/hooks.server.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Units } from './units.domain.ts'

interface Told {
  itemId: string
  quantity: string
  units: Units
  /** Of what arrives: what was sent, and what of it arrived before. Of what was counted: what the books had. */
  sent?: Units
  before?: Units
}

/** A line whose quantity alone was moved or counted so far, with the units that go with it. */
export interface UnitsAsk {
  /** `look` at what was counted, then `count` it; the others move what a transfer carries. */
  act: 'arrive' | 'comeBack' | 'count' | 'look' | 'lose' | 'pack' | 'send' | 'unpack'
  acting: Pick<Ctx, 'actor' | 'now'>
  /** A transfer with its number, of what is lost also to where it went, or a count with when it was taken; at the branch where the act is done. */
  document: { id: string; number: string; branchId: string; toBranchId?: string; takenAt?: string }
  lines: readonly Told[]
}

/**
 * Goods that are kept by serial or batch move with their documents. Answers the units of each line: those that left, that arrived in
 * all, or that the books have. What is wrong is refused at its line.
 */
export const goodsUnits = hook<UnitsAsk, readonly Units[]>('inventory.goodsUnits')

/** The units of each line after an act. */
export async function moveUnits(
  { db, actor, now }: Pick<Ctx, 'actor' | 'db' | 'now'>,
  ask: Omit<UnitsAsk, 'acting'>,
): Promise<Units[]> {
  return (await goodsUnits.ask(db, { ...ask, acting: { actor, now } })).flat()
}
