/** An own account by which a file is found. */
export interface OwnAccount {
  id: string
  name: string
  number: string
  currency: string
}

/** The number of an account without what people, programs and banks write differently: blanks, signs, case. */
const accountKey = (number: string): string => number.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const withoutZeros = (key: string) => (/^\d+$/.test(key) ? key.replace(/^0+(?=\d)/, '') : key)

/** The number and the currency of an account as a file writes it: behind its bank's code, before its currency. */
function readAccount(written: string): { key: string; currency: string } {
  const account = written.slice(written.lastIndexOf('/') + 1)
  const [, number = account, currency = ''] = /^(.*\d)\s*([A-Z]{3})$/.exec(account.trim()) ?? []
  return { key: accountKey(number), currency }
}

export type Found =
  | { account: OwnAccount }
  | { code: 'ACCOUNT_OTHER' | 'ACCOUNT_AMBIGUOUS' | 'ACCOUNT_CURRENCY'; data: Record<string, unknown> }

/**
 * Whose file it is: the number as it stands, else without zeros before it, and never by its end. Two that fit are both named; an
 * account of another currency is refused for that.
 */
export function findAccount(
  { account: written, currency }: { account: string; currency: string },
  accounts: readonly OwnAccount[],
): Found {
  const found = readAccount(written)
  const keyOf = (own: OwnAccount) => accountKey(own.number)
  const exact = accounts.filter((own) => keyOf(own) === found.key)
  const fits =
    exact.length > 0
      ? exact
      : accounts.filter((own) => found.key && withoutZeros(keyOf(own)) === withoutZeros(found.key))
  const names = (all: readonly OwnAccount[]) => all.map((own) => `${own.name} ${own.number}`).join(', ')
  const said = found.currency || currency
  const ofCurrency = said ? fits.filter((own) => own.currency === said) : fits
  const [first, second] = ofCurrency
  if (first && !second) return { account: first }
  if (second) return { code: 'ACCOUNT_AMBIGUOUS', data: { found: written, accounts: names(ofCurrency) } }
  if (fits.length > 0) {
    const expected = [...new Set(fits.map((own) => own.currency))].join(', ')
    return { code: 'ACCOUNT_CURRENCY', data: { found: said, expected, account: names(fits) } }
  }
  return { code: 'ACCOUNT_OTHER', data: { found: written, expected: names(accounts) } }
}
