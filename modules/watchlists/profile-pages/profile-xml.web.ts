import { profilePath } from '../profiles/profiles.domain.ts'
import { dayText, type Section } from '../profiles/sections.domain.ts'

/** A section whose rows may lead to other profiles. */
export interface ViewSection extends Section {
  /** For each row the page of whom it names, if there is one. */
  to?: readonly (string | undefined)[]
}
export interface ProfileView {
  facts: readonly (readonly [key: string, value: string])[]
  sections: readonly ViewSection[]
}

const nothing: ProfileView = { facts: [], sections: [] }

/** The root of the XML; nothing where it cannot be read, which only the console is told. Text alone is ever taken out of it. */
function rootOf(xml: string): Element | undefined {
  const parsed = new DOMParser().parseFromString(xml, 'application/xml')
  const fault = parsed.querySelector('parsererror')
  if (!fault) return parsed.documentElement
  // oxlint-disable-next-line no-console -- the specification has it so
  console.error('The XML of the profile cannot be read.', fault.textContent)
  return undefined
}

const children = (element: Element | undefined, way: string): Element[] => {
  let found = element ? [element] : []
  for (const name of way.split('/'))
    found = found.flatMap((one) => [...one.children].filter(({ localName }) => localName === name))
  return found
}
const texts = (element: Element | undefined, way: string): string[] =>
  children(element, way).flatMap((one) => one.textContent.trim() || [])
const text = (element: Element | undefined, way: string): string => texts(element, way)[0] ?? ''
const day = (element: Element | undefined, way: string) => dayText(text(element, way))
const isTrue = (element: Element, way: string) => text(element, way) === 'true'

/** Rows in which something stands. */
const filled = (rows: readonly (readonly string[])[]) => rows.filter((row) => row.some((cell) => cell !== ''))
const list = (key: string, values: readonly string[]): Section => ({
  key,
  columns: ['value'],
  rows: values.map((value) => [value]),
})

/** An entry of the UN's list as its page shows it. */
export function unscView(xml: string): ProfileView {
  const root = rootOf(xml)
  if (!root) return nothing
  const at = (name: string) => text(root, name)
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map(at)
  return {
    facts: [
      ['fullName', parts.filter((part) => part && part.toLowerCase() !== 'na').join(' ')],
      ['dataId', at('DATAID')],
      ['referenceNumber', at('REFERENCE_NUMBER')],
      ['unListType', at('UN_LIST_TYPE')],
      ['listedOn', day(root, 'LISTED_ON')],
      ['originalScript', at('NAME_ORIGINAL_SCRIPT')],
      ['gender', at('GENDER')],
      ['comments', at('COMMENTS1')],
    ],
    sections: [
      list('titles', texts(root, 'TITLE/VALUE')),
      list('designations', texts(root, 'DESIGNATION/VALUE')),
      list('nationalities', texts(root, 'NATIONALITY/VALUE')),
      list('listTypes', texts(root, 'LIST_TYPE/VALUE')),
      list('lastDayUpdated', texts(root, 'LAST_DAY_UPDATED/VALUE').map(dayText)),
      ...unscRows(root),
    ],
  }
}

/** What the UN says in rows: other names, addresses, births and documents. */
function unscRows(root: Element): Section[] {
  const below = (name: string) => children(root, `${root.localName}_${name}`)
  const rows = (name: string, ...ways: string[]) =>
    filled(below(name).map((one) => ways.map((way) => day(one, way))))
  const between = (one: Element) => [text(one, 'FROM_YEAR'), text(one, 'TO_YEAR')].filter(Boolean).join(' – ')
  return [
    {
      key: 'aliases',
      columns: ['quality', 'name', 'dateOfBirth', 'cityOfBirth', 'countryOfBirth'],
      rows: below('ALIAS')
        .filter((one) => text(one, 'ALIAS_NAME') !== '')
        .map((one) =>
          ['QUALITY', 'ALIAS_NAME', 'DATE_OF_BIRTH', 'CITY_OF_BIRTH', 'COUNTRY_OF_BIRTH'].map((way) =>
            day(one, way),
          ),
        ),
    },
    {
      key: 'addresses',
      columns: ['address1', 'city', 'county', 'country', 'note'],
      rows: rows('ADDRESS', 'STREET', 'CITY', 'STATE_PROVINCE', 'COUNTRY', 'NOTE'),
    },
    {
      key: 'datesOfBirth',
      columns: ['typeOfDate', 'date'],
      rows: below('DATE_OF_BIRTH').flatMap((one) => {
        const date = day(one, 'DATE') || text(one, 'YEAR') || between(one) || text(one, 'NOTE')
        return date ? [[text(one, 'TYPE_OF_DATE'), date]] : []
      }),
    },
    {
      key: 'placesOfBirth',
      columns: ['city', 'county', 'country'],
      rows: rows('PLACE_OF_BIRTH', 'CITY', 'STATE_PROVINCE', 'COUNTRY'),
    },
    {
      key: 'documents',
      columns: ['type', 'number', 'issuingCountry', 'issuedOn', 'note'],
      rows: filled(
        below('DOCUMENT').map((one) => [
          text(one, 'TYPE_OF_DOCUMENT') || text(one, 'TYPE_OF_DOCUMENT2'),
          text(one, 'NUMBER'),
          text(one, 'ISSUING_COUNTRY') || text(one, 'COUNTRY_OF_ISSUE'),
          day(one, 'DATE_OF_ISSUE'),
          text(one, 'NOTE'),
        ]),
      ),
    },
  ]
}

