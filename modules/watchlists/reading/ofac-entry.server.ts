import {
  addressLine,
  distinct,
  profileOf,
  type Address,
  type Alias,
  type ListEntry,
} from '../entries/entry.domain.ts'
import type { BirthDate, BirthPlace, Feature, IdentityDocument, Profile } from '../entries/entry.domain.ts'
import { entryWith, row } from '../entries/entry.domain.ts'
import type { ScreenedEntity } from '#modules/names/matching/entity.domain.ts'
import { countryCode, countryCodes, isOfCountry } from './countries.server.ts'
import { widenSpan, distinctSpans, type Span, spansOf } from '#modules/names/dates/dates.domain.ts'
import { clean, unique } from './names.domain.ts'
import { contactOf, genderOf, identifies, isNumber, schemaOf } from './ofac.domain.ts'
import type { Fact } from './ofac.domain.ts'

/** A name of an entry; the first one that is primary is what it is called. */
export interface OfacName {
  text: string
  type?: string
  isPrimary: boolean
  isWeak: boolean
  /** Where it is another than Latin. */
  script?: string
}

interface OfacParts {
  list: string
  id: string
  entityType: string
  names: readonly OfacName[]
  facts: readonly Fact[]
  documents?: readonly IdentityDocument[]
  addresses: readonly Address[]
  profile: Partial<Profile>
  raw: () => string
}

/** An entry of OFAC's, from what any of its formats says: each fact goes to its place by the type that OFAC gives it. */
export function ofacEntry(parts: OfacParts): ListEntry {
  const placed = placeFacts(parts.facts)
  const documents = [...(parts.documents ?? []), ...placed.documents]
  const names = parts.names
    .map((name) => ({ ...name, text: clean(name.text) }))
    .filter(({ text }) => text !== '')
  const primary = names.filter(({ isPrimary }) => isPrimary)
  const isOther = ({ script }: OfacName) => script !== undefined && script !== 'Latin'
  const entity: ScreenedEntity = {
    list: parts.list,
    id: parts.id,
    schema: schemaOf(parts.entityType),
    names: unique(
      names.map(({ text, isPrimary, isWeak }) => ({
        text,
        quality: isPrimary ? 'primary' : isWeak ? 'weak' : 'strong',
      })),
    ),
    birthDates: distinctSpans(placed.spans),
    genders: genderOf(placed.gender),
    countries: countryCodes([
      ...placed.nationalities,
      ...parts.addresses.flatMap(({ country }) => country ?? []),
      ...placed.placesOfBirth.flatMap(({ country }) => country ?? []),
      ...documents.flatMap(({ issuingCountry }) => issuingCountry ?? []),
      ...placed.features.flatMap(({ type, value }) => (isOfCountry(type) ? value : [])),
    ]),
    documents: distinct(documents.flatMap(({ number }) => number ?? [])),
    addresses: distinct(parts.addresses.map(addressLine)),
  }
  const profile = () =>
    profileOf({
      fullName: primary.find((name) => !isOther(name))?.text ?? names[0]?.text ?? '',
      originalScript: distinct(primary.filter(isOther).map(({ text }) => text)),
      entityType: parts.entityType,
      aliases: names.flatMap(({ text, type = '', isPrimary, isWeak, script = '' }) =>
        isPrimary && (script === '' || script === 'Latin')
          ? []
          : row<Alias>({ name: text, type, quality: isWeak ? 'weak' : 'strong', script }),
      ),
      addresses: [...parts.addresses],
      nationalities: distinct(placed.nationalities),
      datesOfBirth: placed.datesOfBirth,
      placesOfBirth: placed.placesOfBirth,
      documents,
      features: placed.features,
      gender: placed.gender,
      websites: distinct(placed.websites),
      emails: distinct(placed.emails),
      phoneNumbers: distinct(placed.phoneNumbers),
      faxNumbers: distinct(placed.faxNumbers),
      ...parts.profile,
    })
  return entryWith(entity, profile, parts.raw)
}

function placeFacts(facts: readonly Fact[]) {
  const placed = {
    documents: [] as IdentityDocument[],
    features: [] as Feature[],
    nationalities: [] as string[],
    datesOfBirth: [] as BirthDate[],
    spans: [] as Span[],
    placesOfBirth: [] as BirthPlace[],
    gender: '',
    websites: [] as string[],
    emails: [] as string[],
    phoneNumbers: [] as string[],
    faxNumbers: [] as string[],
  }
  for (const {
    type,
    value,
    span,
    isUnsure,
    country = '',
    issuedOn = '',
    expiresOn = '',
    note = '',
  } of facts) {
    const contact = contactOf(type)
    if (!value) continue
    if (contact) placed[contact].push(value)
    else if (type === 'Gender') placed.gender = value
    else if (type === 'Birthdate') {
      const days = span ? [span] : spansOf(value)
      placed.spans.push(...days.map((one) => (isUnsure ? widenSpan(one) : one)))
      placed.datesOfBirth.push({ date: value, ...(isUnsure ? { type: 'APPROXIMATELY' } : {}) })
    } else if (type === 'Place of Birth') placed.placesOfBirth.push(placeOf(value))
    else if (type === 'Nationality Country' || type === 'Citizenship Country')
      placed.nationalities.push(value)
    else if (identifies(type) && isNumber(value))
      placed.documents.push(
        ...row<IdentityDocument>({ type, number: value, issuingCountry: country, issuedOn, expiresOn, note }),
      )
    else placed.features.push(...row<Feature>({ type, value, note }))
  }
  return placed
}

/** A place ends with its country, where it names one that is known. */
function placeOf(place: string): BirthPlace {
  const parts = place.split(', ')
  const country = parts.at(-1) ?? ''
  if (!countryCode(country)) return { city: place }
  return parts.length > 1 ? { city: parts.slice(0, -1).join(', '), country } : { country }
}
