import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { all } from './accounts.queries.ts'

/** What currencies are called by their id; a ledger of all currencies has none. */
export async function currencyCodes(db: Db): Promise<(id: string | null) => string | null> {
  const codes = new Map((await allCurrencies(db)).map(({ id, code }) => [id, code]))
  return (id) => (id === null ? null : (codes.get(id) ?? null))
}

interface InCurrency {
  accountId: string
  /** Null: local currency. */
  itemId: string | null
}

/** Refuses a line by hand in another currency than the one that its ledger takes. */
export async function checkCurrencies(db: Db, lines: readonly InCurrency[]): Promise<void> {
  const limited = new Map((await all(db)).map(({ id, currencyId }) => [id, currencyId]))
  const localId = (await allCurrencies(db)).find(({ isLocal }) => isLocal)?.id
  const codeOf = await currencyCodes(db)
  for (const [index, { accountId, itemId }] of lines.entries()) {
    const only = limited.get(accountId) ?? null
    if (only !== null && (itemId ?? localId) !== only)
      throw refuseField(`lines.${index}.currencyId`, 'LEDGER_CURRENCY', { currency: codeOf(only) })
  }
}
