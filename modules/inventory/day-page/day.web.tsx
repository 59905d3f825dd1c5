import { Alert, Anchor, Button, Kbd, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { bindContract, can, lacks } from '#kit/web/api.web.ts'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { dateText, dateTimeText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader, ProcessingButton, TextLink } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import { counts } from '../counts/counts.contract.ts'
import { HandOver, WaitingDrawer } from '../handovers/handover.web.tsx'
import { handovers } from '../handovers/handovers.contract.ts'
import { CountEntry, useCountEntry } from '../items/count-entry.web.tsx'
import type { StockItem } from '../items/items.domain.ts'
import { stockItems } from '../items/items.contract.ts'
import { type Drawer, usePlaces } from '../places/places.web.tsx'
import { type Day, days } from '../days/days.contract.ts'
import css from '../items/count-entry.module.css'

const api = bindContract(days)
const countApi = bindContract(counts)
const handoverApi = bindContract(handovers)
const itemApi = bindContract(stockItems)
const place = 'inventory:day'

/** Opens and closes the day of a counter, with what lies in its drawer counted by notes and coins. */
export function CounterDay() {
  const texts = useTexts(place)
  const places = usePlaces()
  const seat = useQuery(api.current.queryOptions({}))
  const [chosen, setChosen] = useState<string>()
  const drawers = places?.drawers ?? []
  const at = drawers.find(({ id }) => id === (chosen ?? seat.data?.counterId)) ?? drawers[0]
  return (
    <SheetPage>
      <PageHeader title={texts('title')} />
      {places && drawers.length === 0 && <EmptyState text={texts('nowhere')} />}
      {drawers.length > 1 && (
        <Select
          label={texts('counter')}
          maw={360}
          searchable
          selectFirstOptionOnChange
          data={drawers.map(({ id, name }) => ({ value: id, label: name }))}
          value={at?.id ?? null}
          onChange={(id) => setChosen(id ?? undefined)}
        />
      )}
      {at && <AtCounter key={at.id} drawer={at} isSeat={(seat.data?.counterId ?? at.id) === at.id} />}
    </SheetPage>
  )
}

/** Where no stock is kept there is nothing to count. */
const nothing = { items: [], held: [] }

function AtCounter({ drawer, isSeat }: { drawer: Drawer; isSeat: boolean }) {
  const counterId = drawer.id
  const current = useQuery(api.current.queryOptions({ counterId }))
  const isKept = !lacks('stock')
  const items = useQuery({ ...itemApi.listSelection.queryOptions({ withGoods: 'true' }), enabled: isKept })
  const at = { branchId: drawer.branchId, counterId }
  const held = useQuery({ ...countApi.itemsAt.queryOptions(at), enabled: isKept })
  const handover = useQuery({ ...handoverApi.current.queryOptions({ counterId }), enabled: isKept })
  const waiting = handover.data?.waiting
  /** The day that was opened here just now: the teller who opened it goes on to deal. */
  const [opened, setOpened] = useState<string>()
  /** The day that was closed here just now, and waits for its report to be printed. */
  const [closed, setClosed] = useState<string>()
  return (
    <Loaded query={current} height={320}>
      {({ day }) => (
        <>
          <Facts drawer={drawer} day={day} />
          {day === null && closed !== undefined && isKept && <Closed dayId={closed} />}
          {waiting && <WaitingDrawer row={waiting} />}
          {day === null && handover.data?.dayId && (
            <HandOver dayId={handover.data.dayId} people={handover.data.people} />
          )}
          {!can('open_counter_day') || waiting ? null : day?.state === 'open' &&
            day.id === opened &&
            isSeat ? (
            <Begin onClose={() => setOpened(undefined)} />
          ) : lacks('stock') ? (
            <DayForm
              key={day ? `${day.id} ${day.version}` : 'closed'}
              {...{ drawer, day }}
              {...nothing}
              isFocused={closed === undefined}
              onOpen={setOpened}
              onClosed={setClosed}
            />
          ) : (
            <Loaded query={items} height={320}>
              {(all) => (
                <Loaded query={held} height={320}>
                  {(ids) => (
                    <DayForm
                      key={day ? `${day.id} ${day.version}` : 'closed'}
                      drawer={drawer}
                      day={day}
                      items={all}
                      held={ids}
                      isFocused={closed === undefined}
                      onOpen={setOpened}
                      onClosed={setClosed}
                    />
                  )}
                </Loaded>
              )}
            </Loaded>
          )}
        </>
      )}
    </Loaded>
  )
}

/** A link takes no `autoFocus`. */
const focus = (link: HTMLElement | null) => link?.focus()

/** What comes after a day was opened: the first deal, and not the end of the day. */
function Begin({ onClose }: { onClose: () => void }) {
  const texts = useTexts(place)
  return (
    <footer className={css.foot}>
      <Button variant="subtle" color="gray" onClick={onClose}>
        {texts('close')}
      </Button>
      {can('create_transactions') && (
        <Button renderRoot={(props) => <Link to="/transaction" {...props} ref={focus} />}>
          {texts('trade')}
        </Button>
      )}
    </footer>
  )
}

/** What comes after a day was closed: its report, to be printed and signed. */
function Closed({ dayId }: { dayId: string }) {
  const texts = useTexts(place)
  return (
    <Alert role="status" color="green">
      <Button
        renderRoot={(props) => (
          <Link to="/inventory/day-report" search={{ day: dayId }} {...props} ref={focus} />
        )}
      >
        {texts('lastReport')}
      </Button>
    </Alert>
  )
}

function Facts({ drawer, day }: { drawer: Drawer; day: Day | null }) {
  const texts = useTexts(place)
  const isOpen = day?.state === 'open'
  return (
    <p className={css.facts}>
      <StatusBadge tone={isOpen ? 'done' : day ? 'attention' : 'ended'}>
        {texts(isOpen ? 'isOpen' : day ? 'isOpening' : 'isClosed')}
      </StatusBadge>
      {isOpen && (
        <>
          <span>{texts('businessDate', { date: dateText(day.businessDate) })}</span>
          <span>
            {texts('openedBy', { name: day.openedBy, at: dateTimeText(day.openedAt, drawer.branchId) })}
          </span>
        </>
      )}
      {!lacks('stock') && <TextLink to="/inventory/audit-or-count">{texts('counts')}</TextLink>}
      {!lacks('stock') && (
        <TextLink to={`/inventory/day-report?counter=${drawer.id}`}>{texts('toReport')}</TextLink>
      )}
    </p>
  )
}

interface DayFormProps {
  drawer: Drawer
  day: Day | null
  items: readonly StockItem[]
  held: readonly string[]
  /** Nothing else on the page comes before the count. */
  isFocused: boolean
  onOpen: (dayId: string) => void
  onClosed: (dayId: string) => void
}

function DayForm({ drawer, day, items, held, isFocused, onOpen, onClosed }: DayFormProps) {
  const texts = useTexts(place)
  const counting = useCountEntry(items, held)
  const isOpen = day?.state === 'open'
  const name = drawer.name
  const blockers = useQuery({ ...api.blockers.queryOptions({ id: day?.id ?? '' }), enabled: isOpen })
  const act = useMutation({
    mutationFn: () => {
      // Nothing is blank, and a zero was typed.
      const counted = { lines: counting.lines(), isZeroConfirmed: true }
      return isOpen
        ? api.close.call({ id: day.id, version: day.version, ...counted })
        : api.open.call({ counterId: drawer.id, ...(day && { version: day.version }), ...counted })
    },
    onSuccess: ({ id, state, isRecount }) => {
      if (state === 'open' && !isOpen) onOpen(id)
      if (state === 'closed') onClosed(id)
      if (!isRecount) snackbar.success(texts(isOpen ? 'said.closed' : 'said.opened', { name }))
    },
  })
  const start = async () => {
    const sure = { title: texts('close'), message: texts('sureClose', { name }), confirm: texts('close') }
    if (!counting.isComplete()) return
    if (!isOpen || (await confirm(sure))) act.mutate()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || counting.isFaulty || act.isPending)
      return
    event.preventDefault()
    void start()
  }
  if (blockers.data && blockers.data.length > 0) return <Blocked reasons={blockers.data} />
  return (
    <div className={css.form} onKeyDown={onKeyDown}>
      {!lacks('stock') && (
        <p className={css.muted}>
          {texts(isOpen ? 'aboutClose' : 'aboutOpen')} <span className={css.keys}>{texts('keys')}</span>
        </p>
      )}
      {day?.isRecount && (
        <Alert role="status" color="yellow" title={texts('recountTitle')}>
          {texts('recount')}
        </Alert>
      )}
      {!lacks('stock') && (
        <CountEntry counting={counting} isFocused={isFocused && (!isOpen || blockers.isSuccess)} />
      )}
      <footer className={css.foot}>
        <span className={css.state} role="status">
          {counting.isFaulty ? texts('faulty') : ''}
        </span>
        <ProcessingButton
          busy={act.isPending}
          disabled={counting.isFaulty}
          aria-keyshortcuts="Control+Enter"
          rightSection={
            <Kbd size="xs" aria-hidden visibleFrom="sm">
              Ctrl ↵
            </Kbd>
          }
          onClick={() => void start()}
        >
          {texts(isOpen ? 'close' : 'open')}
        </ProcessingButton>
      </footer>
    </div>
  )
}

/** Where what keeps a day open is ended. */
const ends: Record<string, string> = {
  deals: '/pending-transaction',
  stock: '/pending-transaction',
  counts: '/inventory/audit-or-count',
}

/** Why the day cannot be closed, before anything is counted. */
function Blocked({ reasons }: { reasons: readonly { field: string; code: string; message: string }[] }) {
  const texts = useTexts(place)
  return (
    <Alert role="status" color="yellow" title={texts('blocked')}>
      <ul>
        {reasons.map(({ field, code, message }) => (
          <li key={code}>
            {message}{' '}
            {ends[field] && (
              // Within a text a link is underlined.
              <Anchor inherit underline="always" renderRoot={(props) => <Link to={ends[field]} {...props} />}>
                {texts(`toBlocker.${field}`)}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
