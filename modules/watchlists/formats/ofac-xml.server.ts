import { type Address, distinct, type ListEntry, row } from '../entries/entry.domain.ts'
import type { ListHead } from '../entries/head.domain.ts'
import type { Fact } from '../reading/ofac.domain.ts'
import { ofacEntry, type OfacName } from '../reading/ofac-entry.server.ts'
import { children, type Element, elementsOf, textAt, textsAt, xmlOf } from '../reading/xml.server.ts'

const names = new Set(['sdnEntry', 'publshInformation'])

/** The old XML of OFAC, `sdnList`. It does not say which of OFAC's two lists it is: its name does. */
export async function* readOfacXml(
  pieces: AsyncIterable<string>,
  head: ListHead,
  list: string,
): AsyncGenerator<ListEntry> {
  for await (const element of elementsOf(pieces, names)) {
    if (element.name === 'publshInformation') {
      const [month = '', day = '', year = ''] = textAt(element, 'Publish_Date').split('/')
      if (year) head.publishedOn = `${year}-${month}-${day}`
      const count = Number(textAt(element, 'Record_Count'))
      if (count > 0) head.count = count
    }
    head.line = element.line
    if (element.name === 'sdnEntry') yield entryOf(element, list)
  }
}

const fullName = (one: Element) => distinct([textAt(one, 'lastName'), textAt(one, 'firstName')]).join(', ')

function entryOf(element: Element, list: string): ListEntry {
  const at = (way: string) => textAt(element, way)
  const aliases: OfacName[] = children(element, 'akaList/aka').map((aka) => ({
    text: fullName(aka),
    type: textAt(aka, 'type').toUpperCase(),
    isPrimary: false,
    isWeak: textAt(aka, 'category') === 'weak',
  }))
  const facts = (way: string, type: string, value: string): Fact[] =>
    children(element, way).map((one) => ({ type, value: textAt(one, value) }))
  const vessel = children(element, 'vesselInfo').flatMap(({ children: parts }) =>
    parts.map(({ name, text }): Fact => ({ type: vesselFacts[name] ?? name, value: text })),
  )
  return ofacEntry({
    list,
    id: at('uid'),
    entityType: at('sdnType'),
    names: [{ text: fullName(element), isPrimary: true, isWeak: false }, ...aliases],
    facts: [
      ...facts('dateOfBirthList/dateOfBirthItem', 'Birthdate', 'dateOfBirth'),
      ...facts('placeOfBirthList/placeOfBirthItem', 'Place of Birth', 'placeOfBirth'),
      ...facts('nationalityList/nationality', 'Nationality Country', 'country'),
      ...facts('citizenshipList/citizenship', 'Citizenship Country', 'country'),
      ...vessel,
      ...children(element, 'idList/id').map((one): Fact => ({
        type: textAt(one, 'idType'),
        value: textAt(one, 'idNumber'),
        country: textAt(one, 'idCountry'),
        issuedOn: textAt(one, 'issueDate'),
        expiresOn: textAt(one, 'expirationDate'),
      })),
    ],
    addresses: children(element, 'addressList/address').flatMap(addressOf),
    profile: {
      sanctionsLists: [{ name: list === 'ofac-sdn' ? 'SDN List' : 'Consolidated List' }],
      sanctionsPrograms: textsAt(element, 'programList/program'),
      titles: distinct([at('title')]),
      comments: distinct([at('remarks')]),
      nameParts: [
        ['First Name', at('firstName')],
        ['Last Name', at('lastName')],
      ].flatMap(([part = '', value = '']) => (value ? [{ part, value }] : [])),
      relationships: [...at('remarks').matchAll(/Linked To: ([^;)]+)/g)].map(([, name = '']) => ({
        type: 'Linked To',
        name: name.trim(),
      })),
    },
    raw: () => xmlOf(element),
  })
}

const vesselFacts: Record<string, string> = {
  callSign: 'Vessel Call Sign',
  vesselType: 'Vessel Type',
  vesselFlag: 'Vessel Flag',
  vesselOwner: 'Vessel Owner',
  tonnage: 'Tonnage',
  grossRegisteredTonnage: 'Gross Registered Tonnage',
}

const addressOf = (one: Element): Address[] =>
  row<Address>({
    address1: textAt(one, 'address1'),
    address2: textAt(one, 'address2'),
    address3: textAt(one, 'address3'),
    city: textAt(one, 'city'),
    county: textAt(one, 'stateOrProvince'),
    postalCode: textAt(one, 'postalCode'),
    country: textAt(one, 'country'),
  })
