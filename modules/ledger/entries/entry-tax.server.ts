import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { exponentOf } from '#modules/currencies/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { all as allAccounts, taxLedgerIds } from '../accounts/accounts.queries.ts'
import { netOf, taxOf, versionOn } from '../tax-codes/rates.domain.ts'
import { all as allTaxCodes } from '../tax-codes/tax-codes.queries.ts'
import { versionsOf } from '../tax-codes/tax-codes.server.ts'
import type { EntryDraft, EntryLineDraft } from './entries.contract.ts'
import type { EntryLine } from './entries.queries.ts'

export type Untaxed = Omit<EntryLine, 'isTaxIncluded' | 'tax' | 'taxCodeId' | 'taxRate'>

/** What a line is taxed on the day of its entry; what cannot be taxed is refused at its line. */
export async function taxedOf(db: Db, { kind, businessDate }: Pick<EntryDraft, 'businessDate' | 'kind'>) {
  const codes = new Map((await allTaxCodes(db)).map((code) => [code.id, code]))
  const accounts = new Map((await allAccounts(db)).map((account) => [account.id, account]))
  const ofTax = await taxLedgerIds(db)
  const local = exponentOf((await currentCompany(db)).localCurrency)
  return (
    { taxCodeId, isTaxIncluded: isIncluded }: EntryLineDraft,
    line: Untaxed,
    at: (field: string) => string,
  ): EntryLine => {
    if (taxCodeId === null)
      return { ...line, taxCodeId: null, taxRate: null, isTaxIncluded: isIncluded, tax: '0' }
    const refuse = (code: string, data = {}) => refuseField(at('taxCodeId'), code, data)
    const code = codes.get(taxCodeId)
    if (!code?.isEnabled) throw refuse('TAX_CODE_UNKNOWN')
    if (kind === 'opening') throw refuse('TAX_OF_OPENING')
    if (line.itemId !== null) throw refuse('TAX_IN_LOCAL')
    if (ofTax.has(line.accountId)) throw refuse('TAX_OF_TAX')
    const rate = versionOn(versionsOf(code), businessDate)?.rate
    if (rate === undefined) throw refuse('TAX_CODE_WITHOUT_RATE')
    const closedFrom = accounts.get(code.accountId)?.closedFrom ?? null
    if (closedFrom !== null && closedFrom <= businessDate) throw refuse('LEDGER_CLOSED', { date: closedFrom })
    const tax = taxOf(line.amount, { rate, isIncluded }, local)
    return { ...line, taxCodeId, taxRate: rate, isTaxIncluded: isIncluded, tax }
  }
}

/** Refuses a line whose code is switched off, or has another rate on that day than when the entry was saved. */
export async function checkTaxes(db: Db, date: string, lines: readonly EntryLine[]): Promise<void> {
  const codes = new Map((await allTaxCodes(db)).map((code) => [code.id, code]))
  for (const [index, { taxCodeId, taxRate }] of lines.entries()) {
    if (taxCodeId === null || taxRate === null) continue
    const code = codes.get(taxCodeId)
    if (!code?.isEnabled) throw refuseField(`lines.${index}.taxCodeId`, 'TAX_CODE_UNKNOWN')
    const rate = versionOn(versionsOf(code), date)?.rate
    if (rate === undefined || Number(rate) !== Number(taxRate))
      throw refuseField(`lines.${index}.taxCodeId`, 'TAX_RATE_MOVED')
  }
}

/** What lines post: each without its tax, and the tax of each on the ledger of its code. */
export async function postedLines(db: Db, lines: readonly EntryLine[]) {
  const ledgers = new Map((await allTaxCodes(db)).map(({ id, accountId }) => [id, accountId]))
  return lines.flatMap((line) => {
    const { taxCodeId, branchId, tax } = line
    const accountId = taxCodeId === null ? undefined : ledgers.get(taxCodeId)
    const net = { ...line, amount: netOf(line) }
    if (accountId === undefined || Number(tax) === 0) return [net]
    const none = { itemId: null, quantity: null, partyType: null, partyId: null }
    return [net, { ...none, accountId, branchId, amount: tax }]
  })
}
