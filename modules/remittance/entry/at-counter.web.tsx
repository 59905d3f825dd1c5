import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader, TextLink } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { askForCounter } from '#modules/access/public.web.tsx'
import { days } from '#modules/inventory/days/days.contract.ts'

const dayApi = bindContract(days)
const place = 'remittance:orders'

export interface Seat {
  branchId: string
  counterId: string
}

/** What is done at the counter at which the person works, whose day is open; else what comes before it. */
export function AtCounter({ children }: { children: (seat: Seat) => ReactNode }) {
  const current = useQuery(dayApi.current.queryOptions({}))
  return (
    <Loaded query={current} height={320}>
      {({ day, counterId }) => {
        if (counterId === null)
          return (
            <Before text="needsCounter">
              <ChooseCounter />
            </Before>
          )
        if (day?.state !== 'open')
          return (
            <Before text="needsDay">
              <OpenDay />
            </Before>
          )
        return children({ branchId: day.branchId, counterId: day.counterId })
      }}
    </Loaded>
  )
}

export function Before({ text, children }: { text: string; children?: ReactNode }) {
  const texts = useTexts(place)
  return (
    <SheetPage>
      <PageHeader title={texts('create')} back={{ to: '/remittance' }} />
      <EmptyState text={texts(text)}>{children}</EmptyState>
    </SheetPage>
  )
}

const ChooseCounter = () => {
  const texts = useTexts(place)
  return <Button onClick={() => askForCounter()}>{texts('chooseCounter')}</Button>
}

const OpenDay = () => {
  const texts = useTexts(place)
  return <TextLink to="/inventory/day">{texts('openDay')}</TextLink>
}
