import { execFileSync } from 'node:child_process'
import { createWriteStream, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { root, table, withFolder } from './tools.ts'

// Reading lists: time, and the most memory that a process of its own takes for it, run as `npm start` runs the server.

/** Real files to read as well, parted by `:`. */
const real = (process.env['BENCH_LISTS'] ?? '').split(':').filter(Boolean)

await withFolder(async (folder) => {
  const large = join(folder, 'SDN_ENHANCED.XML')
  const linked = join(folder, 'entities.ftm.json')
  await pipeline(Readable.from(enhanced(13_100)), createWriteStream(large))
  await pipeline(Readable.from(followTheMoney(110_000)), createWriteStream(linked))
  const rows = [large, linked, ...real].map((path) => {
    const output = execFileSync(process.execPath, [
      '--max-semi-space-size=8',
      join(root, 'bench/list-reader.ts'),
      path,
    ]).toString()
    const { entries, names, seconds, kilobytes } = JSON.parse(output) as Record<string, number>
    return [
      basename(path),
      (statSync(path).size / 1e6).toFixed(1),
      String(entries),
      String(names),
      seconds?.toFixed(2) ?? '',
      ((kilobytes ?? 0) / 1000).toFixed(0),
    ]
  })
  table(['list', 'MB', 'entries', 'names', 's', 'MB resident at most (aim 300)'], rows)
})

/** Invented people in the shape of OFAC's largest file, 100 MB of them. */
function* enhanced(count: number): Generator<string> {
  yield '<?xml version="1.0" encoding="utf-8"?>\n<sanctionsData><publicationInfo><dataAsOf>2026-01-01T00:00:00</dataAsOf></publicationInfo><entities>'
  const translation = (id: number, last: string, script: string) =>
    `<translation id="${id}"><isPrimary>true</isPrimary><script refId="1">${script}</script><formattedFirstName>Example Number</formattedFirstName><formattedLastName>${last}</formattedLastName><formattedFullName>${last}, Example Number</formattedFullName><nameParts><namePart id="${id}"><type refId="1520">Last Name</type><value>${last}</value></namePart><namePart id="${id}"><type refId="1521">First Name</type><value>Example Number</value></namePart></nameParts></translation>`
  for (let id = 1; id <= count; id++) {
    const names = Array.from(
      { length: 6 },
      (_, n) =>
        `<name id="${id}${n}"><isPrimary>${n === 0}</isPrimary><isLowQuality>${n === 5}</isLowQuality><translations>${translation(id, `INVENTED ${id} ${n}`, 'Latin')}${translation(id, `ВЫДУМАН ${id} ${n}`, 'Cyrillic')}</translations></name>`,
    )
    const features = Array.from(
      { length: 4 },
      (_, n) =>
        `<feature id="${id}${n}"><type featureTypeId="1">Example Feature ${n}</type><versionId>${id}</versionId><value>value ${id}</value><isPrimary>true</isPrimary></feature>`,
    )
    yield `<entity id="${id}"><generalInfo><identityId>${id}</identityId><entityType refId="600">Individual</entityType></generalInfo><sanctionsLists><sanctionsList refId="1550" datePublished="2026-01-01">SDN List</sanctionsList></sanctionsLists><names>${names.join('')}</names><features>${features.join('')}</features></entity>\n`
  }
  yield '</entities></sanctionsData>'
}

/** Invented people, each owning a company that is invented as well. */
function* followTheMoney(count: number): Generator<string> {
  const line = (id: string, schema: string, properties: Record<string, string[]>) =>
    `${JSON.stringify({ id, caption: properties['name']?.[0] ?? schema, schema, properties, datasets: ['made'] })}\n`
  const filler = 'a sentence of notes as such files have them, '.repeat(8)
  for (let n = 0; n < count; n++) {
    yield line(`p${n}`, 'Person', {
      name: [`Invented Person ${n}`],
      birthDate: ['1970'],
      country: ['my'],
      notes: [filler],
    })
    yield line(`c${n}`, 'Company', { name: [`Invented Company ${n}`], jurisdiction: ['my'] })
    yield line(`o${n}`, 'Ownership', { owner: [`p${n}`], asset: [`c${n}`] })
  }
}
