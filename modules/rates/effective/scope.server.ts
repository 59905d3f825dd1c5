import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { flagCodeOf, traded } from '#modules/currencies/public.server.ts'
import { actOnly, branchRows, tree } from '#modules/organisation/public.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { plainAmount, type RateScope } from './effective.domain.ts'

/** Throws with the fault at its field unless the rule is for a branch in reach, a traded currency and a real band of amounts. */
export async function checkScope(
  db: Db,
  actor: Actor,
  { currencyId, branchId, amountFrom, amountTo }: RateScope & { currencyId: string | null },
): Promise<void> {
  const fault = (field: string, code: string) => new Refusal(code, {}, { fields: [{ field, code }] })
  actOnly(actor.assigned, 'branchIds', branchId, 'branchId')
  if (branchId !== null) await branchRows.get(db, branchId)
  if (currencyId !== null) {
    const currency = (await traded(db)).find(({ id }) => id === currencyId)
    if (!currency) throw fault('currencyId', 'CURRENCY_NOT_TRADED')
    if (currency.isLocal) throw fault('currencyId', 'LOCAL_IS_ONE')
  }
  if (amountFrom !== null && amountTo !== null && compareDecimals(amountFrom, amountTo) >= 0)
    throw fault('amountTo', 'BAND_ENDS_BEFORE')
}

interface Stored {
  currencyId: string | null
  branchId: string | null
  amountFrom: string | null
  amountTo: string | null
  publishedAt: string
}

/** Rules as they are shown: with the names of currency and branch, and amounts as they were written. */
export async function namer(db: Db) {
  const codes = new Map((await traded(db)).map(({ id, code }) => [id, code]))
  const branches = new Map((await tree(db)).branches.map(({ id, name }) => [id, name]))
  const amount = (value: string | null) => (value === null ? null : plainAmount(value))
  return <R extends Stored>(row: R) => {
    const code = (row.currencyId && codes.get(row.currencyId)) ?? null
    return {
      ...row,
      amountFrom: amount(row.amountFrom),
      amountTo: amount(row.amountTo),
      code,
      flagCode: code === null ? null : flagCodeOf(code),
      branchName: (row.branchId && branches.get(row.branchId)) ?? null,
    }
  }
}
