import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useAddress } from '#kit/web/address.web.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { dateTimeText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader, TextLink } from '#kit/web/parts.web.tsx'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { type Texts, useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import { useCategories } from './categories.web.ts'
import { EntryChanges, LinkedSection, ProfileBody } from './profile-parts.web.tsx'
import { ofacView, type ProfileView, unscView } from './profile-xml.web.ts'
import { type Entry, profiles, type ResultDetail } from '../profiles/profiles.contract.ts'
import { plainName } from '../lists/lists.domain.ts'
import { countryText } from './countries.web.ts'
import { profilePath } from '../profiles/profiles.domain.ts'
import css from './profiles.module.css'
import { dayText } from '../profiles/sections.domain.ts'

const api = bindContract(profiles)
const place = 'watchlists:profiles'

/** What a number alone means on the page of a source; what names more than a number stays as it is. */
const onList = (list: string, id: string) => (/^[\w.]+$/.test(id) ? `${list}:${id}` : id)

/** The profile of an entry of the UN's list. */
export function UnscProfile() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(api.getDetailByReferenceId.queryOptions({ id: onList('un', id) }))
  return (
    <Loaded query={query} height={480}>
      {(entry) => (
        <Frame entry={entry} kind="unsc">
          <RawBody xml={entry.rawObject} read={unscView} />
        </Frame>
      )}
    </Loaded>
  )
}

/** The profile of an entry of OFAC's lists. */
export function OfacProfile() {
  const texts = useTexts(place)
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(api.getDetailByReferenceId.queryOptions({ id: onList('ofac', id) }))
  return (
    <Loaded query={query} height={480}>
      {(entry) => (
        <Frame entry={entry} kind="ofac">
          <RawBody
            xml={entry.rawObject}
            read={(xml) => {
              const view = ofacView(xml, entry.list, texts)
              return { ...view, facts: [['dataSource', texts('ofacSource')], ...view.facts] }
            }}
          />
        </Frame>
      )}
    </Loaded>
  )
}

function RawBody({ xml, read }: { xml: string; read: (xml: string) => ProfileView }) {
  const view = useMemo(() => read(xml), [read, xml])
  return <ProfileBody {...view} />
}

/** A result of enhanced screening: of people and companies on any list. */
export function ResultProfile() {
  const texts = useTexts(place)
  const meaningOf = useCategories()
  const { id = '' } = useParams({ strict: false })
  const { resultId = '' } = useAddress<'resultId'>()
  const query = useQuery(api.getDetailByReference.queryOptions({ id, resultId }))
  return (
    <Loaded query={query} height={480}>
      {(entry) => (
        <Frame entry={entry} kind="enhanced" resultId={resultId}>
          <ProfileBody {...resultView(entry, texts, meaningOf)} />
        </Frame>
      )}
    </Loaded>
  )
}

/** FollowTheMoney writes countries as two letters; whatever else stands there stays. */
const countryName = (text: string) => (/^[a-z]{2}$/i.test(text) ? countryText(text) : text)

/** A section of rows, with words for what is true and false. */
function sectionOf<Row extends object>(
  texts: Texts,
  key: string,
  columns: readonly (keyof Row & string)[],
  given: readonly Row[],
) {
  const cell = (row: Row, column: keyof Row & string) => {
    const value = row[column] as string | boolean
    if (typeof value === 'boolean') return texts(value ? 'yes' : 'no')
    return column === 'country' ? countryName(value) : dayText(value)
  }
  return { key, columns, rows: given.map((row) => columns.map((column) => cell(row, column))) }
}

type MeaningOf = (code: string) => string | undefined

const resultView = (one: ResultDetail, texts: Texts, meaningOf: MeaningOf): ProfileView => ({
  facts: resultFacts(one, texts, meaningOf),
  sections: resultSections(one, texts),
})

