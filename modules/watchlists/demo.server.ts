import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Services } from '#kit/server/context.server.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { listStates, loadListForAll } from './public.server.ts'
import { consListed, ftmListed, type Listed, sdnListed, unListed } from './demo-listed.domain.ts'

/** What these lists say that they came from; a list that has another source is left alone. */
const source = 'DEMONSTRATION'
/** Before any real list, so that each of those is newer. */
const days = { first: '2020-01-06', second: '2020-02-03' }
/** So many of the UN list are on its first version, one of whom leaves it. */
const firstOfUn = 13
const leaves = 9

/**
 * Loads invented lists in the official formats, by the same code as real ones, so that screening shows something without the
 * internet: where there is no list yet, and again at each start as long as there is no real one, so that none grows stale.
 */
export async function loadDemoLists(services: Services): Promise<void> {
  const { db, now } = services
  const states = await inCompany(undefined, () => listStates(db, now(), 'en'))
  const from = (list: string) => states.find((state) => state.list === list)?.version?.source
  const files = Object.entries({
    un: from('un') === undefined ? [unXml(days.first, true), unXml(days.second)] : [unXml(days.second)],
    'ofac-sdn': [ofacXml('SDN List', sdnListed, 990_000)],
    'ofac-cons': [ofacXml('Consolidated List', consListed, 991_000)],
    ftm: [ftmListed.map((one) => JSON.stringify(one)).join('\n')],
  }).flatMap(([list, contents]) => ((from(list) ?? source) === source ? contents : []))
  if (files.length === 0) return
  const folder = await mkdtemp(join(tmpdir(), 'agio-demo-'))
  try {
    await db.connection().execute(async (lock) => {
      const { rows } = await sql<{
        is: boolean
      }>`select pg_try_advisory_lock(hashtext('demonstration lists')) as is`.execute(lock)
      // Another server that starts now does it.
      if (!rows[0]?.is) return
      for (const [index, content] of files.entries()) {
        const path = join(folder, String(index))
        await writeFile(path, content)
        await loadListForAll(services, path, { source })
      }
      await sql`select pg_advisory_unlock(hashtext('demonstration lists'))`.execute(lock)
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', "'": '&apos;' }
const safe = (text: string) => text.replaceAll(/[&<']/g, (sign) => signs[sign] ?? sign)
const tag = (name: string, content: string | undefined) =>
  content ? `<${name}>${content.startsWith('<') ? content : safe(content)}</${name}>` : ''
const each = <T>(values: readonly T[] | undefined, write: (value: T) => string) =>
  (values ?? []).map(write).join('')

function unXml(day: string, isFirst = false): string {
  const all = unListed.map((one, index) => ({ one, index }))
  const listed = all.filter(({ index }) => (isFirst ? index < firstOfUn : index !== leaves))
  const entries = (kind: 'INDIVIDUAL' | 'ENTITY') =>
    each(
      listed.filter(({ one }) => (one.kind === 'Entity') === (kind === 'ENTITY')),
      ({ one, index }) => unEntry(isFirst ? asAtFirst(one, index) : one, index, kind, day),
    )
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- DEMONSTRATION: nobody on this list exists. -->
<CONSOLIDATED_LIST dateGenerated="${day}T00:00:00.000Z"><INDIVIDUALS>${entries('INDIVIDUAL')}</INDIVIDUALS><ENTITIES>${entries('ENTITY')}</ENTITIES></CONSOLIDATED_LIST>`
}

/** What the first version knew less of. */
const asAtFirst = (one: Listed, index: number): Listed =>
  index === 0
    ? { ...one, aliases: one.aliases?.slice(1) ?? [], city: 'Omsk' }
    : index === 6
      ? { ...one, born: '1984' }
      : one

function unEntry(one: Listed, index: number, kind: 'INDIVIDUAL' | 'ENTITY', day: string): string {
  const names = kind === 'ENTITY' ? [one.name] : one.name.split(' ')
  const [first = '', second = '', third = '', ...fourth] = names
  const alias = (quality: string) => (name: string) =>
    tag(`${kind}_ALIAS`, tag('QUALITY', quality) + tag('ALIAS_NAME', name))
  const born = one.born?.length === 4 ? tag('YEAR', one.born) : tag('DATE', one.born)
  return tag(
    kind,
    [
      tag('DATAID', String(9_900_001 + index)),
      tag('FIRST_NAME', first),
      tag('SECOND_NAME', second),
      tag('THIRD_NAME', third),
      tag('FOURTH_NAME', fourth.join(' ')),
      tag('UN_LIST_TYPE', 'DEMONSTRATION'),
      tag('REFERENCE_NUMBER', `DEMO.${String(index + 1).padStart(3, '0')}`),
      tag('LISTED_ON', index < firstOfUn ? '2012-05-09' : day),
      tag('NAME_ORIGINAL_SCRIPT', one.script?.[0]),
      tag('COMMENTS1', one.comment ?? 'DEMONSTRATION: invented.'),
      kind === 'INDIVIDUAL' ? tag('GENDER', one.isWoman ? 'Female' : 'Male') : '',
      tag('DESIGNATION', one.role && tag('VALUE', one.role)),
      tag('NATIONALITY', kind === 'INDIVIDUAL' ? tag('VALUE', one.country) : ''),
      tag('LIST_TYPE', tag('VALUE', 'UN List')),
      tag('LAST_DAY_UPDATED', tag('VALUE', '2019-12-20')),
      each(one.aliases, alias(kind === 'ENTITY' ? 'a.k.a.' : 'Good')),
      each(one.weak, alias('Low')),
      tag(`${kind}_ADDRESS`, tag('CITY', one.city) + tag('COUNTRY', one.country)),
      one.born
        ? tag(
            'INDIVIDUAL_DATE_OF_BIRTH',
            tag('TYPE_OF_DATE', one.born.length === 4 ? 'APPROXIMATELY' : 'EXACT') + born,
          )
        : '',
      one.birthplace
        ? tag('INDIVIDUAL_PLACE_OF_BIRTH', tag('CITY', one.birthplace) + tag('COUNTRY', one.country))
        : '',
      one.document
        ? tag(
            'INDIVIDUAL_DOCUMENT',
            tag('TYPE_OF_DOCUMENT', 'Passport') +
              tag('NUMBER', one.document) +
              tag('ISSUING_COUNTRY', one.country) +
              tag('DATE_OF_ISSUE', '2010-04-01') +
              tag('NOTE', 'DEMONSTRATION'),
          )
        : '',
    ].join(''),
  )
}

function ofacXml(list: string, listed: readonly Listed[], from: number): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<!-- DEMONSTRATION: nobody on this list exists. -->
<sanctionsData xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ENHANCED_XML"><publicationInfo><dataAsOf>${days.second}T00:00:00</dataAsOf></publicationInfo><entities>${each(
    listed.map((one, index) => ({ one, index })),
    ({ one, index }) => ofacEntry(one, index, list, listed, from),
  )}</entities></sanctionsData>`
}

function ofacEntry(one: Listed, index: number, list: string, all: readonly Listed[], from: number): string {
  const type = one.kind ?? 'Individual'
  return `<entity id="${from + index}">${[
    tag(
      'generalInfo',
      tag('identityId', String(from + 500 + index)) +
        tag('entityType', type) +
        tag('title', one.role) +
        tag('remarks', 'DEMONSTRATION: invented.'),
    ),
    `<sanctionsLists><sanctionsList datePublished="2019-11-18">${list}</sanctionsList></sanctionsLists>`,
    tag('sanctionsPrograms', tag('sanctionsProgram', 'DEMONSTRATION')),
    tag('sanctionsTypes', tag('sanctionsType', 'Block')),
    tag('legalAuthorities', tag('legalAuthority', 'Executive Order of the demonstration')),
    tag(
      'names',
      nameXml(one.name, { isPrimary: true, script: one.script }) +
        each(one.aliases, (name) => nameXml(name)) +
        each(one.weak, (name) => nameXml(name, { isWeak: true })),
    ),
    tag(
      'addresses',
      tag(
        'address',
        tag('country', one.country) +
          tag(
            'translations',
            one.city &&
              tag(
                'translation',
                tag('addressParts', tag('addressPart', tag('type', 'CITY') + tag('value', one.city))),
              ),
          ),
      ),
    ),
    tag(
      'features',
      (type === 'Individual'
        ? feature('Gender', one.isWoman ? 'Female' : 'Male') + feature('Nationality Country', one.country)
        : '') +
        (one.born ? feature('Birthdate', one.born) : '') +
        (one.birthplace ? feature('Place of Birth', one.birthplace) : ''),
    ),
    one.document
      ? tag(
          'identityDocuments',
          tag(
            'identityDocument',
            tag('type', type === 'Individual' ? 'Passport' : 'Registration Number') +
              tag('documentNumber', one.document) +
              tag('issuingCountry', one.country),
          ),
        )
      : '',
    tag(
      'relationships',
      each(one.linked, ([to, what]) =>
        tag(
          'relationship',
          `${tag('type', what)}<relatedEntity entityId="${from + to}">${safe(all[to]?.name ?? '')}</relatedEntity>`,
        ),
      ),
    ),
  ].join('')}</entity>`
}

const feature = (type: string, value: string) => tag('feature', tag('type', type) + tag('value', value))

function nameXml(
  name: string,
  {
    isPrimary = false,
    isWeak = false,
    script,
  }: { isPrimary?: boolean; isWeak?: boolean; script?: Listed['script'] } = {},
): string {
  const [last = '', first = ''] = name.split(', ')
  const parts = (given: string, family: string) =>
    tag(
      'nameParts',
      (given ? tag('namePart', tag('type', 'First Name') + tag('value', given)) : '') +
        tag('namePart', tag('type', given ? 'Last Name' : 'Entity Name') + tag('value', family)),
    )
  const written = (text: string, way: string, inside: string) =>
    tag('translation', tag('script', way) + tag('formattedFullName', text) + inside)
  return tag(
    'name',
    tag('isPrimary', String(isPrimary)) +
      (isPrimary ? '' : tag('aliasType', 'A.K.A.')) +
      tag('isLowQuality', String(isWeak)) +
      tag(
        'translations',
        written(name, 'Latin', parts(first, last)) +
          (script ? written(script[0], script[1], parts('', script[0])) : ''),
      ),
  )
}
