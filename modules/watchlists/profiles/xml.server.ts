import type { Profile } from '../entries/entry.domain.ts'
import { type Element, xmlOf } from '../reading/xml.server.ts'
import type { Content } from './profiles.queries.ts'

type Inside = string | readonly Element[] | undefined

const element = (name: string, inside: Inside, attributes: Record<string, string> = {}): Element => ({
  line: 0,
  name,
  attributes,
  text: typeof inside === 'string' ? inside : '',
  children: typeof inside === 'object' ? [...inside] : [],
})
/** Elements of these names; without what is empty. */
const elements = (values: Record<string, Inside>): Element[] =>
  Object.entries(values).flatMap(([name, inside]) =>
    inside === undefined || inside.length === 0 ? [] : element(name, inside),
  )

/** The XML of an entry for its page: its own, or its profile in the form of OFAC's where the list came as rows, JSON or old XML. */
export const xmlOfEntry = ({ rawObject, entryId }: Content, profile: Profile): string =>
  /^<(?:INDIVIDUAL|ENTITY|entity)[\s>]/.test(rawObject) ? rawObject : xmlOf(enhanced(entryId, profile))

const latin = /\p{Script=Latin}/u

const each = (tag: string, values: readonly string[]) => values.map((value) => element(tag, value))

function enhanced(id: string, profile: Profile): Element {
  return element(
    'entity',
    elements({
      generalInfo: elements({
        identityId: profile.identityId || id,
        entityType: profile.entityType,
        remarks: [...profile.comments, ...profile.notes].join('; '),
      }),
      titles: each('title', profile.titles),
      designations: each('designation', profile.designations),
      sanctionsLists: profile.sanctionsLists.map(({ name: list, datePublished }) =>
        element('sanctionsList', list, datePublished ? { datePublished } : {}),
      ),
      sanctionsPrograms: each('sanctionsProgram', profile.sanctionsPrograms),
      sanctionsTypes: each('sanctionsType', profile.sanctionsTypes),
      legalAuthorities: each('legalAuthority', profile.legalAuthorities),
      names: namesOf(profile),
      addresses: profile.addresses.map(addressOf),
      features: featuresOf(profile),
      identityDocuments: profile.documents.map(documentOf),
      relationships: profile.relationships.map(({ type, name: related, id: other, note }) =>
        element('relationship', [
          ...elements({ type, comments: note }),
          element('relatedEntity', related, other ? { entityId: other } : {}),
        ]),
      ),
    }),
    { id },
  )
}

/** Every name; the parts of a name are those of the primary one. */
function namesOf({ fullName, nameParts, originalScript, aliases }: Profile): Element[] {
  const parts = nameParts.map(({ part, value }) => element('namePart', elements({ type: part, value })))
  const name = (text: string, own: { type?: string; isWeak?: boolean; parts?: Element[] } = {}) =>
    element(
      'name',
      elements({
        isPrimary: String(own.parts !== undefined),
        aliasType: own.type ?? '',
        isLowQuality: String(own.isWeak ?? false),
        translations: [
          element(
            'translation',
            elements({
              script: latin.test(text) ? 'Latin' : '',
              formattedFullName: text,
              nameParts: own.parts,
            }),
          ),
        ],
      }),
    )
  return [
    name(fullName, { parts }),
    ...originalScript.map((text) => name(text)),
    ...aliases.map(({ name: text, type = '', quality }) =>
      name(text, { type, isWeak: /weak|low/i.test(quality ?? '') }),
    ),
  ]
}

function addressOf({ country, note: _note, ...parts }: Profile['addresses'][number]): Element {
  const own = Object.entries(parts).map(([part, value]) =>
    element('addressPart', elements({ type: part.toUpperCase(), value })),
  )
  const translation = element('translation', [element('addressParts', own)])
  return element('address', elements({ country, translations: [translation] }))
}

function featuresOf(profile: Profile): Element[] {
  const feature = (type: string, value: string | undefined, note = '') =>
    value ? [element('feature', elements({ type, value, comments: note }))] : []
  return [
    ...feature('Gender', profile.gender),
    ...profile.nationalities.flatMap((country) => feature('Nationality Country', country)),
    ...profile.datesOfBirth.flatMap(({ date, type }) => feature('Birthdate', date, type)),
    ...profile.placesOfBirth.flatMap(({ city, country }) =>
      feature('Place of Birth', [city, country].filter(Boolean).join(', ')),
    ),
    ...profile.features.flatMap(({ type, value, note }) => feature(type, value, note)),
    ...profile.emails.flatMap((value) => feature('Email Address', value)),
    ...profile.websites.flatMap((value) => feature('Website', value)),
    ...profile.phoneNumbers.flatMap((value) => feature('Phone Number', value)),
  ]
}

const documentOf = (one: Profile['documents'][number]): Element =>
  element(
    'identityDocument',
    elements({
      type: one.type,
      documentNumber: one.number,
      issuingCountry: one.issuingCountry,
      issueDate: one.issuedOn && [element('fromDateBegin', one.issuedOn)],
      expirationDate: one.expiresOn && [element('toDateEnd', one.expiresOn)],
      comments: one.note,
    }),
  )
