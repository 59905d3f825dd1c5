// Long because eight formats are held against their real files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import type { Refusal } from '#kit/domain/refusal.domain.ts'
import { sharedFile, sharedPath } from '#kit/test/shared-data.ts'
import { listFiles } from './formats/ofac-csv.server.ts'
import type { ListEntry } from './lists/entry.domain.ts'
import { diffLists } from './lists/delta.server.ts'
import { readList } from './lists/read.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'agio-lists-'))
afterAll(() => rmSync(folder, { recursive: true }))
const written = (content: string | Uint8Array, name = 'list.xml') => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const all = async (path: string): Promise<Map<string, ListEntry>> => {
  const entries = new Map<string, ListEntry>()
  for await (const entry of readList(path)) entries.set(entry.id, entry)
  return entries
}
const refusal = async (content: string | Uint8Array, name?: string) =>
  all(written(content, name)).then(
    () => 'taken',
    (error: unknown) => (error as Refusal).code,
  )
const count = <T>(values: Iterable<T>, is: (value: T) => boolean) => [...values].filter(is).length

const un = 'un/un-consolidated-2026-02-27.xml.gz'
const unXml = gunzipSync(sharedFile(un)).toString()

describe('the consolidated list of the UN', async () => {
  const entries = await all(sharedPath(un))
  const profiles = [...entries.values()].map(({ profile }) => profile)

  test('is read whole: people, entities, aliases, original script, dates', () => {
    expect(entries.size).toBe(1003)
    expect(count(entries.values(), ({ schema }) => schema === 'person')).toBe(730)
    const aliases = profiles.flatMap((profile) => profile.aliases)
    for (const [quality, many] of Object.entries({ Good: 1524, Low: 615, 'a.k.a.': 594, 'f.k.a.': 19 }))
      expect(count(aliases, (alias) => alias.quality === quality)).toBe(many)
    expect(count(profiles, ({ originalScript }) => originalScript.length > 0)).toBe(378)
    const dates = profiles.flatMap(({ datesOfBirth }) => datesOfBirth)
    expect(count(dates, ({ type }) => type === 'BETWEEN')).toBe(31)
    expect(
      count(
        profiles.flatMap(({ documents }) => documents),
        ({ number }) => number !== undefined,
      ),
    ).toBe(454)
    expect(count(profiles, ({ lastDayUpdated }) => lastDayUpdated.length > 0)).toBe(
      unXml.match(/<LAST_DAY_UPDATED>\s*<VALUE>/g)?.length,
    )
  })

  test('gives an entry with everything on it', () => {
    const entry = entries.get('6907994')
    expect(entry).toMatchObject({
      list: 'un',
      schema: 'person',
      names: [
        { text: 'FRANK KAKOLELE BWAMBALE', quality: 'primary' },
        { text: 'FRANK KAKORERE', quality: 'strong' },
        { text: 'FRANK KAKORERE BWAMBALE', quality: 'strong' },
        { text: 'AIGLE BLANC', quality: 'strong' },
      ],
      genders: ['male'],
      countries: ['cd'],
      profile: {
        referenceNumber: 'CDi.002',
        listTypes: ['DRC', 'UN List'],
        listedOn: '2005-11-01',
        lastDayUpdated: ['2016-10-13'],
        designations: ['FARDC General'],
      },
    })
    expect(entry?.rawObject).toMatch(/^<INDIVIDUAL><DATAID>6907994<.*<\/INDIVIDUAL>$/s)
  })

  test('parts names that are packed together, and knows the weak ones', () => {
    const names = [...entries.values()].flatMap((entry) => entry.names)
    const texts = new Set(names.map(({ text }) => text))
    for (const name of ['Azim Adhajani', 'Azim Agha-Jani', 'حسن غول', 'Hassan Gul', 'Jin Tiesan', '金铁三'])
      expect(texts).toContain(name)
    expect(texts).toContain('GREAT LAKES BUSINESS COMPANY')
    expect(texts).toContain('AL-HARAMAIN FOUNDATION (PAKISTAN)')
    expect(count(texts, (text) => /;|original script|\bna$/.test(text))).toBe(0)
    expect(names).toContainEqual({ text: 'GLBC', quality: 'weak' })
    expect(names).toContainEqual({ text: 'Rumuli', quality: 'weak' })
  })

  test('knows its countries', () => {
    const unknown = [...entries.values()].filter(
      ({ countries, profile }) => profile.nationalities.length > 0 && countries.length === 0,
    )
    expect(unknown.map(({ profile }) => profile.nationalities)).toEqual([])
  })
})