type Word = (key: 'strong' | 'weak') => string

/** An entry of OFAC's lists as its page shows it; `word` says strong and weak. */
export function ofacView(xml: string, listName: string, word: Word): ProfileView {
  const root = rootOf(xml)
  if (!root) return nothing
  const features = children(root, 'features/feature')
  const isNationality = (feature: Element) => text(feature, 'type') === 'Nationality Country'
  return {
    facts: [
      ['identityId', text(root, 'generalInfo/identityId')],
      ['entityType', text(root, 'generalInfo/entityType')],
      ['comments', [text(root, 'comments1'), text(root, 'generalInfo/remarks')].filter(Boolean).join('\n')],
    ],
    sections: [
      ...ofacNames(root, word),
      {
        key: 'sanctionsLists',
        columns: ['name', 'datePublished'],
        rows: children(root, 'sanctionsLists/sanctionsList').map((one) => [
          one.textContent.trim(),
          dayText(one.getAttribute('datePublished') ?? ''),
        ]),
      },
      list('sanctionsPrograms', texts(root, 'sanctionsPrograms/sanctionsProgram')),
      list('sanctionsTypes', texts(root, 'sanctionsTypes/sanctionsType')),
      list('legalAuthorities', texts(root, 'legalAuthorities/legalAuthority')),
      list('titles', [...texts(root, 'generalInfo/title'), ...texts(root, 'titles/title')]),
      list('designations', texts(root, 'designations/designation')),
      list(
        'nationalities',
        features.filter(isNationality).map((feature) => text(feature, 'value')),
      ),
      ofacAddresses(root),
      {
        key: 'features',
        columns: ['type', 'value'],
        rows: features
          .filter((feature) => !isNationality(feature))
          .map((feature) => [text(feature, 'type'), text(feature, 'value')]),
      },
      ofacDocuments(root),
      ofacRelationships(root, listName),
    ],
  }
}

/** Every spelling of every name, and the parts of the primary one. */
function ofacNames(root: Element, word: Word): Section[] {
  const names = children(root, 'names/name')
  const spelled = (name: Element) => children(name, 'translations/translation')
  const primary = names.find((name) => isTrue(name, 'isPrimary'))
  const isLatin = (translation: Element) => (text(translation, 'script') || 'Latin') === 'Latin'
  const spellings = primary ? spelled(primary) : []
  const latin = spellings.find(isLatin)
  const partOf = (type: RegExp) =>
    children(latin, 'nameParts/namePart')
      .filter((part) => type.test(text(part, 'type')))
      .map((part) => text(part, 'value'))
      .join(' ')
  const original = spellings
    .filter((one) => !isLatin(one))
    .map((one) => text(one, 'formattedFullName'))
    .join('\n')
  return [
    {
      key: 'names',
      columns: ['type', 'quality', 'fullName'],
      rows: names.flatMap((name) =>
        spelled(name).map((translation) => [
          text(name, 'aliasType'),
          word(isTrue(name, 'isLowQuality') ? 'weak' : 'strong'),
          text(translation, 'formattedFullName'),
        ]),
      ),
    },
    {
      key: 'nameParts',
      columns: ['firstName', 'lastName', 'originalScript'],
      rows: filled([
        [partOf(/first|middle|second/i), partOf(/last|father|entity|maiden|vessel|aircraft/i), original],
      ]),
    },
  ]
}

const ofacAddresses = (root: Element): Section => ({
  key: 'addresses',
  columns: ['address1', 'address2', 'city', 'country'],
  rows: filled(
    children(root, 'addresses/address').map((address) => {
      const [translation] = children(address, 'translations/translation')
      const part = (type: string) =>
        children(translation, 'addressParts/addressPart')
          .filter((one) => text(one, 'type').toUpperCase() === type)
          .map((one) => text(one, 'value'))
          .join(', ')
      return [part('ADDRESS1'), part('ADDRESS2'), part('CITY'), text(address, 'country')]
    }),
  ),
})

const ofacDocuments = (root: Element): Section => ({
  key: 'documents',
  columns: ['type', 'number', 'issuingCountry', 'issuedOn', 'expiresOn'],
  rows: children(root, 'identityDocuments/identityDocument').map((one) => [
    text(one, 'type'),
    text(one, 'documentNumber'),
    text(one, 'issuingCountry'),
    day(one, 'issueDate/fromDateBegin'),
    day(one, 'expirationDate/toDateEnd'),
  ]),
})

function ofacRelationships(root: Element, listName: string): ViewSection {
  const relationships = children(root, 'relationships/relationship')
  return {
    key: 'relationships',
    columns: ['type', 'relatedEntity'],
    rows: relationships.map((one) => [text(one, 'type'), text(one, 'relatedEntity')]),
    to: relationships.map((one) => {
      const id = children(one, 'relatedEntity')[0]?.getAttribute('entityId')
      return id ? profilePath(listName, id) : undefined
    }),
  }
}