function resultFacts(one: ResultDetail, texts: Texts, meaningOf: MeaningOf): [string, string][] {
  const said = (code: string) => {
    const meaning = meaningOf(code)
    return meaning ? `${meaning} (${code})` : code
  }
  const person: [string, string][] = [
    ['datesOfBirth', one.datesOfBirth.map(dayText).join('\n')],
    ['gender', texts(`genders.${one.gender}`, { defaultValue: one.gender })],
    ['nationality', one.nationality.split(', ').map(countryName).join(', ')],
  ]
  return [
    ['referenceNumber', one.entryId],
    ['fullName', one.name],
    ['entityType', one.entityType === 'unknown' ? '' : texts(one.entityType)],
    ...(one.entityType === 'individual' ? person : []),
    ['phoneNumber', one.phoneNumber],
    ['faxNumber', one.faxNumber],
    ['website', one.website],
    ['categories', one.categories.map(said).join('\n')],
    ['complianceDataSource', one.complianceDataSource],
  ]
}

function resultSections(one: ResultDetail, texts: Texts): ProfileView['sections'] {
  const to = (linked: readonly { id: string }[]) =>
    linked.map(({ id }) => (id ? `/compliance/detail/${encodeURIComponent(id)}` : undefined))
  const { linkedBusinesses, linkedPersons } = one
  const links = one.sourceLinks.flatMap((all) => all.split(' | '))
  return [
    sectionOf(texts, 'aliases', ['name', 'type', 'quality'], one.aliases),
    sectionOf(
      texts,
      'addresses',
      ['address1', 'address2', 'address3', 'address4', 'county', 'city', 'country'],
      one.addresses,
    ),
    sectionOf(texts, 'sanctions', ['sanctionType', 'isCurrent', 'from', 'to'], one.sanctions),
    sectionOf(texts, 'politicalPositions', ['description', 'country', 'from', 'to'], one.politicalPositions),
    { key: 'notes', columns: ['value'], rows: one.notes.map((note) => [note]) },
    {
      ...sectionOf(texts, 'linkedBusinesses', ['position', 'name'], linkedBusinesses),
      to: to(linkedBusinesses),
    },
    { ...sectionOf(texts, 'linkedPersons', ['connection', 'name'], linkedPersons), to: to(linkedPersons) },
    sectionOf(
      texts,
      'articles',
      ['name', 'dateCollected', 'categories', 'snippet', 'keywordsMatched', 'originalURL'],
      one.articles,
    ),
    { key: 'sourceLinks', columns: ['value'], rows: links.map((link) => [link]) },
    ...(one.imageURL ? [{ key: 'imageURL', columns: ['value'], rows: [[one.imageURL]] }] : []),
  ]
}

interface FrameProps {
  entry: Entry
  kind: 'unsc' | 'ofac' | 'enhanced'
  resultId?: string
  children: ReactNode
}

/** The page around a profile: name, whether it is still listed, print, its graph and what its list has changed. */
function Frame({ entry, kind, resultId = '', children }: FrameProps) {
  const texts = useTexts(place)
  const { version } = entry
  return (
    <>
      <PageHeader
        title={entry.name}
        badge={
          <StatusBadge tone={entry.isListed ? 'attention' : 'ended'}>
            {texts(entry.isListed ? 'listed' : 'removed')}
          </StatusBadge>
        }
      >
        <ExportButton isPaper file={() => api.pdf.call({ id: entry.contentId, resultId })}>
          {texts('print')}
        </ExportButton>
      </PageHeader>
      <div className={css.page}>
        <div className={css.main}>
          <div className={css.kind}>
            <div>{texts(`kinds.${kind}`)}</div>
            <div>
              {texts('printedFrom', {
                list: texts(`lists.${entry.list}`, { defaultValue: plainName(entry.list) }),
                number: version.number,
                published: version.publishedOn ? dayText(version.publishedOn) : texts('na'),
                loaded: dateTimeText(version.loadedAt),
              })}
            </div>
          </div>
          {!entry.isCurrent && (
            <div className={css.notice} role="status">
              {texts(entry.isListed ? 'notCurrent' : 'notListed')}
              {entry.isListed && (
                <TextLink to={profilePath(entry.list, entry.entryId)}>{texts('showCurrent')}</TextLink>
              )}
            </div>
          )}
          {children}
          <LinkedSection id={entry.id} />
        </div>
        <aside className={css.side}>
          <EntryChanges changes={entry.changes} />
        </aside>
      </div>
    </>
  )
}
