import type { ScreenedEntity } from '#modules/names/matching/entity.domain.ts'

/** A row of a table on a profile page; what the list leaves empty is left out. */
export interface Alias {
  name: string
  /** `A.K.A.`, `F.K.A.`, … as the list says. */
  type?: string
  /** As the list says, such as `Good` or `Low`; OFAC's are `strong` and `weak`. */
  quality?: string
  script?: string
  dateOfBirth?: string
  cityOfBirth?: string
  countryOfBirth?: string
  note?: string
}
export interface Address {
  address1?: string
  address2?: string
  address3?: string
  address4?: string
  city?: string
  county?: string
  postalCode?: string
  country?: string
  note?: string
}
export interface BirthDate {
  /** As the list writes it. */
  date?: string
  /** `EXACT`, `APPROXIMATELY`, `BETWEEN`. */
  type?: string
  note?: string
}
export interface BirthPlace {
  city?: string
  county?: string
  country?: string
  note?: string
}
export interface IdentityDocument {
  type?: string
  number?: string
  issuingCountry?: string
  issuingAuthority?: string
  issuedOn?: string
  expiresOn?: string
  note?: string
}
export interface Feature {
  type: string
  value: string
  note?: string
}
/** To a person or business; `id` is theirs on the same list, where it says so. */
export interface Relationship {
  type: string
  name: string
  id?: string
  schema?: ScreenedEntity['schema']
  from?: string
  to?: string
  note?: string
}
export interface Sanction {
  sanctionType: string
  isCurrent: boolean
  authority?: string
  from?: string
  to?: string
  reason?: string
  sourceUrl?: string
}
export interface Position {
  description: string
  country?: string
  from?: string
  to?: string
}
export interface Article {
  name: string
  dateCollected?: string
  categories?: string
  snippet?: string
  keywordsMatched?: string
  originalURL?: string
}

/** What the profile pages of specification 001, 2.3 and 3, show of an entry, whatever list it is on; texts are the list's own. */
export interface Profile {
  fullName: string
  nameParts: { part: string; value: string; script?: string }[]
  originalScript: string[]
  identityId: string
  entityType: string
  referenceNumber: string
  listTypes: string[]
  listedOn: string
  lastDayUpdated: string[]
  comments: string[]
  titles: string[]
  designations: string[]
  gender: string
  nationalities: string[]
  aliases: Alias[]
  addresses: Address[]
  datesOfBirth: BirthDate[]
  placesOfBirth: BirthPlace[]
  documents: IdentityDocument[]
  sanctionsLists: { name: string; datePublished?: string }[]
  sanctionsPrograms: string[]
  sanctionsTypes: string[]
  legalAuthorities: string[]
  features: Feature[]
  relationships: Relationship[]
  sanctions: Sanction[]
  categories: string[]
  politicalPositions: Position[]
  notes: string[]
  articles: Article[]
  sourceLinks: string[]
  phoneNumbers: string[]
  faxNumbers: string[]
  emails: string[]
  websites: string[]
  imageURL: string
}

/** An entry of a list: what the matcher reads, what its page shows, and its own XML, JSON or row, written when asked for. */
export interface ListEntry extends ScreenedEntity {
  readonly profile: Profile
  readonly rawObject: string
}

const nothing: Profile = {
  fullName: '',
  nameParts: [],
  originalScript: [],
  identityId: '',
  entityType: '',
  referenceNumber: '',
  listTypes: [],
  listedOn: '',
  lastDayUpdated: [],
  comments: [],
  titles: [],
  designations: [],
  gender: '',
  nationalities: [],
  aliases: [],
  addresses: [],
  datesOfBirth: [],
  placesOfBirth: [],
  documents: [],
  sanctionsLists: [],
  sanctionsPrograms: [],
  sanctionsTypes: [],
  legalAuthorities: [],
  features: [],
  relationships: [],
  sanctions: [],
  categories: [],
  politicalPositions: [],
  notes: [],
  articles: [],
  sourceLinks: [],
  phoneNumbers: [],
  faxNumbers: [],
  emails: [],
  websites: [],
  imageURL: '',
}

/** An entry whose profile and raw text are made when they are first asked for: most readers only match against it. */
export const entryWith = (entity: ScreenedEntity, profile: () => Profile, raw: () => string): ListEntry =>
  new Written(entity, profile, raw)

/** A class, since an object with accessors of its own costs V8 a shape for each: 200 MB in a list of 200,000. */
class Written implements ListEntry {
  readonly list: string
  readonly id: string
  readonly schema: ScreenedEntity['schema']
  readonly names: ScreenedEntity['names']
  readonly birthDates: ScreenedEntity['birthDates']
  readonly genders: string[]
  readonly countries: string[]
  readonly documents: string[]
  readonly addresses: string[]
  readonly #profile: () => Profile
  readonly #raw: () => string
  #made: Profile | undefined

  constructor(entity: ScreenedEntity, profile: () => Profile, raw: () => string) {
    this.list = entity.list
    this.id = entity.id
    this.schema = entity.schema
    this.names = entity.names
    this.birthDates = entity.birthDates
    this.genders = entity.genders
    this.countries = entity.countries
    this.documents = entity.documents
    this.addresses = entity.addresses
    this.#profile = profile
    this.#raw = raw
  }

  get profile(): Profile {
    this.#made ??= this.#profile()
    return this.#made
  }

  get rawObject(): string {
    return this.#raw()
  }
}

/** A profile of what is given, and otherwise empty. */
export const profileOf = (given: Partial<Profile>): Profile => ({ ...nothing, ...given })

type Filled<T> = { [K in keyof T]: T[K] extends string ? string : T[K] }

/** A row without its empty values; nothing where all are empty. Values of `named` alone make no row. */
export function row<T extends object>(values: Filled<T>, ...named: (keyof T)[]): T[] {
  const kept: Partial<T> = {}
  let isThere = false
  for (const key of Object.keys(values) as (keyof T)[]) {
    const value = values[key] as T[keyof T] | undefined
    if (value === '' || value === undefined) continue
    kept[key] = value
    isThere ||= !named.includes(key)
  }
  return isThere ? [kept as T] : []
}

/** The one line of an address that the matcher compares. */
export const addressLine = ({ note: _note, ...parts }: Address): string =>
  Object.values(parts).filter(Boolean).join(', ')

/** What the matcher compares of documents and addresses: each number and each line once. */
export const comparedOf = (documents: readonly IdentityDocument[], addresses: readonly Address[]) => ({
  documents: distinct(documents.flatMap(({ number }) => number ?? [])),
  addresses: distinct(addresses.map(addressLine)),
})

/** Texts once each, without the empty ones. */
export const distinct = (texts: readonly string[]): string[] =>
  texts.length > 1 ? [...new Set(texts.filter(Boolean))] : texts.filter(Boolean)
