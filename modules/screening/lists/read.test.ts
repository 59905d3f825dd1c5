import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import type { Refusal } from '#kit/domain/refusal.domain.ts'
import { sharedFile, sharedPath } from '#kit/test/shared-data.ts'
import { textOf } from '../reading/text.server.ts'
import type { ListEntry } from './entry.domain.ts'
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

  test('are refused without the files that hold the other names', async () => {
    expect(
      await refusal('36,"A",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n\x1A', 'sdn.csv'),
    ).toBe('LIST_PART')
    await expect(all(sharedPath('ofac/sdn-legacy-2023-12-28/alt.csv'))).rejects.toMatchObject({
      code: 'LIST_FORMAT',
    })
  })
})

describe('a hostile or broken list', () => {
  const inside = (xml: string) => `<CONSOLIDATED_LIST><INDIVIDUALS>${xml}</INDIVIDUALS></CONSOLIDATED_LIST>`
  const person = (name: string, id = 1) =>
    `<INDIVIDUAL><DATAID>${id}</DATAID><FIRST_NAME>${name}</FIRST_NAME></INDIVIDUAL>`

  test('cannot name entities of its own, inside or outside', async () => {
    const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join(
      '',
    )
    const bomb = `<!DOCTYPE CONSOLIDATED_LIST [<!ENTITY e0 "ha">${laughs}]>`
    expect(await refusal(`<?xml version="1.0"?>${bomb}${inside(person('&e9;'))}`)).toBe('LIST_SHAPE')
    const outside = '<!DOCTYPE CONSOLIDATED_LIST [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
    expect(await refusal(outside + inside(person('&x;')))).toBe('LIST_SHAPE')
    expect(await refusal(inside(person('&x;')))).toBe('LIST_SHAPE')
    expect(await refusal(inside(person('A &amp; B')))).toBe('taken')
  })

  test('cannot be deep, nor one entry without end, nor larger than a list can be', async () => {
    expect(await refusal(inside('<INDIVIDUAL>'.repeat(40) + '</INDIVIDUAL>'.repeat(40)))).toBe('LIST_SHAPE')
    expect(await refusal(inside(person('A'.repeat(5_000_000))))).toBe('LIST_SHAPE')
    expect(await refusal(inside(`<INDIVIDUAL a="${'A'.repeat(5_000_000)}"/>`))).toBe('LIST_SHAPE')
    expect(await refusal(inside(person('').repeat(60_000).replaceAll('</INDIVIDUAL><INDIVIDUAL>', '')))).toBe(
      'LIST_SHAPE',
    )
    const read = async (path: string) => {
      for await (const _ of textOf(path, 1_000_000)) continue
    }
    await expect(read(written(unXml))).rejects.toMatchObject({ code: 'LIST_TOO_LARGE' })
    await expect(read(written(gzipSync(unXml)))).rejects.toMatchObject({ code: 'LIST_TOO_LARGE' })
  })

  test('is not taken for a shorter one', async () => {
    expect(await refusal('')).toBe('LIST_EMPTY')
    expect(await refusal(inside(''))).toBe('LIST_EMPTY')
    expect(await refusal(unXml.slice(0, 500_000))).toBe('LIST_TRUNCATED')
    expect(await refusal(gzipSync(unXml).subarray(0, 100_000))).toBe('LIST_TRUNCATED')
    expect(await refusal(Buffer.from('<CONSOLIDATED_LIST>\xe9', 'latin1'))).toBe('LIST_ENCODING')
    expect(await refusal('<html><body>Service unavailable</body></html>')).toBe('LIST_FORMAT')
    expect(await refusal(inside(person('A') + person('B')))).toBe('LIST_TWICE')
    expect(await refusal(inside(person('')))).toBe('LIST_SHAPE')
    await expect(all(join(folder, 'none.xml'))).rejects.toMatchObject({ code: 'LIST_UNREADABLE' })
  })
})
