import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { FactList } from '#kit/web/detail/detail-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { queryClient } from '#kit/web/queries.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { type Fact, StatusBadge, type Tone } from '#kit/web/values.web.tsx'
import { Frame } from '#modules/access/public.web.tsx'
import { countryName } from '../recipients/country.web.ts'
import { orderTracking, type Tracked } from './tracking.contract.ts'
import type { TrackedState } from './tracking.domain.ts'

const api = bindContract(orderTracking)
const place = 'remittance:tracking'

const tones: Record<TrackedState, Tone> = {
  unpaid: 'waiting',
  processing: 'waiting',
  ready: 'attention',
  paid: 'done',
  returned: 'stopped',
  over: 'ended',
}

/** /track/…: where the money is, for whoever holds the receipt; outside the shell, which brings the client of queries otherwise. */
export const TrackOrder = () => (
  <QueryClientProvider client={queryClient}>
    <Tracking />
  </QueryClientProvider>
)

function Tracking() {
  const texts = useTexts(place)
  const { id: code = '' } = useParams({ strict: false })
  const query = useQuery({ ...api.getTrackedOrder.queryOptions({ code }), retry: false })
  return (
    <Suspense>
      <Frame title={texts('title')}>
        <Loaded query={query} height={160}>
          {({ order }) => (order ? <Order order={order} /> : <p role="status">{texts('notFound')}</p>)}
        </Loaded>
      </Frame>
    </Suspense>
  )
}

const facts: readonly Fact<Tracked>[] = [
  { key: 'company' },
  { key: 'number', kind: 'code' },
  { key: 'country', cell: (_, { country }) => countryName(country) },
  { key: 'gets', cell: (_, { gets, currency }) => `${groupDigits(gets)} ${currency}` },
  { key: 'arrivesOn', kind: 'date' },
]

function Order({ order }: { order: Tracked }) {
  const texts = useTexts(place)
  const { state } = order
  return (
    <>
      <p role="status">
        <StatusBadge tone={tones[state]}>{texts(`states.${state}`)}</StatusBadge>
      </p>
      <p>{texts(`notes.${state}`)}</p>
      <FactList texts={place} row={order} facts={facts} />
    </>
  )
}
