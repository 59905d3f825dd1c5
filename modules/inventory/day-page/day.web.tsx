import { Alert, Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { bindContract, can, lacks } from '#kit/web/api.web.ts'
import { dateText, dateTimeText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader, TextLink } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import { counts } from '../counts/counts.contract.ts'
import { HandOver, WaitingDrawer } from '../handovers/handover.web.tsx'
import { handovers } from '../handovers/handovers.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { type Drawer, usePlaces } from '../places/places.web.tsx'
import { type Day, days } from '../days/days.contract.ts'
import { DayForm } from './day-form.web.tsx'
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
