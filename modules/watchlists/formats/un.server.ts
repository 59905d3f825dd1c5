import { addressLine, distinct, entryWith, type ListEntry, profileOf, row } from '../entries/entry.domain.ts'
import type { Alias, Address, BirthDate, BirthPlace, IdentityDocument } from '../entries/entry.domain.ts'
import type { ListHead } from '../entries/head.domain.ts'
import { countryCodes } from '../reading/countries.server.ts'
import { widenSpan, distinctSpans, type Span, spansOf } from '#modules/names/dates/dates.domain.ts'
import { namesIn, unique } from '../reading/names.domain.ts'
import type { ScreenedEntity } from '#modules/names/matching/entity.domain.ts'
import { genderOf } from '../reading/ofac.domain.ts'
import { children, type Element, elementsOf, textAt, textsAt, xmlOf } from '../reading/xml.server.ts'

const names = new Set(['INDIVIDUAL', 'ENTITY'])
const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

/** The consolidated list of the UN Security Council: people and entities, as its XML schema has them. */
export async function* readUn(pieces: AsyncIterable<string>, head: ListHead): AsyncGenerator<ListEntry> {
  for await (const element of elementsOf(pieces, names)) {
    head.line = element.line
    if (names.has(element.name)) yield entryOf(element)
    else head.publishedOn = (element.attributes['dateGenerated'] ?? '').slice(0, 10)
  }
}

function entryOf(element: Element): ListEntry {
  const isPerson = element.name === 'INDIVIDUAL'
  const at = (way: string) => textAt(element, way)
  const values = (way: string) => textsAt(element, `${way}/VALUE`)
  // The schema's default for a name that is not there is `na`.
  const nameParts = parts.flatMap((part) => {
    const value = at(part)
    return value && value.toLowerCase() !== 'na' ? [{ part, value }] : []
  })
  const fullName = nameParts.map(({ value }) => value).join(' ')
  const originalScript = distinct([at('NAME_ORIGINAL_SCRIPT')])
  const below = (name: string) => children(element, `${element.name}_${name}`)
  const aliases = below('ALIAS').flatMap(aliasOf)
  const addresses = below('ADDRESS').flatMap(addressOf)
  const datesOfBirth = below('DATE_OF_BIRTH').flatMap(birthDateOf)
  const placesOfBirth = below('PLACE_OF_BIRTH').flatMap(placeOf)
  const documents = below('DOCUMENT').flatMap(documentOf)
  // Most genders stand in the comments only.
  const gender = at('GENDER') || (/\bGender:?\s*(male|female)\b/i.exec(at('COMMENTS1'))?.[1] ?? '')
  const nationalities = distinct([...values('NATIONALITY'), at('NATIONALITY2')])
  const countries = [
    ...nationalities,
    ...addresses.map(({ country }) => country),
    ...placesOfBirth.map(({ country }) => country),
    ...documents.map(({ issuingCountry }) => issuingCountry),
  ]
  const entity: ScreenedEntity = {
    list: 'un',
    id: at('DATAID'),
    schema: isPerson ? 'person' : 'organisation',
    names: unique([
      ...namesIn(fullName, 'primary'),
      ...originalScript.flatMap((name) => namesIn(name, 'primary')),
      ...aliases.flatMap(({ name, quality }) => namesIn(name, quality === 'Low' ? 'weak' : 'strong')),
    ]),
    birthDates: distinctSpans([
      ...datesOfBirth.flatMap(({ date, type, note }) => spanOfType(date ?? note, type)),
      ...aliases.flatMap(({ dateOfBirth = '' }) => spansOf(dateOfBirth)),
    ]),
    genders: genderOf(gender),
    countries: countryCodes(countries.flatMap((country) => country ?? [])),
    documents: distinct(documents.flatMap(numbersOf)),
    addresses: distinct(addresses.map(addressLine)),
  }
  const profile = () =>
    profileOf({
      fullName,
      nameParts,
      originalScript,
      entityType: isPerson ? 'Individual' : 'Entity',
      referenceNumber: at('REFERENCE_NUMBER'),
      listTypes: distinct([at('UN_LIST_TYPE'), ...values('LIST_TYPE')]),
      listedOn: at('LISTED_ON'),
      lastDayUpdated: values('LAST_DAY_UPDATED'),
      comments: distinct([at('COMMENTS1')]),
      titles: values('TITLE'),
      designations: values('DESIGNATION'),
      gender,
      nationalities,
      aliases,
      addresses,
      datesOfBirth,
      placesOfBirth,
      documents,
      features: ['SUBMITTED_BY', 'SUBMITTED_ON', 'DELISTED_ON'].flatMap((type) =>
        at(type) ? { type, value: at(type) } : [],
      ),
    })
  return entryWith(entity, profile, () => xmlOf(element))
}

const aliasOf = (one: Element): Alias[] =>
  textAt(one, 'ALIAS_NAME')
    ? row<Alias>({
        name: textAt(one, 'ALIAS_NAME'),
        quality: textAt(one, 'QUALITY'),
        dateOfBirth: textAt(one, 'DATE_OF_BIRTH'),
        cityOfBirth: textAt(one, 'CITY_OF_BIRTH'),
        countryOfBirth: textAt(one, 'COUNTRY_OF_BIRTH'),
        note: textAt(one, 'NOTE'),
      })
    : []

const addressOf = (one: Element): Address[] =>
  row<Address>({
    address1: textAt(one, 'STREET'),
    city: textAt(one, 'CITY'),
    county: textAt(one, 'STATE_PROVINCE'),
    postalCode: textAt(one, 'ZIP_CODE'),
    country: textAt(one, 'COUNTRY'),
    note: textAt(one, 'NOTE'),
  })

function birthDateOf(one: Element): BirthDate[] {
  const years = [textAt(one, 'FROM_YEAR'), textAt(one, 'TO_YEAR')].filter(Boolean)
  const date = textAt(one, 'DATE') || textAt(one, 'YEAR') || years.join(' to ')
  return row<BirthDate>({ date, type: textAt(one, 'TYPE_OF_DATE'), note: textAt(one, 'NOTE') }, 'type')
}

function spanOfType(date = '', type = ''): Span[] {
  return spansOf(date).map((span) => (type === 'APPROXIMATELY' ? widenSpan(span) : span))
}

const placeOf = (one: Element): BirthPlace[] =>
  row<BirthPlace>({
    city: textAt(one, 'CITY'),
    county: textAt(one, 'STATE_PROVINCE'),
    country: textAt(one, 'COUNTRY'),
    note: textAt(one, 'NOTE'),
  })

const documentOf = (one: Element): IdentityDocument[] =>
  row<IdentityDocument>({
    type: distinct([textAt(one, 'TYPE_OF_DOCUMENT'), textAt(one, 'TYPE_OF_DOCUMENT2')]).join(', '),
    number: textAt(one, 'NUMBER'),
    issuingCountry: textAt(one, 'ISSUING_COUNTRY') || textAt(one, 'COUNTRY_OF_ISSUE'),
    issuingAuthority: textAt(one, 'CITY_OF_ISSUE'),
    issuedOn: textAt(one, 'DATE_OF_ISSUE'),
    note: textAt(one, 'NOTE'),
  })

/** The numbers of a document, without the words around them: some stand in the text of its type. */
function numbersOf({ number = '', type = '' }: IdentityDocument): string[] {
  if (number && !/[a-z]{3}/.test(number)) return [number]
  return (number || type).match(/[\p{Lu}\d./-]*\d{3}[\p{Lu}\d./-]*/gu) ?? []
}
