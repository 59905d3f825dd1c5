import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { hasNoRealFiles, realFile, realPath } from '#kit/test/real-files.ts'
import { diffLists } from '../lists/delta.server.ts'
import type { ListEntry } from '../entries/entry.domain.ts'
import { readList } from './read.server.ts'

// Published files, read whole, against counts of the files' own text. No name of theirs is repeated here.

const entriesOf = async (path: string): Promise<Map<string, ListEntry>> => {
  const entries = new Map<string, ListEntry>()
  for await (const entry of readList(realPath(path))) entries.set(entry.id, entry)
  return entries
}
const count = <T>(values: Iterable<T>, is: (value: T) => boolean) => [...values].filter(is).length
const profilesOf = (entries: ReadonlyMap<string, ListEntry>) =>
  [...entries.values()].map(({ profile }) => profile)
const namesOf = (entries: ReadonlyMap<string, ListEntry>) =>
  [...entries.values()].flatMap(({ names }) => names)

const un = 'un/un-consolidated-2026-02-27.xml.gz'

describe.skipIf(hasNoRealFiles)('real files:', () => {
  test('the consolidated list of the UN', async () => {
    const entries = await entriesOf(un)
    const profiles = profilesOf(entries)
    const xml = gunzipSync(realFile(un)).toString()
    expect(entries.size).toBe(xml.match(/<DATAID>/g)?.length)
    expect([entries.size, count(entries.values(), ({ schema }) => schema === 'person')]).toEqual([1003, 730])
    const aliases = profiles.flatMap((profile) => profile.aliases)
    for (const [quality, many] of Object.entries({ Good: 1524, Low: 615, 'a.k.a.': 594, 'f.k.a.': 19 }))
      expect(count(aliases, (alias) => alias.quality === quality)).toBe(many)
    expect(count(profiles, ({ originalScript }) => originalScript.length > 0)).toBe(378)
    const dates = profiles.flatMap(({ datesOfBirth }) => datesOfBirth)
    expect(count(dates, ({ type }) => type === 'BETWEEN')).toBe(31)
    const documents = profiles.flatMap((profile) => profile.documents)
    expect(count(documents, ({ number }) => number !== undefined)).toBe(454)
    expect(count(profiles, ({ lastDayUpdated }) => lastDayUpdated.length > 0)).toBe(
      xml.match(/<LAST_DAY_UPDATED>\s*<VALUE>/g)?.length,
    )
    expect(count(namesOf(entries), ({ text }) => /;|original script|\bna$/.test(text))).toBe(0)
    expect(
      profiles.filter(
        ({ nationalities }, at) =>
          nationalities.length > 0 && [...entries.values()][at]?.countries.length === 0,
      ),
    ).toEqual([])
  })

  test('two versions of the list of the UN: 136 added, 10 removed, 11 changed', async () => {
    const older = 'un/un-consolidated-2025-04-19.xml.gz'
    const { added, removed, changed } = await diffLists(realPath(older), realPath(un))
    expect([added.length, removed.length, changed.length]).toEqual([136, 10, 11])
    for (const { fields } of changed) expect(fields.length).toBeGreaterThan(0)
  })

  test('the old files of OFAC', async () => {
    const path = 'ofac/sdn-legacy-2023-12-28/sdn.csv.gz'
    const entries = await entriesOf(path)
    const raw = gunzipSync(realFile(path)).toString()
    expect(entries.size).toBe(13_821)
    expect(count(entries.values(), ({ schema }) => schema === 'person')).toBe(6646)
    expect(count(entries.values(), ({ schema }) => schema === 'vessel')).toBe(764)
    const weak = count(namesOf(entries), ({ quality }) => quality === 'weak')
    expect(weak).toBeGreaterThan((raw.match(/[afn]\.k\.a\. '/g)?.length ?? 0) - 10)
    expect(weak).toBeGreaterThan(3300)
    const aliases = profilesOf(entries).flatMap((profile) => profile.aliases)
    expect(count(aliases, ({ quality }) => quality === 'strong')).toBe(17_091)
    expect([...entries.values()].flatMap(({ birthDates }) => birthDates).length).toBeGreaterThan(7300)
    const documents = profilesOf(entries).flatMap((profile) => profile.documents)
    expect(count(documents, ({ type }) => type === 'Passport')).toBeGreaterThan(2000)
    expect(count(documents, ({ number }) => !/\d|^[A-Z]+$/.test(number ?? ''))).toBe(0)
  })

  test('OFAC enhanced and old XML of one day say the same', async () => {
    const enhanced = await entriesOf('ofac/cons-enhanced-2026-01-08.xml.gz')
    const old = await entriesOf('ofac/cons-legacy-2026-01-08.xml')
    expect(enhanced.size).toBe(442)
    const isLatin = (text: string) => !/[^\p{Script=Latin}\P{L}]/u.test(text)
    const facts = (entry: ListEntry | undefined) => ({
      list: entry?.list,
      schema: entry?.schema,
      // The old files have no other script.
      names: entry?.names
        .flatMap(({ text, quality }) => (isLatin(text) ? `${quality} ${text}` : []))
        .toSorted(),
      births: entry?.birthDates.map(({ from, to }) => `${from} ${to}`).toSorted(),
      genders: entry?.genders,
      documents: entry?.documents.toSorted(),
      programs: entry?.profile.sanctionsPrograms.toSorted(),
      nationalities: entry?.profile.nationalities.toSorted(),
      features: entry?.profile.features.map(({ type, value }) => `${type} ${value}`).toSorted(),
      websites: entry?.profile.websites.toSorted(),
    })
    expect([...enhanced.keys()].toSorted()).toEqual([...old.keys()].toSorted())
    for (const [id, entry] of enhanced) expect({ id, ...facts(entry) }).toEqual({ id, ...facts(old.get(id)) })
  })

  test('OFAC enhanced: aircraft, relationships, scripts', async () => {
    const entries = await entriesOf('ofac/irgc-enhanced-2024-08-28.xml')
    expect(entries.size).toBe(293)
    expect(count(entries.values(), ({ schema }) => schema === 'aircraft')).toBe(44)
    expect(profilesOf(entries).flatMap(({ relationships }) => relationships)).toHaveLength(229)
    expect(count(namesOf(entries), ({ text }) => /\p{Script=Arabic}/u.test(text))).toBeGreaterThan(80)
    expect(count(namesOf(entries), ({ text }) => /[\u200E\u200F\u202A-\u202E]/.test(text))).toBe(0)
  })

  test('OFAC advanced', async () => {
    const entries = await entriesOf('ofac/cons-advanced-2020-03-17.xml.gz')
    const profiles = profilesOf(entries)
    expect(entries.size).toBe(375)
    expect(namesOf(entries).length).toBeGreaterThan(1280)
    const relationships = profiles.flatMap((profile) => profile.relationships)
    expect([relationships.length, count(relationships, ({ name }) => name === '')]).toEqual([276, 0])
    expect(count(profiles, ({ addresses }) => addresses.length > 0)).toBeGreaterThan(300)
  })

  test('FollowTheMoney, flat and nested, and Senzing', async () => {
    const linked = profilesOf(await entriesOf('ftm/linked-zala.entities.ftm.json'))
    expect(count(linked, ({ entityType }) => entityType === 'Company')).toBe(11)
    expect(count(linked, ({ entityType }) => entityType === 'Person')).toBe(6)
    const relationships = linked.flatMap((profile) => profile.relationships)
    expect(count(relationships, ({ type }) => type === 'Director of')).toBe(3)
    expect(count(relationships, ({ type }) => type === 'Family')).toBe(8)
    expect(linked.flatMap(({ sanctions }) => sanctions)).toHaveLength(41)
    expect(count(linked, ({ categories }) => categories.includes('sanction'))).toBeGreaterThan(5)
    const people = profilesOf(await entriesOf('ftm/pep-sa-wikidata.entities.ftm.json'))
    expect(people).toHaveLength(607)
    const related = people.flatMap((profile) => profile.relationships)
    expect(count(related, ({ name }) => name !== '')).toBeGreaterThan(1000)
    const nested = profilesOf(await entriesOf('ftm/pep-sample.targets.nested.json'))
    expect(count(nested, (profile) => profile.relationships.length > 3)).toBeGreaterThan(0)
    const congress = await entriesOf('ftm/us-congress-senzing.jsonl')
    expect(congress.size).toBe(1319)
    expect(count(congress.values(), ({ countries }) => countries.includes('us'))).toBe(1319)
  })
})
