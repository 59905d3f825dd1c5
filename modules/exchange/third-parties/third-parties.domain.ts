import { Exact } from '#kit/domain/decimals.domain.ts'
import { isSameName } from '#modules/customers/identity/names.domain.ts'
import { type identityTypes, paperNumber } from '#modules/customers/profiles/profiles.domain.ts'

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

/** Whether two entries of a deal are one person: a paper under two names is, and so is a name in another spelling. */
function isSame(one: ThirdParty, other: ThirdParty): boolean {
  const number = paperNumber(one.idNumber)
  if (number !== '' && number === paperNumber(other.idNumber)) return true
  return isSameName(one.name, other.name)
}

type Entry = ReturnType<typeof thirdPartiesOf>[number]

/** The entries of each person, the first before the others: who is the same as one of them is the same as all. */
function people(entries: readonly Entry[]): Entry[][] {
  let found: Entry[][] = []
  for (const entry of entries) {
    const same = found.filter((known) => known.some(({ party }) => isSame(party, entry.party)))
    const others = found.filter((known) => !same.includes(known))
    found = [...others, [...same.flat(), entry]]
  }
  return found
}

interface Paid {
  thirdParty: ThirdParty | null
  payments: readonly { thirdParty: ThirdParty | null; mode: { kind: string }; amount: string }[]
}

/**
 * What goes in cash through the hands of each third party, with what is known of them; each person once, at the first field that
 * names them. Where the customer handles no cash, or somebody came with the notes, whoever did handles the notes of the deal as well:
 * `amount`, the larger of what is bought and sold. Of several any may have, or a second name would take them from the first. In local
 * currency.
 */
export function cashOf({ thirdParty, payments }: Paid, amount: string) {
  const cash = payments.filter(({ mode }) => mode.kind === 'cash')
  const isWithoutCustomer = cash.every((one) => one.thirdParty !== null)
  return people(thirdPartiesOf({ thirdParty, payments })).map((entries) => {
    const parties = new Set(entries.map(({ party }) => party))
    const came = thirdParty !== null && parties.has(thirdParty)
    const own = cash.filter((one) => one.thirdParty && parties.has(one.thirdParty))
    const hasNotes = came || (own.length > 0 && isWithoutCustomer)
    const paid = (came ? cash : own).reduce((sum, one) => sum.plus(one.amount), new Exact(0))
    const filled = new Set<string>()
    for (const [key, code] of Object.entries(codes))
      if (entries.some(({ party }) => party[key as keyof typeof codes])) filled.add(code)
    return {
      who: entries[0]?.field ?? '',
      cash: (hasNotes ? Exact.max(paid, amount) : paid).toFixed(),
      filled,
    }
  })
}
