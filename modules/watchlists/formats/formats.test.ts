// Long because eight formats are read, each by its own sample.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import type { Refusal } from '#kit/domain/refusal.domain.ts'
import { sampleFile, samplePath, sampleText } from '#kit/test/samples.ts'
import { listFiles } from './ofac-csv.server.ts'
import type { ListEntry } from '../entries/entry.domain.ts'
import { diffLists } from '../lists/delta.server.ts'
import { readList } from './read.server.ts'

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

const isLatin = ({ text }: { text: string }) => !/[^\p{Script=Latin}\P{L}]/u.test(text)
/** What the old XML of OFAC and the enhanced one both say of an entry: the old one has no other script. */
const sharedFacts = (entry: ListEntry | undefined) => ({
  list: entry?.list,
  schema: entry?.schema,
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

describe('the consolidated list of the UN', () => {
  const newer = () => all(samplePath('un-newer.xml'))

  test('is read whole: people, entities, aliases, original script, dates', async () => {
    const entries = await newer()
    const profiles = [...entries.values()].map(({ profile }) => profile)
    const xml = sampleText('un-newer.xml')
    const said = (pattern: RegExp) => xml.match(pattern)?.length ?? 0
    expect(entries.size).toBe(38)
    expect(count(entries.values(), ({ schema }) => schema === 'person')).toBe(28)
    expect(count(entries.values(), ({ schema }) => schema === 'organisation')).toBe(10)
    const aliases = profiles.flatMap((profile) => profile.aliases)
    for (const quality of ['Good', 'Low', 'a.k.a.', 'f.k.a.']) {
      const there = said(new RegExp(`<QUALITY>${quality}</QUALITY>`, 'g'))
      expect(there).toBeGreaterThan(0)
      expect(count(aliases, (alias) => alias.quality === quality)).toBe(there)
    }
    expect(count(profiles, ({ originalScript }) => originalScript.length > 0)).toBe(1)
    const dates = profiles.flatMap(({ datesOfBirth }) => datesOfBirth)
    expect(count(dates, ({ type }) => type === 'BETWEEN')).toBe(said(/>BETWEEN</g))
    const documents = profiles.flatMap((profile) => profile.documents)
    expect(count(documents, ({ number }) => number !== undefined)).toBe(said(/<NUMBER>/g))
    expect(count(profiles, ({ lastDayUpdated }) => lastDayUpdated.length > 0)).toBe(
      said(/<LAST_DAY_UPDATED>\s*<VALUE>/g),
    )
  })

  test('gives an entry with everything on it', async () => {
    const entry = (await newer()).get('8100001')
    expect(entry).toMatchObject({
      list: 'un',
      schema: 'person',
      names: [
        { text: 'TOBRIN MASEKU ALVANDOU', quality: 'primary' },
        { text: 'TOBRIN MASEKURE', quality: 'strong' },
        { text: 'TOBRIN MASEKURE ALVANDOU', quality: 'strong' },
        { text: 'GREY HERON', quality: 'strong' },
      ],
      genders: ['male'],
      countries: ['cd'],
      profile: {
        referenceNumber: 'SAi.001',
        listTypes: ['SAMPLE', 'UN List'],
        listedOn: '2005-11-01',
        lastDayUpdated: ['2016-10-13'],
        designations: ['Sample general'],
      },
    })
    expect(entry?.rawObject).toMatch(/^<INDIVIDUAL><DATAID>8100001<.*<\/INDIVIDUAL>$/s)
  })

  test('reads the parts of an entry wherever they are: ranges of birth, numbers in the type, gender in the comments', async () => {
    expect((await newer()).get('8100002')).toMatchObject({
      birthDates: [
        { from: '1962-01-01', to: '1965-12-31' },
        { from: '1966-02-03', to: '1966-02-03' },
      ],
      genders: ['female'],
      countries: ['ir', 'pk'],
      documents: ['SX 0044129', '81-4420917'],
      addresses: ['12 Sample Lane, Quetta, Balochistan, 87300, Pakistan'],
      profile: {
        fullName: 'HARUNAT BELQASSARI',
        originalScript: ['هارونات بلقصاري'],
        titles: ['Haji'],
        lastDayUpdated: ['2014-02-21', '2019-11-06'],
        placesOfBirth: [
          { city: 'Sampleville', county: 'Demo District', country: 'Iran (Islamic Republic of)' },
        ],
        documents: [
          { type: 'Passport', issuedOn: '2001-04-02', issuingAuthority: 'Sampleville', note: 'Expired' },
          {},
        ],
      },
    })
  })

  test('parts names that are packed together, and knows the weak ones', async () => {
    const names = [...(await newer()).values()].flatMap((entry) => entry.names)
    const texts = new Set(names.map(({ text }) => text))
    for (const name of [
      'Orin Belqassari',
      'Orin Agha-Belqasi',
      'حسون غلوار',
      'Hassoun Golvar',
      'Darvish Golvari',
    ])
      expect(texts).toContain(name)
    for (const name of ['درویش گلوری', 'Jin Tieshan', '金样山', 'LAKESIDE BARTER COMPANY'])
      expect(texts).toContain(name)
    expect(texts).toContain('AL-MIRSAL FOUNDATION (PAKISTAN)')
    expect(count(texts, (text) => /;|original script|\bna$/.test(text))).toBe(0)
    expect(names).toContainEqual({ text: 'LBC', quality: 'weak' })
    expect(names).toContainEqual({ text: 'Rumbolo', quality: 'weak' })
  })

  test('knows its countries', async () => {
    const unknown = [...(await newer()).values()].filter(
      ({ countries, profile }) => profile.nationalities.length > 0 && countries.length === 0,
    )
    expect(unknown.map(({ profile }) => profile.nationalities)).toEqual([])
  })
})

describe('the old files of OFAC', () => {
  const sdn = () => all(samplePath('sdn/sdn.csv'))

  test('are read as one, with the weak aliases of the remarks, packed or not', async () => {
    const entries = await sdn()
    const ofSchema = (wanted: string) => count(entries.values(), ({ schema }) => schema === wanted)
    expect(entries.size).toBe(10)
    expect(['person', 'organisation', 'vessel', 'aircraft'].map(ofSchema)).toEqual([4, 4, 1, 1])
    const aliases = [...entries.values()].flatMap(({ profile }) => profile.aliases)
    expect(count(aliases, ({ quality }) => quality === 'strong')).toBe(4)
    expect(count(aliases, ({ quality }) => quality === 'weak')).toBe(4)
    expect(entries.get('70306')?.names).toEqual([
      { text: 'BANCO SAMPLE DEL ISTMO', quality: 'primary' },
      { text: 'SAMPLE BANK OF THE ISTHMUS', quality: 'strong' },
      { text: 'BSI', quality: 'weak' },
    ])
    for (const name of ['alt.csv', 'add.csv', 'sdn_comments.csv'])
      copyFileSync(samplePath(`sdn/${name}`), join(folder, name))
    const packed = await all(written(gzipSync(sampleFile('sdn/sdn.csv')), 'sdn.csv.gz'))
    expect(JSON.stringify([...packed])).toBe(JSON.stringify([...entries]))
  })

  test('have facts in their remarks and columns', async () => {
    const entries = await sdn()
    expect(entries.get('70400')).toMatchObject({
      documents: ['2066001'],
      countries: ['hk'],
      profile: {
        sanctionsPrograms: ['SAMPLE1', 'SAMPLE-EO2'],
        websites: ['www.quellmark.example'],
        documents: [{ type: 'Business Registration Number', number: '2066001', issuingCountry: 'Hong Kong' }],
        relationships: [{ type: 'Linked To', name: 'TRIOLANT SAMPLE CO. LTD' }],
      },
    })
    expect(entries.get('70500')).toMatchObject({
      genders: ['male'],
      countries: ['ru'],
      birthDates: [{ from: '1966-06-09', to: '1966-06-09' }],
      profile: {
        titles: ['Director'],
        documents: [{ type: 'Passport', number: '530118841', issuedOn: '01 Jan 2000', expiresOn: '2005' }],
      },
    })
    expect(entries.get('70501')?.birthDates).toEqual([
      { from: '1968-01-01', to: '1972-12-31' },
      { from: '1972-01-01', to: '1972-12-31' },
    ])
    expect(entries.get('70600')?.profile.features).toContainEqual({ type: 'Vessel Flag', value: 'Panama' })
    // What the remarks could not hold goes on in the comments, within a word.
    expect(entries.get('70700')?.names).toContainEqual({ text: 'DRIFTWELLJON', quality: 'weak' })
  })

  test('may all be named: those that are read with another are left out, alone they are no list', () => {
    expect(listFiles(['/a/un.xml', '/a/alt.csv', '/a/SDN.csv.gz', '/a/add.csv', '/b/alt.csv'])).toEqual([
      '/a/un.xml',
      '/a/SDN.csv.gz',
      '/b/alt.csv',
    ])
  })

  test('are refused without the files that hold the other names', async () => {
    const alone = mkdtempSync(join(folder, 'alone-'))
    writeFileSync(join(alone, 'sdn.csv'), sampleFile('sdn/sdn.csv'))
    await expect(all(join(alone, 'sdn.csv'))).rejects.toMatchObject({ code: 'LIST_PART' })
    await expect(all(samplePath('sdn/alt.csv'))).rejects.toMatchObject({ code: 'LIST_FORMAT' })
  })
})

describe('the other formats', () => {
  test('OFAC enhanced and old XML of one day say the same of the same entries', async () => {
    const enhanced = await all(samplePath('cons-enhanced.xml'))
    const old = await all(samplePath('cons-old.xml'))
    expect(enhanced.size).toBe(5)
    expect([...enhanced.keys()].toSorted()).toEqual([...old.keys()].toSorted())
    for (const [id, entry] of enhanced)
      expect({ id, ...sharedFacts(entry) }).toEqual({ id, ...sharedFacts(old.get(id)) })
  })

  test('OFAC enhanced has scripts, documents, relationships, authorities', async () => {
    const entries = await all(samplePath('sdn-enhanced.xml'))
    expect([...entries.values()].map(({ schema }) => schema)).toEqual(['person', 'organisation', 'aircraft'])
    const names = [...entries.values()].flatMap((entry) => entry.names)
    // The sample has signs that turn the direction of writing; names do not.
    expect(sampleText('sdn-enhanced.xml')).toMatch(/\u200F/)
    expect(count(names, ({ text }) => /[\u200E\u200F\u202A-\u202E]/.test(text))).toBe(0)
    const entry = entries.get('72001')
    expect(entry).toMatchObject({
      list: 'ofac-sdn',
      schema: 'person',
      birthDates: [{ from: '1986-01-01', to: '1986-12-31' }],
      genders: ['male'],
      countries: ['ye'],
      documents: ['20322001', '10010095001'],
      profile: {
        fullName: 'ZABINOR, Sultar',
        identityId: '92001',
        sanctionsLists: [{ name: 'SDN List', datePublished: '2020-12-10' }],
        sanctionsPrograms: ['SMP-GLO', 'SMP-YE'],
        sanctionsTypes: ['Block'],
        legalAuthorities: ['Executive Order of the samples'],
        placesOfBirth: [{ city: 'Razihan District, Sana’a', country: 'Yemen' }],
      },
    })
    expect(entry?.names).toContainEqual({ text: 'SAQARVAN, Abu', quality: 'weak' })
    expect(entry?.names).toContainEqual({ text: 'سلطار صالح زابنور', quality: 'primary' })
    expect(entries.get('72003')?.profile.relationships).toEqual([
      { type: 'Property in the Interest Of', name: 'ZABINOR SAMPLE AIR', id: '72002' },
    ])
  })

  test('OFAC advanced is put together from its parts', async () => {
    const entries = await all(samplePath('cons-advanced.xml'))
    expect(entries.get('71639')).toMatchObject({
      list: 'ofac-cons',
      schema: 'person',
      names: [
        { text: 'HANIVARA, Ismat Abdul Salwan', quality: 'primary' },
        { text: 'HANIYVARA, Ismaat', quality: 'strong' },
        { text: 'AL-SAMPLE, Abu', quality: 'weak' },
      ],
      birthDates: [{ from: '1962-01-01', to: '1962-12-31' }],
      genders: ['male'],
      profile: {
        sanctionsLists: [{ name: 'Consolidated List', datePublished: '2014-10-09' }],
        sanctionsPrograms: ['SMP-PLC'],
        sanctionsTypes: ['Reject'],
        legalAuthorities: ['Executive Order of the samples'],
        placesOfBirth: [{ city: 'Shatiya' }],
        documents: [
          { type: 'Passport', number: 'N0091827', issuingCountry: 'Jordan', issuedOn: '2011-04-02' },
        ],
      },
    })
    expect(entries.get('71700')).toMatchObject({
      schema: 'organisation',
      countries: ['ru'],
      addresses: ['2 Sample Embankment, Saint Petersburg, Russia'],
      profile: {
        originalScript: ['НЕВСКА САМПЛ БАНК'],
        documents: [{ type: 'Registration ID', number: '1027700000391', issuingCountry: 'Russia' }],
      },
    })
    expect(entries.get('71701')?.profile.relationships).toEqual([
      { type: 'Owned or Controlled By', name: 'NEVSKA SAMPLE BANK', id: '71700' },
    ])
  })

  test('FollowTheMoney joins what is linked, flat or nested', async () => {
    const linked = await all(samplePath('ftm-linked.jsonl'))
    expect([...linked.keys()]).toEqual(
      ['director', 'husband', 'owner', 'holding', 'daughter'].map((one) => `smp-${one}`),
    )
    expect(linked.get('smp-director')).toMatchObject({
      list: 'ftm',
      documents: ['183116000362', '71 0044219'],
      addresses: ['Samara, ru'],
      profile: {
        relationships: [
          { type: 'Director of', name: 'Zaladan Sample Holding', id: 'smp-holding', from: '2019-02-01' },
          { type: 'Family', name: 'Pavlik Osetrovnik-Sample', note: 'spouse' },
        ],
        sanctions: [{ sanctionType: 'SMP-RU', isCurrent: true, authority: 'Office of Samples' }],
        categories: ['sanction'],
      },
    })
    expect(linked.get('smp-owner')?.names).toContainEqual({ text: 'Brod', quality: 'weak' })
    expect(linked.get('smp-holding')?.profile).toMatchObject({
      relationships: [
        { type: 'Director', name: 'Marunia Osetrovna-Sample' },
        { type: 'Owned by', name: 'Lazarin Brodnik-Sample', note: '60' },
        { type: 'Owner of', name: 'Zaladan Sample Trading' },
      ],
      sanctions: [{ isCurrent: false, to: '2024-03-01' }],
    })
    expect(linked.get('smp-husband')?.profile.politicalPositions).toEqual([
      { description: 'Deputy minister of samples', country: 'ru', from: '2015-01-01', to: '2018-01-01' },
    ])
    const nested = await all(samplePath('ftm-nested.jsonl'))
    expect(nested.get('Q99000001')?.profile).toMatchObject({
      fullName: 'Sadun Haridan-Sample',
      relationships: [
        { type: 'Family', name: 'Nidala Boustanet', id: 'Q99000011', note: 'mother' },
        { name: 'Bahadun Haridan' },
        { name: 'Fahdun Haridan' },
      ],
    })
  })

  test("Senzing's lines are people and organisations with facts by kind", async () => {
    const entries = await all(samplePath('senzing.jsonl'))
    expect([...entries.values()]).toMatchObject([
      {
        list: 'os_sample',
        schema: 'person',
        names: [
          { text: 'Jennara L. McSampleton', quality: 'primary' },
          { text: 'Jenna McSampleton', quality: 'strong' },
        ],
        birthDates: [{ from: '1972-01-01', to: '1972-12-31' }],
        countries: ['us'],
        profile: { categories: ['role.pep'], relationships: [{ type: 'Occupancy', id: 'Q99000099' }] },
      },
      { id: 'NK-SAMPLE2', schema: 'organisation', addresses: ['1 Sample Avenue, Sampleton, us'] },
    ])
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
    // A spreadsheet's error is no name; its header may be in any case and width, its guards go.
    expect(await refusal(`${csv}7,#N/A,,,,,\n`, 'own.csv')).toBe('LIST_SHAPE')
    const odd = await all(written("\uFEFFsep=,\r\n\r\nFULL NAME,ＤＯＢ\r\n'@Tom,1970\r\n", 'own.csv'))
    expect([...odd.values()]).toMatchObject([{ names: [{ text: '@Tom' }], birthDates: [{}] }])
  })
})

describe('a new version of a list', () => {
  test('is compared by content: what is added, removed and changed, field by field', async () => {
    const { added, removed, changed } = await diffLists(
      samplePath('un-older.xml'),
      samplePath('un-newer.xml'),
    )
    expect([added.length, removed.length, changed.length]).toEqual([6, 2, 3])
    expect(changed.find(({ id }) => id === '8100004')?.fields).toEqual([
      { field: 'lastDayUpdated', gone: [], come: ['2021-05-22'] },
      {
        field: 'addresses',
        gone: ['Tripoli · Libya · as at Feb. 2014'],
        come: ['Sabha · Libya · as at March 2018'],
      },
    ])
  })

  test('is the same when only its layout, its order or VERSIONNUM is another', async () => {
    const other = sampleText('un-newer.xml')
      .replaceAll('<VERSIONNUM>1<', '<VERSIONNUM>2<')
      .replaceAll(/>\s+</g, '>\n<')
    const delta = await diffLists(samplePath('un-newer.xml'), written(other))
    expect(delta).toEqual({ added: [], removed: [], changed: [] })
  })
})
