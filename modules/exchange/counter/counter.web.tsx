import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useAddress } from '#kit/web/address.web.ts'
import { bindContract, can } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { askForCounter } from '#modules/access/public.web.tsx'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { corporates, individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { OneDeal } from './deal.web.tsx'
import { deals } from '../deals/deals.contract.ts'

const place = 'exchange:deal'
const api = bindContract(deals)
const placeApi = bindContract(workspaces)
const dayApi = bindContract(days)
const personApi = bindContract(individuals)
const companyApi = bindContract(corporates)

/** The deal at the counter, for whoever works at one whose day is open; the others see what to do first. */
export function DealScreen() {
  const texts = useTexts(place)
  const { data: current } = useQuery(placeApi.current.queryOptions())
  const needsCounter = current?.counterId === null
  useEffect(() => {
    if (needsCounter) askForCounter()
  }, [needsCounter])
  const day = useQuery({
    ...dayApi.current.queryOptions({}),
    enabled: current !== undefined && !needsCounter && can('view_stock', 'open_counter_day'),
  })
  if (needsCounter)
    return (
      <Before text={texts('needsCounter')}>
        <Button onClick={() => askForCounter()}>{texts('chooseCounter')}</Button>
      </Before>
    )
  if (day.data && day.data.day?.state !== 'open' && day.data.counterId !== null)
    return (
      <Before text={texts('needsDay')}>
        {can('open_counter_day') && (
          <Button autoFocus renderRoot={(props) => <Link to="/inventory/day" {...props} />}>
            {texts('openDay')}
          </Button>
        )}
      </Before>
    )
  return <DealAfterDeal />
}

function Before({ text, children }: { text: string; children: ReactNode }) {
  const texts = useTexts(place)
  return (
    <>
      <PageHeader title={texts('title')} />
      <EmptyState text={text}>{children}</EmptyState>
    </>
  )
}

/** One deal after the other; `?deal=` goes on with a draft or a quote, `?person=` and `?company=` begin with that customer. */
function DealAfterDeal() {
  const navigate = useNavigate()
  const { deal: id, person, company } = useAddress<'company' | 'deal' | 'person'>()
  const [number, setNumber] = useState(0)
  const customer = useQuery({
    ...(company ? companyApi : personApi).getById.queryOptions({ id: company ?? person ?? '' }),
    enabled: id === undefined && (company ?? person) !== undefined,
  })
  const query = useQuery({
    // Like a form: what is entered is not changed under the hand.
    queryKey: ['form', 'deal', id],
    queryFn: () => api.getById.call({ id: id ?? '' }),
    enabled: id !== undefined,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const next = () => {
    if (id ?? person ?? company) void navigate({ to: '/transaction', search: {} })
    setNumber(number + 1)
  }
  if (id === undefined && (person ?? company) !== undefined)
    return (
      <Loaded query={customer} height={480}>
        {(row) => (
          <OneDeal
            key={`${row.id} ${number}`}
            customer={{
              id: row.id,
              name: row.name,
              type: company === undefined ? 1 : 2,
              isBlocked: row.isBlocked,
            }}
            onNext={next}
          />
        )}
      </Loaded>
    )
  if (id === undefined) return <OneDeal key={number} onNext={next} />
  return (
    <Loaded query={query} height={480}>
      {(held) => <OneDeal key={`${held.id} ${number}`} held={held} onNext={next} />}
    </Loaded>
  )
}
