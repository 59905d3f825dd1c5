import type { ListEntry } from '../entries/entry.domain.ts'
import type { Span } from '#modules/names/dates/dates.domain.ts'

/** A fact of OFAC's, whatever its format: a type in OFAC's words with a value, such as `Gender` and `Male`. */
export interface Fact {
  type: string
  value: string
  /** Of a date: the days that it means, where the format says so, and whether it is approximate. */
  span?: Span
  isUnsure?: boolean
  country?: string
  issuedOn?: string
  expiresOn?: string
  note?: string
}

const contacts: Record<string, 'websites' | 'emails' | 'phoneNumbers' | 'faxNumbers'> = {
  website: 'websites',
  'email address': 'emails',
  'phone number': 'phoneNumbers',
  telephone: 'phoneNumbers',
  fax: 'faxNumbers',
}
/** Where in a profile a way to reach somebody belongs. */
export const contactOf = (type: string) => contacts[type.toLowerCase()]

const numbers =
  /passport|\b(?:number|no|id|code|card|license|certificate|registration|identification|imo|mmsi|nit|ruc|rif|rfc|bik|curp|d-u-n-s|cedula|swift\/bic|digital currency address)\b|#|\.[a-z]\./i
/** Whether a type of fact is a number or code that belongs to one holder. */
export const identifies = (type: string): boolean => numbers.test(type) && !/[:-]$|^nationality/i.test(type)

export const isNumber = (text: string) => /\d|^[A-Z]{4,11}$/.test(text)

const genders: Record<string, string> = { male: 'male', female: 'female' }
export const genderOf = (text: string): string[] => {
  const gender = genders[text.trim().toLowerCase()]
  return gender ? [gender] : []
}

const schemas: Record<string, ListEntry['schema']> = {
  individual: 'person',
  entity: 'organisation',
  vessel: 'vessel',
  aircraft: 'aircraft',
}
/** What an entry is, by OFAC's word for it. */
export const schemaOf = (entityType: string): ListEntry['schema'] =>
  schemas[entityType.toLowerCase()] ?? 'unknown'

/** OFAC keeps those whose property is blocked on one list, all others on another. */
export const listOf = (sanctionsLists: readonly string[]): string =>
  sanctionsLists.some((name) => /\bSDN List\b/i.test(name) && !/non-?sdn/i.test(name))
    ? 'ofac-sdn'
    : 'ofac-cons'

const labelled = /^([A-Z][^:]{2,100}): (.+)$/
const currency = /^(Digital Currency Address - \w+) (\w+)$/
const parted = /^([A-Z][^:]{2,60} -) (.+)$/
const described =
  /^(Gender|Website|Email Address|Phone Number|Phone No\.|Telephone(?: Number)?|Fax|Aircraft (?:Manufacture Date|Model|Operator|Mode S Transponder Code)|Organization (?:Established Date|Type)|Target Type|(?:Former )?Vessel Flag|Vessel (?:Type|Year of Build|Call Sign)|Other Vessel (?:Type|Flag|Call Sign)|Nationality of Registration) (.+)$/
const key =
  /^(?:passport|number|no\.?|#|id|cards?|code|license|certificate|registration|identification|permit|mmsi|nit|ruc|rif|rfc|ssn|fein|swift\/bic|bik|(?!u\.s)(?:[a-z]\.){2,})$/i

/** A clause of the remarks in the old files, such as `Passport A0123 (Iran) issued 01 Jan 2000 expires 2005`. */
export function factOf(clause: string): Fact | undefined {
  const plain =
    labelled.exec(clause) ?? currency.exec(clause) ?? parted.exec(clause) ?? described.exec(clause)
  if (plain) return { type: plain[1] ?? '', value: plain[2] ?? '' }
  const words = clause.split(' ')
  const firstNumber = words.findIndex((word) => /\d/.test(word))
  const lastKey = words.findLastIndex(
    (word, index) => (firstNumber < 0 || index < firstNumber) && key.test(word),
  )
  if (lastKey < 0 || !/^[A-Z]/.test(clause)) return undefined
  const type = words.slice(0, lastKey + 1).join(' ')
  const rest =
    /^(?<kind>\([^)]*\) )?(?<value>[^(]{2,80}?)(?: \((?<country>[^)]+)\).*?)?(?: issued (?<issuedOn>\d[\w ]*?))?(?: expires (?<expiresOn>\d[\w ]*))?$/.exec(
      words.slice(lastKey + 1).join(' '),
    )?.groups
  if (!rest || !isNumber(rest['value'] ?? '')) return undefined
  const { kind = '', value = '', country = '', issuedOn = '', expiresOn = '' } = rest
  return { type: `${type} ${kind}`.trim(), value, country, issuedOn, expiresOn }
}
