import { type Address, distinct, type IdentityDocument, type ListEntry } from '../entries/entry.domain.ts'
import { type Profile, type Relationship, row } from '../entries/entry.domain.ts'
import type { ListHead } from '../entries/head.domain.ts'
import type { Span } from '#modules/names/dates/dates.domain.ts'
import { type Fact, listOf } from '../reading/ofac.domain.ts'
import { ofacEntry, type OfacName } from '../reading/ofac-entry.server.ts'
import { child, children, type Element, elementsOf, textAt, xmlOf } from '../reading/xml.server.ts'

/** What parties point at: it stands before and after them, so the file is read twice. */
interface Around {
  /** Reference values by element and number, such as `Country 11033`. */
  words: Map<string, string>
  subTypes: Map<string, { party: string; sub: string }>
  addresses: Map<string, Address>
  documents: Map<string, IdentityDocument[]>
  sanctions: Map<
    string,
    Required<Pick<Profile, 'sanctionsLists' | 'sanctionsPrograms' | 'sanctionsTypes' | 'legalAuthorities'>>
  >
  relations: Map<string, { type: string; to: string; note: string }[]>
  titles: Map<string, string>
}

const around = [
  'DateOfIssue',
  'ReferenceValueSets',
  'Location',
  'IDRegDocument',
  'ProfileRelationship',
  'SanctionsEntry',
]

/** ADVANCED XML (the Advanced Sanctions Data Model): parties, and apart from them what they share. */
export async function* readAdvanced(
  pieces: () => AsyncIterable<string>,
  head: ListHead,
): AsyncGenerator<ListEntry> {
  const known: Around = {
    words: new Map(),
    subTypes: new Map(),
    addresses: new Map(),
    documents: new Map(),
    sanctions: new Map(),
    relations: new Map(),
    titles: new Map(),
  }
  for await (const element of elementsOf(pieces(), new Set([...around, 'DistinctParty'])))
    note(known, element, head)
  for await (const element of elementsOf(pieces(), new Set(['DistinctParty']))) {
    head.line = element.line
    if (element.name === 'DistinctParty') yield entryOf(element, known)
  }
}

