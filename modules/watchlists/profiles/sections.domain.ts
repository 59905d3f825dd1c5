import type { Profile } from '../entries/entry.domain.ts'

/** A part of a profile: its name and columns are keys of texts, `fields.*` and `columns.*`. */
export interface Section {
  key: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}
export interface ProfileParts {
  facts: readonly (readonly [key: string, value: string])[]
  sections: readonly Section[]
}

const tables = {
  nameParts: ['part', 'value', 'script'],
  aliases: ['name', 'type', 'quality', 'dateOfBirth', 'cityOfBirth', 'countryOfBirth', 'note'],
  addresses: [
    'address1',
    'address2',
    'address3',
    'address4',
    'city',
    'county',
    'postalCode',
    'country',
    'note',
  ],
  datesOfBirth: ['date', 'type', 'note'],
  placesOfBirth: ['city', 'county', 'country', 'note'],
  documents: ['type', 'number', 'issuingCountry', 'issuingAuthority', 'issuedOn', 'expiresOn', 'note'],
  sanctionsLists: ['name', 'datePublished'],
  features: ['type', 'value', 'note'],
  relationships: ['type', 'name', 'from', 'to', 'note'],
  sanctions: ['sanctionType', 'isCurrent', 'authority', 'from', 'to', 'reason'],
  politicalPositions: ['description', 'country', 'from', 'to'],
  articles: ['name', 'dateCollected', 'categories', 'snippet', 'keywordsMatched', 'originalURL'],
} as const satisfies Partial<Record<keyof Profile, readonly string[]>>

const facts = [
  'identityId',
  'referenceNumber',
  'entityType',
  'originalScript',
  'listTypes',
  'listedOn',
  'lastDayUpdated',
  'gender',
  'nationalities',
  'titles',
  'designations',
  'categories',
  'phoneNumbers',
  'faxNumbers',
  'emails',
  'websites',
  'sanctionsPrograms',
  'sanctionsTypes',
  'legalAuthorities',
  'comments',
  'notes',
  'sourceLinks',
] as const satisfies readonly (keyof Profile)[]

/** A day as it is written for people; what is no day stays as the list has it. */
export const dayText = (text: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) ? text.split('-').toReversed().join('/') : text

/** All that a profile says, as facts and tables; columns that nothing stands in are left out, and so is what is empty. */
export function partsOf(profile: Profile, yesNo: (value: boolean) => string): ProfileParts {
  const written = (value: unknown) =>
    typeof value === 'boolean' ? yesNo(value) : dayText(typeof value === 'string' ? value : '')
  return {
    facts: facts.flatMap((key) => {
      const value = [profile[key]].flat().filter(Boolean).map(written).join('\n')
      return value ? [[key, value] as const] : []
    }),
    sections: Object.entries(tables).flatMap(([key, all]) => {
      const given = profile[key as keyof typeof tables] as unknown as Record<string, unknown>[]
      const columns = all.filter((column) => given.some((row) => row[column] !== undefined))
      return given.length === 0
        ? []
        : { key, columns, rows: given.map((row) => columns.map((column) => written(row[column]))) }
    }),
  }
}
