import { Exact } from '#kit/domain/decimals.domain.ts'
import type { identityTypes } from '#modules/customers/profiles/profiles.domain.ts'

/** Somebody who pays, is paid or brings the notes in the customer's place; what was not shown is empty. */
export interface ThirdParty {
  name: string
  idType: '' | (typeof identityTypes)[number]
  idNumber: string
  /** ISO 3166, two letters. */
  idIssuingCountry: string
  /** The copy of the document, among those that were taken in. */
  copyId: string | null
}

interface Named {
  /** Who came for the customer, where no payment names them. */
  thirdParty: ThirdParty | null
  payments: readonly { thirdParty: ThirdParty | null }[]
}

/** Everybody who stands in for the customer in a deal, each entry with the field that names them. */
export const thirdPartiesOf = ({ thirdParty, payments }: Named): { field: string; party: ThirdParty }[] => [
  ...(thirdParty ? [{ field: 'thirdParty', party: thirdParty }] : []),
  ...payments.flatMap(({ thirdParty: party }, at) =>
    party ? [{ field: `payments.${at}.thirdParty`, party }] : [],
  ),
]

const codes = {
  idType: 'idType',
  idNumber: 'idNumber',
  idIssuingCountry: 'idIssuingCountry',
  copyId: 'idImage',
} as const

/** The field of a third party that due diligence calls by this code. */
export const fieldOf = (code: string): string =>
  Object.entries(codes).find(([, one]) => one === code)?.[0] ?? code

/** A name in one spelling: who is written twice in a deal is one person. */
const spelt = ({ name }: ThirdParty) => name.normalize('NFKC').replaceAll(/\s+/g, ' ').toLocaleLowerCase('en')

interface Paid {
  thirdParty: ThirdParty | null
  payments: readonly { thirdParty: ThirdParty | null; mode: { kind: string }; amount: string }[]
}

/**
 * What goes in cash through the hands of each third party, with what is known of them; each person once, at the first field that
 * names them. Who handles all the cash of a deal, or comes with the notes where no money is paid, handles its notes as well: `amount`,
 * the larger of what is bought and sold. In local currency.
 */
export function cashOf({ thirdParty, payments }: Paid, amount: string) {
  const cash = payments.filter(({ mode }) => mode.kind === 'cash')
  const entries = thirdPartiesOf({ thirdParty, payments })
  const all = new Map<string, { who: string; cash: string; filled: Set<string> }>()
  for (const { field, party } of entries) {
    const who = spelt(party)
    const own = cash.filter((one) => one.thirdParty && spelt(one.thirdParty) === who)
    const came = thirdParty && spelt(thirdParty) === who
    const isAlone = came || (own.length > 0 && own.length === cash.length)
    const paid = (came ? cash : own).reduce((sum, one) => sum.plus(one.amount), new Exact(0))
    const known = all.get(who) ?? {
      who: field,
      cash: (isAlone ? Exact.max(paid, amount) : paid).toFixed(),
      filled: new Set<string>(),
    }
    for (const [key, code] of Object.entries(codes))
      if (party[key as keyof typeof codes]) known.filled.add(code)
    all.set(who, known)
  }
  return [...all.values()]
}
