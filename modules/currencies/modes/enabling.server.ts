import { type FieldFault, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import type { ModeKind, ModeSide } from './modes.domain.ts'

/** What is about to be traded or taken: a currency, or a mode of a kind. */
type Enabled = { currencyId: string } | { kind: ModeKind; side: ModeSide; modeId: string }

/** Asked before a currency or a mode is enabled: what is still missing for what will be posted, one line for each. */
export const enablingBlockers = hook<Enabled, FieldFault[]>('currencies.enablingBlockers')

/** Refuses with a line for whatever is missing. */
export async function refuseUnready(db: Db, what: Enabled): Promise<void> {
  const fields = (await enablingBlockers.ask(db, what)).flat()
  if (fields.length > 0) throw new Refusal('ACCOUNTS_MISSING', {}, { fields })
}