describe('the old files of OFAC', async () => {
  const entries = await all(sharedPath('ofac/sdn-legacy-2023-12-28/sdn.csv.gz'))
  const names = [...entries.values()].flatMap((entry) => entry.names)

  test('are read as one, with the weak aliases of the remarks', () => {
    expect(entries.size).toBe(13_821)
    const raw = gunzipSync(sharedFile('ofac/sdn-legacy-2023-12-28/sdn.csv.gz')).toString()
    expect(count(entries.values(), ({ schema }) => schema === 'person')).toBe(6646)
    expect(count(entries.values(), ({ schema }) => schema === 'vessel')).toBe(764)
    const weak = count(names, ({ quality }) => quality === 'weak')
    expect(weak).toBeGreaterThan((raw.match(/[afn]\.k\.a\. '/g)?.length ?? 0) - 10)
    expect(weak).toBeGreaterThan(3300)
    const aliases = [...entries.values()].flatMap(({ profile }) => profile.aliases)
    expect(count(aliases, ({ quality }) => quality === 'strong')).toBe(17_091)
    const births = [...entries.values()].flatMap(({ birthDates }) => birthDates)
    expect(births.length).toBeGreaterThan(7300)
    expect(entries.get('306')?.names).toEqual([
      { text: 'BANCO NACIONAL DE CUBA', quality: 'primary' },
      { text: 'NATIONAL BANK OF CUBA', quality: 'strong' },
      { text: 'BNC', quality: 'weak' },
    ])
  })

  test('have facts in their remarks', () => {
    expect(entries.get('29606')).toMatchObject({
      documents: ['2066820'],
      countries: ['hk'],
      profile: {
        sanctionsPrograms: ['IRAN-EO13846'],
        documents: [{ type: 'Business Registration Number', number: '2066820', issuingCountry: 'Hong Kong' }],
        relationships: [{ type: 'Linked To', name: 'TRILIANCE PETROCHEMICAL CO. LTD' }],
      },
    })
    expect(entries.get('37349')).toMatchObject({
      genders: ['male'],
      countries: ['ru'],
      birthDates: [{ from: '1966-06-09', to: '1966-06-09' }],
    })
    // What the remarks could not hold goes on in the comments, within a word.
    expect(names).toContainEqual({ text: 'snowsjohn', quality: 'weak' })
    const files = [...entries.values()].flatMap(({ profile }) => profile.documents)
    expect(count(files, ({ type }) => type === 'Passport')).toBeGreaterThan(2000)
    expect(count(files, ({ number }) => !/\d|^[A-Z]+$/.test(number ?? ''))).toBe(0)
  })

  test('may all be named: those that are read with another are left out, alone they are no list', () => {
    expect(listFiles(['/a/un.xml', '/a/alt.csv', '/a/SDN.csv.gz', '/a/add.csv', '/b/alt.csv'])).toEqual([
      '/a/un.xml',
      '/a/SDN.csv.gz',
      '/b/alt.csv',
    ])
  })

  test('are refused without the files that hold the other names', async () => {
    expect(
      await refusal('36,"A",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n\x1A', 'sdn.csv'),
    ).toBe('LIST_PART')
    await expect(all(sharedPath('ofac/sdn-legacy-2023-12-28/alt.csv'))).rejects.toMatchObject({
      code: 'LIST_FORMAT',
    })
  })
})

describe('the other formats', () => {
  test('OFAC enhanced and old XML of one day say the same of the same entries', async () => {
    const enhanced = await all(sharedPath('ofac/cons-enhanced-2026-01-08.xml.gz'))
    const old = await all(sharedPath('ofac/cons-legacy-2026-01-08.xml'))
    expect(enhanced.size).toBe(442)
    expect([...enhanced.keys()].toSorted()).toEqual([...old.keys()].toSorted())
    const isLatin = ({ text }: { text: string }) => !/[^\p{Script=Latin}\P{L}]/u.test(text)
    const facts = (entry: ListEntry | undefined) => ({
      list: entry?.list,
      schema: entry?.schema,
      // The old files have no other script.
      names: entry?.names
        .filter(isLatin)
        .map(({ text, quality }) => `${quality} ${text}`)
        .toSorted(),
      births: entry?.birthDates.map(({ from, to }) => `${from} ${to}`).toSorted(),
      genders: entry?.genders,
      documents: entry?.documents.toSorted(),
      programs: entry?.profile.sanctionsPrograms.toSorted(),
      nationalities: entry?.profile.nationalities.toSorted(),
      features: entry?.profile.features.map(({ type, value }) => `${type} ${value}`).toSorted(),
      websites: entry?.profile.websites.toSorted(),
    })
    for (const [id, entry] of enhanced) expect({ id, ...facts(entry) }).toEqual({ id, ...facts(old.get(id)) })
  })

  test('OFAC enhanced has scripts, documents, relationships, authorities', async () => {
    const entries = await all(sharedPath('ofac/irgc-enhanced-2024-08-28.xml'))
    const profiles = [...entries.values()].map(({ profile }) => profile)
    expect(entries.size).toBe(293)
    expect(count(entries.values(), ({ schema }) => schema === 'aircraft')).toBe(44)
    expect(profiles.flatMap(({ relationships }) => relationships)).toHaveLength(229)
    const names = [...entries.values()].flatMap((entry) => entry.names)
    expect(count(names, ({ text }) => /\p{Script=Arabic}/u.test(text))).toBeGreaterThan(80)
    expect(count(names, ({ text }) => /[\u200E\u200F\u202A-\u202E]/.test(text))).toBe(0)
    const yemen = await all(sharedPath('ofac/yemen-enhanced-2024-05-24.xml'))
    expect(yemen.get('30624')).toMatchObject({
      list: 'ofac-sdn',
      schema: 'person',
      birthDates: [{ from: '1986-01-01', to: '1986-12-31' }],
      genders: ['male'],
      countries: ['ye'],
      documents: ['20322', '10010095104'],
      profile: {
        fullName: 'ZABIN, Sultan',
        identityId: '22308',
        sanctionsLists: [{ name: 'SDN List', datePublished: '2020-12-10' }],
        sanctionsPrograms: ['GLOMAG', 'YEMEN'],
        sanctionsTypes: ['Block'],
        legalAuthorities: ['Executive Order 13611 (Yemen)', 'Executive Order 13818 (Global Magnitsky)'],
        placesOfBirth: [{ city: 'Razih District, Sana’a', country: 'Yemen' }],
      },
    })
    expect(yemen.get('30624')?.names).toContainEqual({ text: 'SAQAR, Abu', quality: 'weak' })
    expect(yemen.get('30624')?.names).toContainEqual({ text: 'سلطان صالح عیضة عیضة زابن', quality: 'strong' })
  })

  test('OFAC advanced is put together from its parts', async () => {
    const entries = await all(sharedPath('ofac/cons-advanced-2020-03-17.xml.gz'))
    expect(entries.size).toBe(375)
    const profiles = [...entries.values()].map(({ profile }) => profile)
    expect([...entries.values()].flatMap(({ names }) => names).length).toBeGreaterThan(1280)
    expect(profiles.flatMap(({ relationships }) => relationships)).toHaveLength(276)
    expect(
      count(
        profiles.flatMap(({ relationships }) => relationships),
        ({ name }) => name === '',
      ),
    ).toBe(0)
    expect(entries.get('9639')).toMatchObject({
      list: 'ofac-cons',
      schema: 'person',
      birthDates: [{ from: '1962-01-01', to: '1962-12-31' }],
      profile: {
        fullName: 'HANIYA, Ismail Abdul Salah',
        sanctionsPrograms: ['NS-PLC'],
        sanctionsTypes: ['Reject'],
        placesOfBirth: [{ city: 'Shati' }],
      },
    })
    const documents = profiles.flatMap((profile) => profile.documents)
    expect(documents).toContainEqual({
      type: 'Registration ID',
      number: '1027739609391',
      issuingCountry: 'Russia',
    })
    expect(count(profiles, ({ addresses }) => addresses.length > 0)).toBeGreaterThan(300)
  })

  test('FollowTheMoney joins what is linked, flat or nested', async () => {
    const linked = await all(sharedPath('ftm/linked-zala.entities.ftm.json'))
    expect([...linked.values()].map(({ profile }) => profile.entityType).toSorted()).toEqual([
      ...Array.from({ length: 11 }, () => 'Company'),
      ...Array.from({ length: 6 }, () => 'Person'),
    ])
    const relationships = [...linked.values()].flatMap(({ profile }) => profile.relationships)
    expect(count(relationships, ({ type }) => type === 'Director of')).toBe(3)
    expect(count(relationships, ({ type }) => type === 'Family')).toBe(8)
    expect([...linked.values()].flatMap(({ profile }) => profile.sanctions)).toHaveLength(41)
    expect(
      count([...linked.values()], ({ profile }) => profile.categories.includes('sanction')),
    ).toBeGreaterThan(5)
    const people = await all(sharedPath('ftm/pep-sa-wikidata.entities.ftm.json'))
    expect(people.size).toBe(607)
    expect(
      count(
        [...people.values()].flatMap(({ profile }) => profile.relationships),
        ({ name }) => name !== '',
      ),
    ).toBeGreaterThan(1000)
    const nested = await all(sharedPath('ftm/pep-sample.targets.nested.json'))
    expect(nested.get('Q296771')?.profile).toMatchObject({
      fullName: 'Saad Hariri',
      relationships: [
        { type: 'Family', name: 'Nidal Boustany', id: 'Q20424718', note: 'mother' },
        { name: 'Bahaa Hariri' },
        { name: 'Fahd Hariri' },
        {},
      ],
    })
    const congress = await all(sharedPath('ftm/us-congress-senzing.jsonl'))
    expect(congress.size).toBe(1319)
    expect(congress.get('NK-AQ4HymsADSK2D63MkyTqfC')).toMatchObject({
      schema: 'person',
      names: [{ text: 'Jennifer L. McClellan', quality: 'primary' }],
      birthDates: [{ from: '1972-01-01', to: '1972-12-31' }],
      countries: ['us'],
      profile: { categories: ['role.pep'] },
    })
  })

  test('an own list is a CSV with a column of names, and says what is wrong with it', async () => {
    const csv = 'id,name,aliases,type,dob,country,document\n'
    const entries = await all(
      written(
        `${csv}7,"Testing, Tom",T. Testing; Tommy,person,circa 1970,Malaysia,A1\n7,Thomas Testing,,,,,\n`,
        'own.csv',
      ),
    )
    expect([...entries.values()]).toMatchObject([
      {
        list: 'watch',
        id: '7',
        schema: 'person',
        names: [
          { text: 'Testing, Tom', quality: 'primary' },
          { text: 'T. Testing', quality: 'strong' },
          { text: 'Tommy', quality: 'strong' },
          { text: 'Thomas Testing', quality: 'strong' },
        ],
        birthDates: [{ from: '1968-01-01', to: '1972-12-31' }],
        countries: ['my'],
        documents: ['A1'],
      },
    ])
    expect(await refusal('id,title\n1,Tom\n', 'own.csv')).toBe('LIST_FORMAT')
    expect(await refusal(`${csv}7,Tom\n`, 'own.csv')).toBe('LIST_SHAPE')
    expect(await refusal(`${csv}7,"Tom,,,,,\n`, 'own.csv')).toBe('LIST_TRUNCATED')
  })
})

describe('a new version of a list', () => {
  test('is compared by content: 136 added, 10 removed, 11 changed', async () => {
    const { added, removed, changed } = await diffLists(
      sharedPath('un/un-consolidated-2025-04-19.xml.gz'),
      sharedPath(un),
    )
    expect([added.length, removed.length, changed.length]).toEqual([136, 10, 11])
    expect(changed.find(({ id }) => id === '111639')?.fields).toEqual([
      { field: 'lastDayUpdated', gone: [], come: ['2025-08-22'] },
      {
        field: 'addresses',
        gone: ['Tripoli · Libya · as at Feb. 2014'],
        come: ['Afghanistan · as at June 2014'],
      },
    ])
  })

  test('is the same when only its layout, its order or VERSIONNUM is another', async () => {
    const other = unXml.replaceAll('<VERSIONNUM>1<', '<VERSIONNUM>2<').replaceAll(/>\s+</g, '>\n<')
    expect(await diffLists(sharedPath(un), written(other))).toEqual({ added: [], removed: [], changed: [] })
  })
})
