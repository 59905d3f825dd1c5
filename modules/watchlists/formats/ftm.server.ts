import { type Address, comparedOf, type IdentityDocument } from '../entries/entry.domain.ts'
import { entryWith, type ListEntry, profileOf } from '../entries/entry.domain.ts'
import type { ScreenedEntity } from '#modules/names/matching/entity.domain.ts'
import type { ListHead } from '../entries/head.domain.ts'
import { countryCodes } from '../reading/countries.server.ts'
import { distinctSpans, spansOf } from '#modules/names/dates/dates.domain.ts'
import {
  emptyHung,
  first,
  attachThing,
  type Hung,
  name,
  nameOf,
  nestedIn,
  schemas,
  dropLongTexts,
} from '../reading/ftm.server.ts'
import { texts, type Thing, thingsOf } from '../reading/ftm.server.ts'
import { featureProperties, numberProperties } from '../reading/ftm-properties.domain.ts'
import { unique } from '../reading/names.domain.ts'

/**
 * FollowTheMoney: a line for each person, company, ownership, office …, which name each other in any order, so that the file is
 * read twice; or nested, where each target holds all that it is linked with.
 */
export async function* readFtm(
  pieces: () => AsyncIterable<string>,
  head: ListHead,
): AsyncGenerator<ListEntry> {
  const others: Thing[] = []
  const hung = emptyHung()
  for await (const { thing } of thingsOf(pieces(), head)) {
    name(hung, thing)
    if (!(thing.schema in schemas)) others.push(dropLongTexts(thing))
  }
  for (const thing of others) attachThing(hung, thing)
  others.length = 0
  // The first reading has reported what is wrong.
  for await (const { thing, text, line } of thingsOf(pieces(), { format: '' })) {
    if (!(thing.schema in schemas)) continue
    head.line = line
    const inside = nestedIn(thing)
    if (inside.length === 0) yield entryOf(thing, hung, text)
    else {
      const own = emptyHung()
      for (const one of [thing, ...inside]) name(own, one)
      for (const one of inside) attachThing(own, one)
      yield entryOf(thing, own, text)
    }
  }
}

/** What the entity that is searched for and the profile that is shown are both made of. */
function partsOf(thing: Thing, hung: Hung) {
  const given = numberProperties.flatMap((type) =>
    texts(thing, type).map((number): IdentityDocument => ({ type, number })),
  )
  const linked = texts(thing, 'addressEntity').flatMap((key) => hung.named.get(key)?.address ?? [])
  return {
    fullName: nameOf(thing),
    documents: [...given, ...(hung.documents.get(thing.id) ?? [])],
    addresses: [...texts(thing, 'address').map((address1): Address => ({ address1 })), ...linked],
    nationalities: texts(thing, 'nationality', 'citizenship'),
    aliases: (['alias', 'weakAlias', 'previousName', 'abbreviation'] as const).flatMap((type) =>
      texts(thing, type).map((alias) => ({
        name: alias,
        type,
        quality: type === 'weakAlias' || type === 'abbreviation' ? 'weak' : 'strong',
      })),
    ),
  }
}

function entryOf(thing: Thing, hung: Hung, line: string): ListEntry {
  const parts = partsOf(thing, hung)
  const { fullName, documents, addresses, nationalities, aliases } = parts
  const entity: ScreenedEntity = {
    list: 'ftm',
    id: thing.id,
    schema: schemas[thing.schema] ?? 'unknown',
    names: unique([
      ...[fullName, ...texts(thing, 'name')].map((name_) => ({ text: name_, quality: 'primary' as const })),
      ...aliases.map(({ name: alias, quality }) => ({
        text: alias,
        quality: quality === 'weak' ? ('weak' as const) : ('strong' as const),
      })),
      // Wikidata leaves its own numbers where it knows no text.
    ]).filter(({ text }) => !/^Q\d{3,}$/.test(text)),
    birthDates: distinctSpans(texts(thing, 'birthDate').flatMap(spansOf)),
    genders: texts(thing, 'gender').filter((gender) => gender === 'male' || gender === 'female'),
    countries: countryCodes([
      ...nationalities,
      ...texts(thing, 'country', 'jurisdiction', 'mainCountry', 'birthCountry', 'flag'),
      ...addresses.flatMap(({ country }) => country ?? []),
    ]),
    ...comparedOf(documents, addresses),
  }
  return entryWith(
    entity,
    () => shownOf(thing, hung, parts),
    () => line.trim(),
  )
}

/** The profile as its page shows it. */
function shownOf(thing: Thing, hung: Hung, { aliases, ...parts }: ReturnType<typeof partsOf>) {
  const { id } = thing
  return profileOf({
    ...parts,
    identityId: id,
    entityType: thing.schema,
    sanctionsLists: thing.datasets.map((dataset) => ({ name: dataset })),
    sanctionsPrograms: texts(thing, 'programId', 'program'),
    nameParts: ['firstName', 'secondName', 'middleName', 'fatherName', 'lastName'].flatMap((part) =>
      texts(thing, part).map((value) => ({ part, value })),
    ),
    listedOn: texts(thing, 'createdAt').toSorted()[0] ?? '',
    lastDayUpdated: texts(thing, 'modifiedAt'),
    titles: texts(thing, 'title'),
    designations: texts(thing, 'position'),
    gender: first(thing, 'gender'),
    aliases: [
      ...texts(thing, 'name')
        .slice(1)
        .map((alias) => ({ name: alias, type: 'name', quality: 'strong' })),
      ...aliases,
    ],
    datesOfBirth: texts(thing, 'birthDate').map((date) => ({ date })),
    placesOfBirth: [
      ...texts(thing, 'birthPlace').map((city) => ({ city })),
      ...texts(thing, 'birthCountry').map((country) => ({ country })),
    ],
    features: featureProperties.flatMap((type) => texts(thing, type).map((value) => ({ type, value }))),
    relationships: hung.relationships.get(id) ?? [],
    sanctions: hung.sanctions.get(id) ?? [],
    categories: texts(thing, 'topics'),
    politicalPositions: hung.positions.get(id) ?? [],
    notes: texts(thing, 'notes', 'summary', 'description'),
    articles: hung.articles.get(id) ?? [],
    sourceLinks: texts(thing, 'sourceUrl', 'wikipediaUrl'),
    phoneNumbers: texts(thing, 'phone'),
    emails: texts(thing, 'email'),
    websites: texts(thing, 'website'),
    imageURL: first(thing, 'imageUrl'),
  })
}
