import * as z from 'zod'
import {
  addressLine,
  type Address,
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

function entryOf(line: Line, rawObject: string): ListEntry {
  const all = (facts: Line['NAMES'], ...keys: string[]) =>
    distinct(facts.flatMap((fact) => keys.map((key) => clean(fact[key] ?? ''))))
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
  const births = all(line.DATES, 'DATE_OF_BIRTH')
  const places = all(line.ADDRESSES, 'PLACE_OF_BIRTH')
  const nationalities = all(line.COUNTRIES, 'NATIONALITY', 'CITIZENSHIP')
  const gender = genders[line.GENDER ?? '']
  const isPrimary = ({ type }: { type: string }) => type === 'PRIMARY'
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
    birthDates: distinctSpans(births.flatMap(spansOf)),
    genders: gender ? [gender] : [],
    countries: countryCodes([
      ...nationalities,
      ...all(line.COUNTRIES, 'COUNTRY_OF_ASSOCIATION', 'REGISTRATION_COUNTRY'),
      ...addresses.flatMap(({ country }) => country ?? []),
      ...places,
    ]),
    documents: distinct(documents.flatMap(({ number }) => number ?? [])),
    addresses: distinct(addresses.map(addressLine)),
    profile: profileOf({
      fullName: names.find(isPrimary)?.text ?? names[0]?.text ?? '',
      identityId: line.RECORD_ID,
      entityType: line.RECORD_TYPE ?? '',
      gender: gender ?? '',
      nationalities,
      aliases: names.filter((name) => !isPrimary(name)).map(({ text, type }) => ({ name: text, type })),
      addresses,
      datesOfBirth: births.map((date) => ({ date })),
      placesOfBirth: places.map((city) => ({ city })),
      documents,
      features: [
        ...all(line.DATES, 'DATE_OF_DEATH').map((value) => ({ type: 'deathDate', value })),
        ...['COUNTRY_OF_ASSOCIATION', 'REGISTRATION_COUNTRY'].flatMap((type) =>
          all(line.COUNTRIES, type).map((value) => ({ type: type.toLowerCase(), value })),
        ),
      ],
      // The list names the other only by number, and not on every link which end is which.
      relationships: line.RELATIONSHIPS.flatMap((fact) => {
        const id =
          fact['REL_POINTER_KEY'] === line.RECORD_ID ? fact['REL_ANCHOR_KEY'] : fact['REL_POINTER_KEY']
        return id ? [{ type: fact['REL_POINTER_ROLE'] ?? '', name: '', id }] : []
      }),
      categories: all(line.RISKS, 'TOPIC'),
      websites: all(line.CONTACTS, 'WEBSITE_ADDRESS'),
      emails: all(line.CONTACTS, 'EMAIL_ADDRESS'),
      phoneNumbers: all(line.CONTACTS, 'PHONE_NUMBER'),
      sourceLinks: distinct([line.URL ?? '']),
    }),
    rawObject,
  }
}
