import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readNumber } from '#kit/domain/numbers.domain.ts'
import { TypedNumber } from '#kit/web/typed-number.web.tsx'
import { bindContract } from '#kit/web/api.web.ts'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { ActionBar } from '#kit/web/detail/action-bar.web.tsx'
import { dateText, dateTimeText, isDay } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, TextLink } from '#kit/web/parts.web.tsx'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge, type Tone } from '#kit/web/values.web.tsx'
import { PeriodForm } from '../periods/period-form.web.tsx'
import { PeriodLocks } from '../periods/periods.web.tsx'
import { periodUnlocks, type Unlock } from './unlocks.contract.ts'
import { unlockWorkflow } from './unlocks.domain.ts'

const api = bindContract(periodUnlocks)
const place = 'ledger:unlocks'
const fields = ['branch', 'days', 'state', 'closesAt', 'reason', 'askedBy', 'agreedBy', 'entries']
const tones: Record<Unlock['state'], Tone> = { asked: 'attention', open: 'waiting', ended: 'ended' }

/** The entries of these days, the latest posted first. */
const journalOf = ({ fromDate, toDate }: Unlock) =>
  `/accounting/journal?filter=${encodeURIComponent(
    JSON.stringify([
      ['businessDate', 'Greater Than Or Equal', fromDate],
      ['businessDate', 'Less Than Or Equal', toDate],
    ]),
  )}`

/** The locks of periods, and the days of them that are opened. */
export const PeriodPage = () => (
  <PeriodLocks>
    <Unlocks />
  </PeriodLocks>
)

/** Days of a locked period that are opened for some hours: asked for by one, agreed to by another, and who posted there. */
function Unlocks() {
  const texts = useTexts(place)
  const query = useQuery(api.list.queryOptions())
  const mayAsk = useIsAllowed(api.ask)
  return (
    <>
      <Title order={2} mt="lg">
        {texts('title')}
      </Title>
      <p>{texts('about')}</p>
      {mayAsk && <AskForm />}
      <Loaded query={query} height={160}>
        {(all) => (all.length === 0 ? <EmptyState text={texts('empty')} /> : <Rows all={all} />)}
      </Loaded>
    </>
  )
}

function Rows({ all }: { all: readonly Unlock[] }) {
  const texts = useTexts(place)
  return (
    <Sheet
      label={texts('title')}
      columns={[
        ...fields.map((field) => ({ title: texts(`fields.${field}`) })),
        { title: texts('acts'), isUnseen: true },
      ]}
    >
      {all.map((one) => (
        <tr key={one.id}>
          <th scope="row">{one.branchName ?? texts('company')}</th>
          <td>
            {dateText(one.fromDate)} – {dateText(one.toDate)}
          </td>
          <td>
            <StatusBadge tone={tones[one.state]}>{texts(`values.state.${one.state}`)}</StatusBadge>
          </td>
          <td>
            {one.closesAt
              ? dateTimeText(one.closesAt, one.branchId)
              : texts('forHours', { count: one.hours })}
          </td>
          <td>{one.reason}</td>
          <td>{one.askedBy}</td>
          <td>{one.agreedBy}</td>
          <td>
            {one.entries > 0 && (
              <TextLink to={journalOf(one)}>
                {texts('posted', { count: one.entries, who: one.postedBy.join(', ') })}
              </TextLink>
            )}
          </td>
          <td>
            <ActionBar texts={place} workflow={unlockWorkflow} row={one} run={api} isQuiet />
          </td>
        </tr>
      ))}
    </Sheet>
  )
}

const hourRule = { decimals: 0 }

function AskForm() {
  const texts = useTexts(place)
  const [fromDate, setFrom] = useState('')
  const [toDate, setTo] = useState('')
  const [hours, setHours] = useState('4')
  const wanted = Number(readNumber(hours, hourRule) ?? NaN)
  return (
    <PeriodForm
      texts={place}
      act="ask"
      said="said.asked"
      field="toDate"
      isReady={isDay(fromDate) && isDay(toDate) && wanted >= 1 && wanted <= 72}
      send={(given) => api.ask.call({ ...given, fromDate, toDate, hours: wanted })}
      onSent={() => {
        setFrom('')
        setTo('')
      }}
    >
      {(faultAt) => (
        <>
          <DateBox label={texts('fields.fromDate')} w={160} value={fromDate} onChange={setFrom} />
          <DateBox
            label={texts('fields.toDate')}
            w={160}
            value={toDate}
            error={faultAt('toDate')}
            onChange={setTo}
          />
          <TypedNumber
            label={texts('fields.hours')}
            w={90}
            rule={hourRule}
            value={hours}
            error={wanted > 72 && texts('faults.atMost.number', { most: 72 })}
            onChange={setHours}
          />
        </>
      )}
    </PeriodForm>
  )
}
