import { Loader, Popover, Skeleton, Tabs } from '@mantine/core'
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconBellOff,
  IconCircleCheck,
  IconFileText,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { messageOf, showError } from '#kit/web/failures.web.ts'
import { languageTag } from '#kit/web/i18n.web.ts'
import { ErrorState } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { api, Bell, messagesKey, reload, usePolling } from './bell.web.tsx'
import type { Message } from './messages.contract.ts'
import { groupOf, isNearEnd, messageGroups, messagePath, timestamp } from './messages.domain.ts'
import css from './messages.module.css'

const tabs = { all: api.list, unread: api.listUnread }
type Tab = keyof typeof tabs
const pageSize = 20
const throttle = 50

/** The bell with the panel that it opens. */
export function MessagePanel() {
  const texts = useTexts('notifications:messages')
  const [isOpen, setOpen] = useState(false)
  const [tab, setTab] = useState<Tab>('all')
  const close = () => setOpen(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      offset={6}
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 120 }}
      classNames={{ dropdown: css.panel }}
    >
      <Popover.Target>
        <Bell onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={texts('title')} aria-labelledby={undefined}>
        <h2 className={css.title}>{texts('title')}</h2>
        <Tabs
          value={tab}
          onChange={(one) => setTab(one as Tab)}
          keepMounted={false}
          classNames={{ root: css.tabs, list: css.tabList, panel: css.tabPanel }}
        >
          <Tabs.List>
            <Tabs.Tab value="all" data-autofocus>
              {texts('all')}
            </Tabs.Tab>
            <Tabs.Tab value="unread">{texts('unread')}</Tabs.Tab>
          </Tabs.List>
          {(['all', 'unread'] as const).map((one) => (
            <Tabs.Panel key={one} value={one}>
              <MessageList tab={one} onOpened={close} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The messages of one tab, newest first, under the headings of their days; more come as one scrolls. */
function MessageList({ tab, onOpened }: { tab: Tab; onOpened: () => void }) {
  const texts = useTexts('notifications:messages')
  const sync = useQuery({
    queryKey: [messagesKey, 'sync'],
    queryFn: () => api.sync.call({}, { quiet: true }),
    staleTime: Infinity,
  })
  const list = useInfiniteQuery({
    queryKey: [messagesKey, tab],
    queryFn: ({ pageParam, signal }) =>
      tabs[tab].call({ page: pageParam, pageSize }, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.reduce((loaded, { items }) => loaded + items.length, 0) < last.pagination.totalItems
        ? pages.length + 1
        : undefined,
    ...usePolling(),
  })
  const { scroller, onScroll } = useScrolling(list)
  const failure = list.data && sync.data ? undefined : (list.error ?? sync.error)
  const retry = () => void (list.data ? sync.refetch() : list.refetch())
  if (failure) return <ErrorState message={messageOf(failure)} onRetry={retry} />
  if (!list.data || !sync.data) return <Waiting />
  // A message that came between two pages moved the others down by one.
  const all = [...new Map(list.data.pages.flatMap(({ items }) => items).map((one) => [one.id, one])).values()]
  if (all.length === 0) return <Empty />
  const { timeZone } = sync.data
  const now = new Date(list.dataUpdatedAt)
  const groups = Map.groupBy(all, ({ notifiedAt }) => groupOf(notifiedAt, now, timeZone))
  return (
    <div className={css.scroller} ref={scroller} tabIndex={-1} onScroll={onScroll} onKeyDown={walk}>
      {messageGroups
        .filter((group) => groups.has(group))
        .map((group) => (
          <section key={group} aria-labelledby={`messages-${group}`}>
            <h3 id={`messages-${group}`} className={css.group}>
              {texts(`groups.${group}`)}
            </h3>
            <ul className={css.list}>
              {groups.get(group)?.map((message) => (
                <li key={message.id}>
                  <MessageRow message={message} timeZone={timeZone} onOpened={onOpened} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      {list.isFetchNextPageError && (
        <ErrorState message={messageOf(list.error)} onRetry={() => void list.fetchNextPage()} />
      )}
      {list.isFetchingNextPage && (
        <div className={css.more} role="status" aria-label={texts('loading')}>
          <Loader size="xs" />
        </div>
      )}
    </div>
  )
}

interface Pages {
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: () => unknown
}

/** Reads the next page when the end of the list comes near, and keeps the focus in the panel. */
function useScrolling({ hasNextPage, isFetching, fetchNextPage }: Pages) {
  const scroller = useRef<HTMLDivElement>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const look = () => {
    waiting.current = undefined
    const isWanted = scroller.current && isNearEnd(scroller.current)
    if (isWanted && hasNextPage && !isFetching) void fetchNextPage()
  }
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
    // The message that had the focus has gone from the list: the keyboard must not fall out of the panel.
    if (document.activeElement === document.body) scroller.current?.focus()
  })
  useEffect(() => () => clearTimeout(waiting.current), [])
  const onScroll = () => {
    waiting.current ??= setTimeout(() => latest.current(), throttle)
  }
  return { scroller, onScroll }
}

/** Arrows go from message to message. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const rows = [...event.currentTarget.querySelectorAll('button')]
  event.preventDefault()
  rows[Math.max(0, rows.indexOf(document.activeElement as HTMLButtonElement) + step)]?.focus()
}

const icons = {
  WARNING: IconAlertTriangle,
  ERROR: IconAlertCircle,
  SUCCESS: IconCircleCheck,
  DOCUMENT: IconFileText,
} as const

interface MessageRowProps {
  message: Message
  timeZone: string
  onOpened: () => void
}

function MessageRow({ message, timeZone, onOpened }: MessageRowProps) {
  const texts = useTexts('notifications:messages')
  const navigate = useNavigate()
  const { id, type, title, content, notifiedAt, viewedAt, data } = message
  const Icon = icons[type]
  const open = async () => {
    try {
      await api.view.call({ id })
    } catch (error) {
      return showError(error)
    } finally {
      void reload()
    }
    if (!data) return snackbar.error(texts('noData'))
    onOpened()
    return navigate({ to: messagePath(data) })
  }
  return (
    <button
      type="button"
      className={css.message}
      data-unread={viewedAt === null || undefined}
      onClick={() => void open()}
    >
      <Icon size={18} stroke={1.75} className={css.icon} data-type={type} aria-hidden />
      <span className={css.words}>
        <span className={css.heading}>
          <span className="agio-sr">{`${texts(`types.${type}`)}: `}</span>
          {title}
        </span>
        <span className={css.content}>{content}</span>
        <time dateTime={notifiedAt} className={css.time}>
          {timestamp(notifiedAt, timeZone, languageTag())}
        </time>
      </span>
      {viewedAt === null && (
        <span className={css.dot}>
          <span className="agio-sr">{texts('isUnread')}</span>
        </span>
      )}
    </button>
  )
}

function Empty() {
  const texts = useTexts('notifications:messages')
  return (
    <div className={css.empty}>
      <IconBellOff size={28} stroke={1.5} aria-hidden />
      <strong>{texts('empty.title')}</strong>
      <span>{texts('empty.text')}</span>
    </div>
  )
}

function Waiting() {
  const texts = useTexts('notifications:messages')
  return (
    <div className={css.waiting} role="status" aria-label={texts('loading')}>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} h={56} />
      ))}
    </div>
  )
}
