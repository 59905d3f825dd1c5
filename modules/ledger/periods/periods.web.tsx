import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { dateText, dateTimeText, isDay } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader } from '#kit/web/parts.web.tsx'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { periodLocks } from './periods.contract.ts'
import { PeriodForm } from './period-form.web.tsx'

const api = bindContract(periodLocks)
const place = 'ledger:periods'
const fields = ['branch', 'lockedTo', 'reason', 'author', 'changedAt']

/** Up to which day nothing may be posted: in a branch, or in the whole company; below it what is opened all the same. */
export function PeriodLocks({ children }: { children: ReactNode }) {
  const texts = useTexts(place)
  const query = useQuery(api.list.queryOptions())
  const { canUpdate } = usePermissionFlags(api)
  return (
    <SheetPage>
      <PageHeader title={texts('title')} />
      <p>{texts('about')}</p>
      {canUpdate && <LockForm />}
      <Loaded query={query} height={240}>
        {(locks) =>
          locks.length === 0 ? (
            <EmptyState text={texts('empty')} />
          ) : (
            <Sheet
              label={texts('title')}
              columns={fields.map((field) => ({ title: texts(`fields.${field}`) }))}
            >
              {locks.map((lock) => (
                <tr key={lock.branchId}>
                  <th scope="row">{lock.branchName ?? texts('company')}</th>
                  <td>{dateText(lock.lockedTo)}</td>
                  <td>{lock.reason}</td>
                  <td>{lock.author}</td>
                  <td>{dateTimeText(lock.changedAt, lock.branchId)}</td>
                </tr>
              ))}
            </Sheet>
          )
        }
      </Loaded>
      {children}
    </SheetPage>
  )
}

function LockForm() {
  const texts = useTexts(place)
  const [day, setDay] = useState('')
  return (
    <PeriodForm
      texts={place}
      act="lock"
      said="said.locked"
      field="lockedTo"
      isReady={isDay(day)}
      send={(given) => api.update.call({ ...given, lockedTo: day })}
      onSent={() => setDay('')}
    >
      {(faultAt) => (
        <DateBox
          label={texts('fields.lockedTo')}
          w={180}
          value={day}
          error={faultAt('lockedTo')}
          onChange={setDay}
        />
      )}
    </PeriodForm>
  )
}
