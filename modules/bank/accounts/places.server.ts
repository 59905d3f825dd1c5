import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { Actor, Scope } from '#modules/actor.domain.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { mayActAt } from '#modules/organisation/public.server.ts'
import type { BankPlace, ForeignAccount } from './accounts.domain.ts'
import { get, listForeignAt, listNamed } from './accounts.queries.ts'

/** An open bank account in reach as postings know it, with the code of its currency; BANK_ACCOUNT_UNKNOWN at `accountId`. */
export async function bankPlaceOf(
  db: Db,
  scope: Scope,
  id: string,
): Promise<BankPlace & { currency: string; isShared: boolean }> {
  const account = await get(db, scope, id)
  if (!account?.isEnabled) throw refuseField('accountId', 'BANK_ACCOUNT_UNKNOWN')
  const currency = (await allCurrencies(db)).find((one) => one.id === account.currencyId)
  return { ...account, currency: currency?.code ?? '' }
}

/** Whether somebody may act at an account: at its branch, or anywhere at one that is shared. */
export const mayActOn = (
  actor: Pick<Actor, 'assigned'>,
  { isShared, branchId }: { isShared: boolean; branchId: string },
): boolean => isShared || mayActAt(actor, { branchId })

/** Throws OUT_OF_SCOPE unless somebody may act at an account. */
export function requireActing(...[actor, account]: Parameters<typeof mayActOn>): void {
  if (!mayActOn(actor, account)) throw new Refusal('OUT_OF_SCOPE', { place: 'place' })
}

/** The names of all bank accounts, with the codes of their currencies, by their ids. */
export async function bankNames(db: Db): Promise<Map<string, { name: string; currency: string }>> {
  const codes = new Map((await allCurrencies(db)).map(({ id, code }) => [id, code]))
  const found = await listNamed(db)
  return new Map(
    found.map(({ id, name, currencyId }) => [id, { name, currency: codes.get(currencyId) ?? '' }]),
  )
}

/** The open accounts of foreign money by which counters of a branch deal, whoever asks: its own, then what other branches share. */
export const foreignAccountsAt = (db: Db, branchId: string): Promise<ForeignAccount[]> =>
  listForeignAt(db, branchId)
