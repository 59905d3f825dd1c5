import * as z from 'zod'
import {
  type Address,
  comparedOf,
  distinct,
  type IdentityDocument,
  type ListEntry,
  profileOf,
  row,
} from '../entries/entry.domain.ts'
import { countryCodes } from '../reading/countries.server.ts'
import { distinctSpans, spansOf } from '#modules/names/dates/dates.domain.ts'
import { clean, unique } from '../reading/names.domain.ts'
import type { ListHead } from '../entries/head.domain.ts'
import { linesOf } from '../reading/text.server.ts'
import { jsonOf, lineReport } from '../reading/unread.server.ts'

const Facts = z.record(z.string(), z.string().nullish()).array().default([])
const Line = z.looseObject({
  DATA_SOURCE: z.string(),
  RECORD_ID: z.string().min(1),
  RECORD_TYPE: z.string().nullish(),
  NAMES: Facts,
  ADDRESSES: Facts,
  DATES: Facts,
  COUNTRIES: Facts,
  IDENTIFIERS: Facts,
  RELATIONSHIPS: Facts,
  RISKS: Facts,
  CONTACTS: Facts,
  GENDER: z.string().nullish(),
  URL: z.string().nullish(),
})
type Line = z.output<typeof Line>

const schemas: Record<string, ListEntry['schema']> = {
  PERSON: 'person',
  ORGANIZATION: 'organisation',
  VESSEL: 'vessel',
  AIRCRAFT: 'aircraft',
}
const genders: Record<string, string> = { M: 'male', F: 'female' }
const weak = new Set(['WEAK', 'WEAK ALIAS', 'WEAK_ALIAS'])

/** Senzing's JSON lines, one for each subject, with lists of facts by kind. */
export async function* readSenzing(pieces: AsyncIterable<string>, head: ListHead): AsyncGenerator<ListEntry> {
  const report = lineReport(head)
  for await (const { text, line, isOpen } of linesOf(pieces)) {
    const json = jsonOf(text)
    const read = Line.safeParse(json)
    if (read.success) {
      report.pass()
      head.line = line
      yield entryOf(read.data, text.trim())
    } else report.skip(line, json === undefined ? 'json' : 'record', json === undefined && isOpen)
  }
  report.end()
}

const isPrimary = ({ type }: { type: string }) => type === 'PRIMARY'

/** The values of these keys in all facts of a kind, each once. */
const valuesOf = (facts: Line['NAMES'], ...keys: string[]) =>
  distinct(facts.flatMap((fact) => keys.map((key) => clean(fact[key] ?? ''))))

/** What the entity that is searched for and the profile that is shown are both made of. */
function partsOf(line: Line) {
  const names = line.NAMES.map((fact) => ({
    text: clean(
      fact['NAME_FULL'] ??
        fact['NAME_ORG'] ??
        distinct([fact['NAME_FIRST'] ?? '', fact['NAME_LAST'] ?? '']).join(' '),
    ),
    type: fact['NAME_TYPE'] ?? '',
  }))
  const addresses = line.ADDRESSES.flatMap((fact) =>
    row<Address>({
      address1: fact['ADDR_FULL'] ?? fact['ADDR_LINE1'] ?? '',
      city: fact['ADDR_CITY'] ?? '',
      county: fact['ADDR_STATE'] ?? '',
      postalCode: fact['ADDR_POSTAL_CODE'] ?? '',
      country: fact['ADDR_COUNTRY'] ?? '',
    }),
  )
  const documents = line.IDENTIFIERS.flatMap((fact) => {
    const key =
      Object.keys(fact).find((name) => name.endsWith('_NUMBER') && !name.startsWith('TRUSTED')) ?? ''
    const type = fact[key.replace(/NUMBER$/, 'TYPE')] ?? key.replace(/_NUMBER$/, '')
    return row<IdentityDocument>(
      { type, number: fact[key] ?? '', issuingCountry: fact[key.replace(/NUMBER$/, 'COUNTRY')] ?? '' },
      'type',
    )
  })
  return {
    names,
    addresses,
    documents,
    births: valuesOf(line.DATES, 'DATE_OF_BIRTH'),
    places: valuesOf(line.ADDRESSES, 'PLACE_OF_BIRTH'),
    nationalities: valuesOf(line.COUNTRIES, 'NATIONALITY', 'CITIZENSHIP'),
    gender: genders[line.GENDER ?? ''],
  }
}

function entryOf(line: Line, rawObject: string): ListEntry {
  const parts = partsOf(line)
  const { names, addresses, documents, gender } = parts
  return {
    list: line.DATA_SOURCE.toLowerCase(),
    id: line.RECORD_ID,
    schema: schemas[line.RECORD_TYPE ?? ''] ?? 'unknown',
    names: unique(
      names.map((name) => ({
        text: name.text,
        quality: isPrimary(name) ? 'primary' : weak.has(name.type) ? 'weak' : 'strong',
      })),
    ),
    birthDates: distinctSpans(parts.births.flatMap(spansOf)),
    genders: gender ? [gender] : [],
    countries: countryCodes([
      ...parts.nationalities,
      ...valuesOf(line.COUNTRIES, 'COUNTRY_OF_ASSOCIATION', 'REGISTRATION_COUNTRY'),
      ...addresses.flatMap(({ country }) => country ?? []),
      ...parts.places,
    ]),
    ...comparedOf(documents, addresses),
    profile: shownOf(line, parts),
    rawObject,
  }
}

/** The profile as its page shows it. */
function shownOf(line: Line, { names, births, places, gender, ...parts }: ReturnType<typeof partsOf>) {
  return profileOf({
    ...parts,
    fullName: names.find(isPrimary)?.text ?? names[0]?.text ?? '',
    identityId: line.RECORD_ID,
    entityType: line.RECORD_TYPE ?? '',
    gender: gender ?? '',
    aliases: names.filter((name) => !isPrimary(name)).map(({ text, type }) => ({ name: text, type })),
    datesOfBirth: births.map((date) => ({ date })),
    placesOfBirth: places.map((city) => ({ city })),
    features: [
      ...valuesOf(line.DATES, 'DATE_OF_DEATH').map((value) => ({ type: 'deathDate', value })),
      ...['COUNTRY_OF_ASSOCIATION', 'REGISTRATION_COUNTRY'].flatMap((type) =>
        valuesOf(line.COUNTRIES, type).map((value) => ({ type: type.toLowerCase(), value })),
      ),
    ],
    // The list names the other only by number, and not on every link which end is which.
    relationships: line.RELATIONSHIPS.flatMap((fact) => {
      const id = fact['REL_POINTER_KEY'] === line.RECORD_ID ? fact['REL_ANCHOR_KEY'] : fact['REL_POINTER_KEY']
      return id ? [{ type: fact['REL_POINTER_ROLE'] ?? '', name: '', id }] : []
    }),
    categories: valuesOf(line.RISKS, 'TOPIC'),
    websites: valuesOf(line.CONTACTS, 'WEBSITE_ADDRESS'),
    emails: valuesOf(line.CONTACTS, 'EMAIL_ADDRESS'),
    phoneNumbers: valuesOf(line.CONTACTS, 'PHONE_NUMBER'),
    sourceLinks: distinct([line.URL ?? '']),
  })
}
