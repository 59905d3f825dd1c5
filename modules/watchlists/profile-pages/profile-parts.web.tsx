import { Anchor, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { Timeline } from '#kit/web/detail/detail-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { ProfileView, ViewSection } from './profile-xml.web.ts'
import { type Entry, profiles } from '../profiles/profiles.contract.ts'
import css from './profiles.module.css'
import { dayText } from '../profiles/sections.domain.ts'

const api = bindContract(profiles)
const place = 'watchlists:profiles'
const LinksChart = lazy(() => import('./links-chart.web.tsx').then((m) => ({ default: m.LinksChart })))

/** The facts of a profile and its tables; what has one row stands as facts as well. */
export function ProfileBody({ facts, sections }: ProfileView) {
  const texts = useTexts(place)
  return (
    <>
      <dl className={css.facts}>
        {facts.map(([key, value]) => (
          <div key={key} data-wide={value.length > 80 || undefined}>
            <dt>{texts(`fields.${key}`)}</dt>
            <dd>{value || <span className={css.nothing}>{texts('notAvailable')}</span>}</dd>
          </div>
        ))}
      </dl>
      {sections.map((section) => (
        <section key={section.key} className={css.group}>
          <Title order={2} className={css.heading}>
            {texts(`fields.${section.key}`)}
          </Title>
          <Rows section={section} />
        </section>
      ))}
    </>
  )
}

function Rows({ section: { key, columns, rows, to } }: { section: ViewSection }) {
  const texts = useTexts(place)
  const [only, ...more] = rows
  if (!only) return <span className={css.nothing}>{texts('notAvailable')}</span>
  // Where each value is a text by itself, the heading says what it is.
  const title = (column: string) =>
    columns.length === 1 ? texts(`fields.${key}`) : texts(`columns.${column}`)
  const shown = (cells: readonly string[], row: number, index: number) => (
    <Value text={cells[index] ?? ''} to={index === columns.length - 1 ? to?.[row] : undefined} />
  )
  if (more.length === 0)
    return columns.length === 1 ? (
      shown(only, 0, 0)
    ) : (
      <dl className={css.facts}>
        {columns.map((column, index) => (
          <div key={column}>
            <dt>{title(column)}</dt>
            <dd>{shown(only, 0, index)}</dd>
          </div>
        ))}
      </dl>
    )
  return (
    <Sheet label={texts(`fields.${key}`)} columns={columns.map((column) => ({ title: title(column) }))}>
      {rows.map((cells, row) => (
        // Two rows of a list may say the same.
        <tr key={row}>
          {columns.map((column, index) => (
            <td key={column} className={css.cell}>
              {shown(cells, row, index)}
            </td>
          ))}
        </tr>
      ))}
    </Sheet>
  )
}

/** A text of a list: a link where it is the address of a page, or names another entry. Anything else is plain text. */
function Value({ text, to }: { text: string; to: string | undefined }) {
  const texts = useTexts(place)
  if (!text) return <span className={css.nothing}>{texts('na')}</span>
  if (to) return <TextLink to={to}>{text}</TextLink>
  if (!/^https?:\/\/\S+$/.test(text)) return <span dir="auto">{text}</span>
  return (
    <Anchor href={text} target="_blank" rel="noopener noreferrer" inherit>
      {text}
    </Anchor>
  )
}

/** Who is linked with an entry, as a graph that one can follow. */
export function LinkedSection({ id }: { id: string }) {
  const texts = useTexts(place)
  const query = useQuery(api.getLinks.queryOptions({ id }))
  return (
    <section className={css.group}>
      <Title order={2} className={css.heading}>
        {texts('links.title')}
      </Title>
      <Loaded query={query} height={120}>
        {(links) =>
          links.nodes.length < 2 ? (
            <span className={css.nothing}>{texts('links.none')}</span>
          ) : (
            <>
              <Suspense>
                <LinksChart links={links} />
              </Suspense>
              {links.isCut && <p className={css.nothing}>{texts('links.cut')}</p>}
            </>
          )
        }
      </Loaded>
    </section>
  )
}

/** What each version of its list has changed about an entry. */
export function EntryChanges({ changes }: Pick<Entry, 'changes'>) {
  const texts = useTexts(place)
  return (
    <Timeline
      title={texts('changes.title')}
      entries={changes.map(({ number, loadedAt, publishedOn, kind, fields }) => ({
        id: `${number} ${kind}`,
        at: loadedAt,
        who: publishedOn ? dayText(publishedOn) : '',
        what: (
          <>
            {texts(`changes.kinds.${kind}`, { number })}
            <FieldChanges fields={fields} />
          </>
        ),
      }))}
    />
  )
}

/** The days in a value of several parts, as people write them. */
const days = (value: string) => value.split(' · ').map(dayText).join(' · ')

/** Field by field, what went and what came. */
export function FieldChanges({ fields }: Pick<Entry['changes'][0], 'fields'>) {
  const texts = useTexts(place)
  if (fields.length === 0) return null
  return (
    <ul className={css.fields}>
      {fields.map(({ field, gone, come }) => (
        <li key={field}>
          <strong>{texts(`fields.${field}`)}</strong>
          {gone.map((value) => (
            <del key={value}>{days(value)}</del>
          ))}
          {come.map((value) => (
            <ins key={value}>{days(value)}</ins>
          ))}
        </li>
      ))}
    </ul>
  )
}
