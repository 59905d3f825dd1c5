import {
  type Address,
  type IdentityDocument,
  type ListEntry,
  type Relationship,
  row,
} from '../entries/entry.domain.ts'
import type { ListHead } from '../entries/head.domain.ts'
import type { Span } from '#modules/names/dates/dates.domain.ts'
import { type Fact, listOf } from '../reading/ofac.domain.ts'
import { ofacEntry, type OfacName } from '../reading/ofac-entry.server.ts'
import { child, children, type Element, elementsOf, textAt, textsAt, xmlOf } from '../reading/xml.server.ts'

const names = new Set(['entity', 'publicationInfo'])

/** ENHANCED_XML of the Sanctions List Service: every script, feature, document and relationship in its own element. */
export async function* readEnhanced(
  pieces: AsyncIterable<string>,
  head: ListHead,
): AsyncGenerator<ListEntry> {
  let only: string | undefined
  for await (const element of elementsOf(pieces, names)) {
    if (element.name === 'publicationInfo') {
      head.publishedOn = textAt(element, 'dataAsOf').slice(0, 10)
      // A few stand on both lists: a file of one list has them for that one.
      const lists = textsAt(element, 'filters/sanctionsLists/sanctionsList')
      if (lists.length === 1) only = listOf(lists)
    }
    head.line = element.line
    if (element.name === 'entity') yield entryOf(element, only)
  }
}

function entryOf(element: Element, only: string | undefined): ListEntry {
  const lists = children(element, 'sanctionsLists/sanctionsList')
  const id = element.attributes['id'] ?? ''
  const primary = children(element, 'names/name').find((name) => textAt(name, 'isPrimary') === 'true')
  return ofacEntry({
    list: only ?? listOf(lists.map(({ text }) => text)),
    id,
    entityType: textAt(element, 'generalInfo/entityType'),
    names: children(element, 'names/name').flatMap(namesOf),
    facts: children(element, 'features/feature').map(factOf),
    documents: children(element, 'identityDocuments/identityDocument').flatMap(documentOf),
    addresses: children(element, 'addresses/address').flatMap(addressOf),
    profile: {
      identityId: textAt(element, 'generalInfo/identityId'),
      titles: textsAt(element, 'generalInfo/title'),
      comments: textsAt(element, 'generalInfo/remarks'),
      nameParts: children(primary, 'translations/translation').flatMap((translation) =>
        children(translation, 'nameParts/namePart').map((part) => ({
          part: textAt(part, 'type'),
          value: textAt(part, 'value'),
          script: textAt(translation, 'script'),
        })),
      ),
      sanctionsLists: lists.map(({ text, attributes: { datePublished } }) => ({
        name: text,
        ...(datePublished ? { datePublished } : {}),
      })),
      sanctionsPrograms: textsAt(element, 'sanctionsPrograms/sanctionsProgram'),
      sanctionsTypes: textsAt(element, 'sanctionsTypes/sanctionsType'),
      legalAuthorities: textsAt(element, 'legalAuthorities/legalAuthority'),
      relationships: children(element, 'relationships/relationship').map(relationshipOf),
    },
    raw: () => xmlOf(element),
  })
}

const isTrue = (element: Element, way: string) => textAt(element, way) === 'true'

const namesOf = (name: Element): OfacName[] =>
  children(name, 'translations/translation').map((translation) => ({
    text: textAt(translation, 'formattedFullName'),
    type: textAt(name, 'aliasType'),
    isPrimary: isTrue(name, 'isPrimary'),
    isWeak: isTrue(name, 'isLowQuality'),
    script: textAt(translation, 'script'),
  }))

/** The days that a date may mean: from the first beginning to the last end. */
const spanOf = (date: Element | undefined): Span | undefined => {
  const [from, to] = [textAt(date, 'fromDateBegin'), textAt(date, 'toDateEnd')]
  return from && to ? { from, to } : undefined
}

function factOf(feature: Element): Fact {
  const date = child(feature, 'valueDate')
  const span = spanOf(date)
  return {
    type: textAt(feature, 'type'),
    value: textAt(feature, 'value'),
    note: textAt(feature, 'comments'),
    ...(span ? { span } : {}),
    ...(date && isTrue(date, 'isApproximate') ? { isUnsure: true } : {}),
  }
}

const documentOf = (one: Element): IdentityDocument[] =>
  row<IdentityDocument>({
    type: textAt(one, 'type'),
    number: textAt(one, 'documentNumber'),
    issuingCountry: textAt(one, 'issuingCountry') || textAt(one, 'issuingLocation'),
    issuingAuthority: textAt(one, 'issuingAuthority'),
    issuedOn: spanOf(child(one, 'issueDate'))?.from ?? '',
    expiresOn: spanOf(child(one, 'expirationDate'))?.to ?? '',
    note: [...textsAt(one, 'comments'), ...textsAt(one, 'idFeatures/idFeature')].join('; '),
  })

const places: Record<string, keyof Address> = {
  ADDRESS1: 'address1',
  ADDRESS2: 'address2',
  ADDRESS3: 'address3',
  CITY: 'city',
  'STATE/PROVINCE': 'county',
  REGION: 'address4',
  'POSTAL CODE': 'postalCode',
}

function addressOf(address: Element): Address[] {
  const country = textAt(address, 'country')
  const translations = children(address, 'translations/translation')
  const written = translations.length > 0 ? translations : [undefined]
  return written.flatMap((translation) => {
    const parts: Address = {}
    for (const part of children(translation, 'addressParts/addressPart'))
      parts[places[textAt(part, 'type').toUpperCase()] ?? 'note'] = textAt(part, 'value')
    return row<Address>({ ...parts, country })
  })
}

function relationshipOf(one: Element): Relationship {
  const related = child(one, 'relatedEntity')
  const [row_] = row<Relationship>({
    type: textAt(one, 'type'),
    name: related?.text ?? '',
    id: related?.attributes['entityId'] ?? '',
    note: textAt(one, 'comments'),
  })
  return row_ ?? { type: '', name: '' }
}
