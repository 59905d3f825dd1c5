import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { deliveryModes, type ModeDraft, paymentModes } from './modes.contract.ts'
import { refuseUnready } from './enabling.server.ts'
import type { ModeKind } from './modes.domain.ts'
import * as queries from './modes.queries.ts'

const { rows } = queries

export const paymentModesRouter = serve(paymentModes, handlers('payment'))
export const deliveryModesRouter = serve(deliveryModes, handlers('delivery'))

type Key = { id: string; version: number }

function handlers(side: queries.Side) {
  const held = async (db: Db, id: string) => {
    const row = await rows.get(db, id)
    if (row.side !== side) throw notFound()
    return row
  }
  const turn = (isEnabled: boolean) =>
    async function turned({ db, input }: Ctx<Key>) {
      const { kind } = await held(db, input.id)
      if (isEnabled) await refuseUnready(db, { kind: kind as ModeKind, side, modeId: input.id })
      return rows.update(db, input, { isEnabled })
    }
  return {
    list: ({ db, input }: Ctx<Parameters<typeof queries.list>[2]>) => queries.list(db, side, input),
    getById: ({ db, input }: Ctx<{ id: string }>) => held(db, input.id),
    create: async ({ db, input }: Ctx<ModeDraft>) => {
      const row = await rows.insert(db, { ...input, side })
      await refuseUnready(db, { kind: input.kind, side, modeId: row.id })
      return row
    },
    update: async ({ db, input: { id, version, ...draft } }: Ctx<Key & ModeDraft>) => {
      await held(db, id)
      return rows.update(db, { id, version }, draft)
    },
    enable: turn(true),
    disable: turn(false),
    listSelection: async ({ db }: Ctx) =>
      (await queries.selection(db, side)).map(({ kind, ...mode }) => ({ ...mode, kind: kind as ModeKind })),
  }
}

/** Every mode that is switched on, of both sides. */
export async function enabledModes(db: Db) {
  const found = await queries.listEnabled(db)
  return found.map((mode) => ({ ...mode, kind: mode.kind as ModeKind, side: mode.side as queries.Side }))
}

/** The modes that a new company begins with: by code, kind and whether they need clearing. */
const usual: readonly (readonly [code: string, name: string, kind: ModeKind, needsClearing?: true])[] = [
  ['CASH', 'Cash', 'cash'],
  ['BANK', 'Bank transfer', 'bankTransfer', true],
  ['CARD', 'Card', 'card', true],
  ['CHEQUE', 'Cheque', 'cheque', true],
]

export async function seedModes(db: Db): Promise<void> {
  for (const side of ['payment', 'delivery'] as const)
    for (const [code, name, kind, needsClearing = false] of usual)
      if (side === 'payment' || kind !== 'card')
        await rows.insert(db, { side, code, name, kind, needsClearing })
}
