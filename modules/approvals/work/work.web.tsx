import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type KeyboardEvent, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { dateTimeText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { usePageKeys } from '#kit/web/page-keys.web.ts'
import { EmptyState, PageHeader } from '#kit/web/parts.web.tsx'
import { queryClient } from '#kit/web/queries.web.ts'
import { useTopic } from '#kit/web/realtime.web.ts'
import { screenAt } from '#kit/web/screens.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { pageAt } from '#modules/pages.domain.ts'
import { useActFocus, useFreshDocuments, useNext } from './going-on.web.ts'
import { type AwaitedItem, work, type WorkItem } from './work.contract.ts'
import css from './work.module.css'

const api = bindContract(work)
const place = 'approvals:work'
const home = '/my-work'

type Item = (AwaitedItem | WorkItem) & Partial<Pick<WorkItem, 'by' | 'inStead'>>

/** The part of the address by which the screen on the right knows its document. */
const idOf = ({ page, subject }: Item) => {
  const path = screenAt(page)?.path
  return path?.endsWith('$id') ? (page.split('/').at(-1) ?? subject.id) : subject.id
}
const linkOf = (item: Item) => `${home}/${item.subject.type}/${idOf(item)}`

/** All that waits for the decision of the person who is signed in, and what they wait for; each is read and decided in place. */
export function MyWork() {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const { type, id } = useParams({ strict: false }) as { type?: string; id?: string }
  const query = useQuery({ ...api.list.queryOptions(), refetchInterval: 30_000 })
  const reload = () => void queryClient.invalidateQueries({ queryKey: api.list.queryOptions().queryKey })
  useTopic('notifications', reload)
  useTopic('welcome', reload)
  useFreshDocuments(query.data?.mine.map(idOf))
  const isOpen = (item: Item) => id !== undefined && isCurrent(item, { type, id })
  useNext(query.data?.mine, {
    key: `${type}/${id}`,
    isOpen,
    open: (next) => void navigate({ to: next ? linkOf(next) : home, replace: true }),
  })
  const opened =
    id === undefined || !query.data
      ? undefined
      : findItem([...query.data.mine, ...query.data.others], { type, id })
  const isGone = id !== undefined && query.data !== undefined && opened === undefined
  return (
    <div className={css.page} data-open={id !== undefined || undefined} data-gone={isGone || undefined}>
      <div className={css.list}>
        <PageHeader title={texts('title')} aside={query.data?.mine.length} />
        <Loaded query={query} height={320}>
          {({ mine, others, localCurrency }) => (
            <Lists
              {...{ mine, others, localCurrency }}
              current={id === undefined ? undefined : { type, id }}
            />
          )}
        </Loaded>
      </div>
      {id !== undefined && query.data && <Opened item={opened} />}
    </div>
  )
}

interface Current {
  type: string | undefined
  id: string
}

const isCurrent = (item: Item, current: Current | undefined) =>
  current !== undefined && item.subject.type === current.type && idOf(item) === current.id
const findItem = (items: readonly Item[], current: Current) => items.find((one) => isCurrent(one, current))

interface ListsProps {
  mine: readonly WorkItem[]
  others: readonly AwaitedItem[]
  localCurrency: string
  current: Current | undefined
}

function Lists({ mine, others, localCurrency, current }: ListsProps) {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const all: Item[] = [...mine, ...others]
  const go = (by: 1 | -1) => {
    const at = all.findIndex((one) => isCurrent(one, current))
    const next = all[at < 0 ? (by === 1 ? 0 : all.length - 1) : at + by]
    if (next) void navigate({ to: linkOf(next) })
  }
  usePageKeys([
    { key: 'j', text: texts('keys.next'), act: () => go(1) },
    { key: 'k', text: texts('keys.before'), act: () => go(-1) },
  ])
  const rows = (items: readonly Item[]) =>
    items.map((item) => (
      <Row
        key={`${item.subject.type}/${item.subject.id}/${item.kind}`}
        item={item}
        localCurrency={localCurrency}
        isCurrent={isCurrent(item, current)}
      />
    ))
  return (
    <>
      {mine.length === 0 ? (
        <EmptyState text={texts('empty')} />
      ) : (
        <ul className={css.rows} aria-label={texts('mine')}>
          {rows(mine)}
        </ul>
      )}
      {others.length > 0 && (
        <>
          <h2 className={css.heading}>{texts('others')}</h2>
          <ul className={css.rows} aria-label={texts('others')}>
            {rows(others)}
          </ul>
        </>
      )}
    </>
  )
}

interface RowProps {
  item: Item
  localCurrency: string
  isCurrent: boolean
}

function Row({ item, localCurrency, isCurrent: isOpen }: RowProps) {
  const texts = useTexts(place)
  const { t } = useTranslation('modules')
  const ref = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isOpen) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const page = pageAt(item.page)?.page.key
  const kind = texts(`kinds.${item.kind}`, { defaultValue: '' })
  const facts = [item.about, item.by, item.inStead && texts('inStead', { name: item.inStead })]
  return (
    <li>
      <Link ref={ref} to={linkOf(item)} className={css.row} aria-current={isOpen || undefined}>
        <span className={css.name}>{item.name}</span>
        {item.value !== null && (
          <span className={`agio-number ${css.value}`}>
            {groupDigits(item.value)} {localCurrency}
          </span>
        )}
        <span className={css.what}>{[page && t(`pages.${page}`), kind].filter(Boolean).join(' · ')}</span>
        <time className={css.since} dateTime={item.since}>
          {dateTimeText(item.since)}
        </time>
        <span className={css.facts}>{facts.filter(Boolean).join(' · ')}</span>
      </Link>
    </li>
  )
}

/** A key that is held down decides nothing of the next document. */
const dropRepeated = (event: KeyboardEvent) => {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

/** The document itself, on the screen of its module. */
function Opened({ item }: { item: Item | undefined }) {
  const texts = useTexts(place)
  const screen = item && screenAt(item.page)
  const section = useRef<HTMLElement>(null)
  useActFocus(section, item?.page)
  return (
    <section
      ref={section}
      className={css.opened}
      aria-label={item?.name ?? texts('title')}
      onKeyDownCapture={dropRepeated}
    >
      <Link to={home} className={css.back}>
        {texts('back')}
      </Link>
      {screen ? (
        <Suspense key={item?.page} fallback={<Skeleton h={320} />}>
          <screen.Page />
        </Suspense>
      ) : (
        <EmptyState text={texts('done')} />
      )}
    </section>
  )
}
