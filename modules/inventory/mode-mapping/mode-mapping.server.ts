import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { allModes } from '#modules/currencies/public.server.ts'
import type { ModeKind, ModeSide } from '#modules/currencies/modes/modes.domain.ts'
import { accountFor } from '#modules/ledger/accounts/accounts.domain.ts'
import { unfit } from '#modules/ledger/mappings/mappings.domain.ts'
import { allAccounts, mapping, setMapping } from '#modules/ledger/public.server.ts'
import { branchRows } from '#modules/organisation/public.server.ts'
import { items } from '../items/items.server.ts'
import { type ModeAccountDraft, type ModeAccounts, modeMapping } from './mode-mapping.contract.ts'
import { partOf, partsOfMode } from './mode-mapping.domain.ts'

export const modeMappingRouter = serve(modeMapping, {
  list: ({ db, language }) => shown(db, language),
  update,
})

const anywhere = { event: '', branchId: '', itemId: null }

async function shown(db: Db, language: Ctx['language']): Promise<ModeAccounts> {
  const [rows, accounts, modes] = [await mapping(db), await allAccounts(db, language), await allModes(db)]
  const named = accounts.map(({ code, name, ...rest }) => ({ ...rest, name: `${code} ${name}` }))
  return {
    accounts: named,
    modes: modes.map(({ id, code, name, side, kind, isEnabled }) => ({
      modeId: id,
      code,
      name,
      side: side as ModeSide,
      kind: kind as ModeKind,
      isEnabled,
      parts: partsOfMode(kind as ModeKind, side as ModeSide).map(({ part, money }) => {
        const own = rows.find(
          (row) => row.part === part && row.modeId === id && !row.event && !row.branchId && !row.itemId,
        )
        const accountId = accountFor(rows, { ...anywhere, part, modeId: id }) ?? null
        return { part, money, own: own?.accountId ?? null, accountId }
      }),
    })),
  }
}

/** A mode goes to an account of its own from now on; it must keep what the part keeps, or the stock would be lost. */
async function update({ db, input, language }: Ctx<ModeAccountDraft>) {
  const { modeId, part, branchId, itemId, accountId } = input
  const mode = (await allModes(db)).find(({ id }) => id === modeId)
  if (!mode) throw notFound()
  if (branchId !== null) await branchRows.get(db, branchId)
  if (itemId !== null && !(await items(db)).some(({ id }) => id === itemId)) throw notFound()
  const fault = (field: string, code: string) => new Refusal(code, {}, { fields: [{ field, code }] })
  const moved = partsOfMode(mode.kind as ModeKind, mode.side as ModeSide).find((one) => one.part === part)
  if (!moved) throw fault('part', 'PART_UNKNOWN')
  if (accountId !== null) {
    const account = (await allAccounts(db)).find(({ id }) => id === accountId)
    if (!account) throw notFound()
    const code = unfit(partOf(moved.part), account)
    if (code) throw new Refusal(code, {}, { fields: [{ field: 'accountId', code }] })
  }
  await setMapping(db, { part, modeId, branchId, itemId }, accountId)
  return shown(db, language)
}

/** The parts among these that lead to no account: one line for each, for whoever enables what would post to them. */
export async function missingParts(
  db: Db,
  parts: readonly string[],
  at: { branchId?: string; itemId?: string; modeId?: string },
) {
  const rows = await mapping(db)
  const { branchId = '', itemId = null, modeId = null } = at
  return parts
    .filter((part) => accountFor(rows, { part, event: '', branchId, itemId, modeId }) === undefined)
    .map((part) => ({ field: 'account', code: 'NO_ACCOUNT', data: { part } }))
}
