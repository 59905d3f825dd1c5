import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { dateText, dateTimeText } from '#kit/web/format.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type Day, days } from '../days/days.contract.ts'
import { usePlaces } from '../places/places.web.tsx'
import { dayReports, drawerReport } from './day-reports.contract.ts'
import css from './day-report.module.css'

const api = bindContract(dayReports)
const dayApi = bindContract(days)
const place = 'inventory:dayReport'

interface Asked {
  counter?: string | undefined
  day?: string | undefined
}
type Found = Awaited<ReturnType<typeof api.list.call>>

/** The last days of a counter, the latest first. */
const lastDays = (counterId: string) =>
  dayApi.list.queryOptions({
    pageSize: 60,
    filters: [{ key: 'counterId', operator: 'Equals', value: counterId }],
  })

/** The day of one counter as it is printed, signed and kept: what lay in the drawer, what happened, what was earned. */
export function DayReport() {
  const [asked, change] = useAsked<Asked>()
  const places = usePlaces()
  const given = useQuery({
    ...dayApi.getById.queryOptions({ id: asked.day ?? '' }),
    enabled: asked.day !== undefined,
  })
  const counterId = asked.counter ?? given.data?.counterId ?? places?.drawers[0]?.id ?? ''
  const all = useQuery({ ...lastDays(counterId), enabled: counterId !== '' }).data?.items ?? []
  const dayId = asked.day ?? all[0]?.id ?? ''
  const query = useQuery({ ...api.list.queryOptions({ dayId }), enabled: dayId !== '' })
  return (
    <ReportPage
      report={drawerReport}
      query={query}
      isAsked={dayId !== ''}
      file={dayId === '' ? undefined : () => api.export.call({ dayId })}
      rows={({ drawer }) => drawer}
      rowKey={({ itemId }) => itemId}
      head={({ day, isBlind }) => <Head day={day} isBlind={isBlind} />}
      ask={
        <Ask counterId={counterId} dayId={dayId} all={all} choose={change} drawers={places?.drawers ?? []} />
      }
      foot={query.data && <Below found={query.data} />}
    />
  )
}

interface AskProps {
  counterId: string
  dayId: string
  all: readonly Day[]
  drawers: readonly { id: string; name: string }[]
  choose: (part: Asked) => void
}

function Ask({ counterId, dayId, all, drawers, choose }: AskProps) {
  const say = useTexts(place)
  return (
    <>
      <Select
        label={say('counter')}
        w={280}
        searchable
        data={drawers.map(({ id, name }) => ({ value: id, label: name }))}
        value={counterId || null}
        onChange={(counter) => choose({ counter: counter ?? undefined, day: undefined })}
      />
      <Select
        label={say('day')}
        w={260}
        data={all.map(({ id, businessDate, openedBy }) => ({
          value: id,
          label: `${dateText(businessDate)} · ${openedBy}`,
        }))}
        value={dayId || null}
        onChange={(day) => choose({ counter: counterId, day: day ?? undefined })}
      />
    </>
  )
}

/** Whose day it was, and from when to when. */
function Head({ day, isBlind }: { day: Day; isBlind: boolean }) {
  const say = useTexts(place)
  const { branchId, branchName, counterName, businessDate, closedAt, closedBy } = day
  return (
    <p className={css.head}>
      <strong>
        {branchName} · {counterName} · {dateText(businessDate)}
      </strong>
      <span>{say('opened', { name: day.openedBy, at: dateTimeText(day.openedAt, branchId) })}</span>
      <span>
        {closedAt === null
          ? say('stillOpen')
          : say('closed', { name: closedBy ?? '', at: dateTimeText(closedAt, branchId) })}
      </span>
      {day.vaultTransferId !== null && (
        <TextLink to={`/inventory/transfers/${day.vaultTransferId}`}>{say('toVault')}</TextLink>
      )}
      {isBlind && <span>{say('blind')}</span>}
    </p>
  )
}

/** What happened and what was earned; on paper two lines to sign. */
function Below({ found: { day, happened, earned, local, signed } }: { found: Found }) {
  const say = useTexts(place)
  return (
    <>
      {happened.length > 0 && (
        <Lines
          texts={place}
          label={say('happened')}
          rows={happened}
          rowKey={({ event, code }) => `${event} ${code}`}
          columns={[
            { key: 'what', isHead: true, cell: ({ what }) => what },
            { key: 'code', cell: ({ code }) => code },
            { key: 'count', kind: 'number' },
            { key: 'quantityIn', kind: 'number' },
            { key: 'quantityOut', kind: 'number' },
          ]}
        />
      )}
      {earned.length > 0 && (
        <Lines
          texts={place}
          label={say('earned', { currency: local })}
          rows={earned}
          rowKey={({ account }) => account}
          columns={[
            { key: 'account', isHead: true, cell: ({ account }) => account },
            { key: 'amount', kind: 'number' },
          ]}
        />
      )}
      {signed.map(({ dayId, author, createdAt, toName, endedAt }) => (
        <p key={dayId} className={css.head}>
          <strong>{say(dayId === day.id ? 'handover' : 'handoverBefore')}</strong>
          <span>{say('handedOver', { name: author, at: dateTimeText(createdAt, day.branchId) })}</span>
          <span>{say('takenOver', { name: toName, at: dateTimeText(endedAt, day.branchId) })}</span>
        </p>
      ))}
      <div className={css.signatures} aria-hidden>
        <span>{say('teller')}</span>
        <span>{say('second')}</span>
      </div>
    </>
  )
}