const add = <T>(map: Map<string, T[]>, key: string, value: T) => {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
const idOf = (element: Element | undefined, key = 'ID') => element?.attributes[key] ?? ''

function note(known: Around, element: Element, head: ListHead): void {
  const word = (kind: string, id: string) => known.words.get(`${kind} ${id}`) ?? ''
  if (element.name === 'DateOfIssue') head.publishedOn = dayOf(element) ?? ''
  else if (element.name === 'ReferenceValueSets') {
    for (const value of element.children.flatMap((set) => set.children)) {
      known.words.set(
        `${value.name} ${idOf(value)}`,
        value.text || (value.attributes['LegalBasisShortRef'] ?? ''),
      )
      if (value.name === 'PartySubType')
        known.subTypes.set(idOf(value), { party: idOf(value, 'PartyTypeID'), sub: value.text })
    }
  } else if (element.name === 'Location') known.addresses.set(idOf(element), addressOf(element, word))
  else if (element.name === 'IDRegDocument')
    add(known.documents, idOf(element, 'IdentityID'), documentOf(element, known, word))
  else if (element.name === 'ProfileRelationship')
    add(known.relations, idOf(element, 'From-ProfileID'), {
      type: word('RelationType', idOf(element, 'RelationTypeID')),
      to: idOf(element, 'To-ProfileID'),
      note: idOf(element, 'Former') === 'true' ? 'former' : textAt(element, 'Comment'),
    })
  else if (element.name === 'SanctionsEntry') noteSanction(known, element, word)
  else if (element.name === 'DistinctParty') known.titles.set(idOf(element, 'FixedRef'), titleOf(element))
}

type Word = (kind: string, id: string) => string

function noteSanction(known: Around, element: Element, word: Word): void {
  const profile = idOf(element, 'ProfileID')
  const before = known.sanctions.get(profile)
  const events = children(element, 'EntryEvent')
  const measures = children(element, 'SanctionsMeasure')
  const typeOf = (measure: Element) => word('SanctionsType', idOf(measure, 'SanctionsTypeID'))
  const datePublished = dayOf(child(events[0], 'Date'))
  known.sanctions.set(profile, {
    sanctionsLists: [
      ...(before?.sanctionsLists ?? []),
      { name: word('List', idOf(element, 'ListID')), ...(datePublished ? { datePublished } : {}) },
    ],
    sanctionsPrograms: distinct([
      ...(before?.sanctionsPrograms ?? []),
      ...measures.flatMap((measure) => (typeOf(measure) === 'Program' ? textAt(measure, 'Comment') : [])),
    ]),
    sanctionsTypes: distinct([
      ...(before?.sanctionsTypes ?? []),
      ...measures.map(typeOf).filter((type) => type !== 'Program'),
    ]),
    legalAuthorities: distinct([
      ...(before?.legalAuthorities ?? []),
      ...events.map((event) => word('LegalBasis', idOf(event, 'LegalBasisID'))),
    ]),
  })
}

const places: Record<string, keyof Address> = {
  ADDRESS1: 'address1',
  ADDRESS2: 'address2',
  ADDRESS3: 'address3',
  CITY: 'city',
  'STATE/PROVINCE': 'county',
  REGION: 'address4',
  'POSTAL CODE': 'postalCode',
}

function addressOf(element: Element, word: Word): Address {
  const address: Address = {}
  for (const part of children(element, 'LocationPart')) {
    const place = places[word('LocPartType', idOf(part, 'LocPartTypeID')).toUpperCase()] ?? 'note'
    const value = children(part, 'LocationPartValue')
      .map((one) => textAt(one, 'Value'))
      .join(', ')
    if (value) address[place] = value
  }
  const country = word('Country', idOf(child(element, 'LocationCountry'), 'CountryID'))
  const area = word('AreaCode', idOf(child(element, 'LocationAreaCode'), 'AreaCodeID'))
  if (country || area) address.country = country || area
  return address
}

function documentOf(element: Element, known: Around, word: Word): IdentityDocument {
  const dates = new Map(
    children(element, 'DocumentDate').map((date) => [
      word('IDRegDocDateType', idOf(date, 'IDRegDocDateTypeID')),
      periodOf(child(date, 'DatePeriod')),
    ]),
  )
  const [found = {}] = row<IdentityDocument>({
    type: word('IDRegDocType', idOf(element, 'IDRegDocTypeID')),
    number: textAt(element, 'IDRegistrationNo'),
    issuingCountry:
      word('Country', idOf(element, 'IssuedBy-CountryID')) ||
      (known.addresses.get(idOf(element, 'IssuedIn-LocationID'))?.country ?? ''),
    issuingAuthority: textAt(element, 'IssuingAuthority'),
    issuedOn: dates.get('Issue Date')?.from ?? '',
    expiresOn: dates.get('Expiration Date')?.to ?? '',
    note: textAt(element, 'Comment'),
  })
  return found
}

/** Year, month and day as YYYY-MM-DD. */
function dayOf(element: Element | undefined): string | undefined {
  const [year, month, day] = ['Year', 'Month', 'Day'].map((part) => textAt(element, part).padStart(2, '0'))
  return element && year !== '00' ? `${year}-${month}-${day}` : undefined
}

function periodOf(period: Element | undefined): Span | undefined {
  const [from, to] = [dayOf(child(period, 'Start/From')), dayOf(child(period, 'End/To'))]
  return from && to ? { from, to } : undefined
}

const latin = 'Latin'

/** The names of an alias, one for each script; family names come first, as OFAC writes them elsewhere. */
function namesOf(alias: Element, identity: Element, known: Around): OfacName[] {
  const kinds = new Map(
    children(identity, 'NamePartGroups/MasterNamePartGroup/NamePartGroup').map((group) => [
      idOf(group),
      known.words.get(`NamePartType ${idOf(group, 'NamePartTypeID')}`) ?? '',
    ]),
  )
  return children(alias, 'DocumentedName').map((name) => {
    const parts = children(name, 'DocumentedNamePart/NamePartValue')
    const isFamily = (part: Element) => kinds.get(idOf(part, 'NamePartGroupID')) === 'Last Name'
    const join = (some: Element[]) => some.map(({ text }) => text).join(' ')
    const script = known.words.get(`Script ${idOf(parts[0], 'ScriptID')}`) ?? latin
    const others = parts.filter((part) => !isFamily(part))
    return {
      text: distinct([join(parts.filter(isFamily)), join(others)]).join(script === latin ? ', ' : ' '),
      type: known.words.get(`AliasType ${idOf(alias, 'AliasTypeID')}`) ?? '',
      isPrimary: idOf(alias, 'Primary') === 'true',
      isWeak: idOf(alias, 'LowQuality') === 'true',
      script,
    }
  })
}

const titleOf = (party: Element): string =>
  children(party, 'Profile/Identity/Alias')
    .filter((alias) => idOf(alias, 'Primary') === 'true')
    .flatMap((alias) => children(alias, 'DocumentedName').slice(0, 1))
    .map((name) =>
      children(name, 'DocumentedNamePart/NamePartValue')
        .map(({ text }) => text)
        .join(' '),
    )[0] ?? ''

function entryOf(party: Element, known: Around): ListEntry {
  const id = idOf(party, 'FixedRef')
  const profile = child(party, 'Profile')
  const { party: partyType = '', sub = '' } = known.subTypes.get(idOf(profile, 'PartySubTypeID')) ?? {}
  const identities = children(profile, 'Identity')
  const features = children(profile, 'Feature')
  const versions = features.flatMap((feature) =>
    children(feature, 'FeatureVersion').map((version) => ({
      type: known.words.get(`FeatureType ${idOf(feature, 'FeatureTypeID')}`) ?? '',
      version,
      place: known.addresses.get(idOf(child(version, 'VersionLocation'), 'LocationID')),
    })),
  )
  const sanctions = known.sanctions.get(idOf(profile))
  return ofacEntry({
    list: listOf(sanctions?.sanctionsLists.map(({ name }) => name) ?? []),
    id,
    entityType: sub && sub !== 'Unknown' ? sub : (known.words.get(`PartyType ${partyType}`) ?? ''),
    names: identities.flatMap((identity) =>
      children(identity, 'Alias').flatMap((alias) => namesOf(alias, identity, known)),
    ),
    facts: versions.flatMap(({ type, version, place }) =>
      type === 'Location' ? [] : factOf(type, version, place, known),
    ),
    documents: identities.flatMap((identity) => known.documents.get(idOf(identity)) ?? []),
    addresses: versions.flatMap(({ type, place }) =>
      type === 'Location' && place ? row<Address>({ ...place }) : [],
    ),
    profile: {
      ...sanctions,
      identityId: idOf(identities[0]),
      comments: distinct([textAt(party, 'Comment')]),
      relationships: (known.relations.get(idOf(profile)) ?? []).map(
        ({ type, to, note: text }): Relationship => ({
          type,
          name: known.titles.get(to) ?? '',
          id: to,
          ...(text ? { note: text } : {}),
        }),
      ),
    },
    raw: () => xmlOf(party),
  })
}

function factOf(type: string, version: Element, place: Address | undefined, known: Around): Fact {
  const period = child(version, 'DatePeriod')
  const span = periodOf(period)
  const detail = child(version, 'VersionDetail')
  const word = known.words.get(`DetailReference ${idOf(detail, 'DetailReferenceID')}`) ?? ''
  const dated = span && (span.from === span.to ? span.from : `${span.from} to ${span.to}`)
  const isUnsure = children(period, 'Start').some((start) => idOf(start, 'Approximate') === 'true')
  return {
    type,
    value: detail?.text || word || place?.country || dated || '',
    note: textAt(version, 'Comment'),
    ...(span ? { span } : {}),
    ...(isUnsure ? { isUnsure } : {}),
  }
}
