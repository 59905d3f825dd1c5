import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { bindContract, can } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { BusyButton, EmptyState, PageHeader } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { OneDeal } from '../deal-screen/deal.web.tsx'
import { deals } from '../deals/deals.contract.ts'

const place = 'exchange:deal'
const api = bindContract(deals)
const placeApi = bindContract(workspaces)
const dayApi = bindContract(days)

/** The deal at the counter, for whoever works at one whose day is open; the others see what to do first. */
export function DealScreen() {
  const texts = useTexts(place)
  const { data: current } = useQuery(placeApi.current.queryOptions())
  const needsCounter = current?.counterId === null
  useEffect(() => {
    if (needsCounter) dispatchEvent(new CustomEvent('required-select-counter'))
  }, [needsCounter])
  const day = useQuery({
    ...dayApi.current.queryOptions({}),
    enabled: current !== undefined && !needsCounter && can('view_stock', 'open_counter_day'),
  })
  const counterId = day.data?.counterId
  if (needsCounter)
    return (
      <Before text={texts('needsCounter')}>
        <Button onClick={() => dispatchEvent(new CustomEvent('required-select-counter'))}>
          {texts('chooseCounter')}
        </Button>
      </Before>
    )
  if (day.data?.day === null && counterId)
    return (
      <Before text={texts('needsDay')}>{can('open_counter_day') && <OpenDay counterId={counterId} />}</Before>
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

function OpenDay({ counterId }: { counterId: string }) {
  const texts = useTexts(place)
  const open = useMutation({
    mutationFn: () => dayApi.open.call({ counterId }),
    onSuccess: () => snackbar.success(texts('said.processed')),
  })
  return (
    <BusyButton autoFocus busy={open.isPending} onClick={() => open.mutate()}>
      {texts('openDay')}
    </BusyButton>
  )
}

/** One deal after the other; `?deal=` goes on with a draft or a quote. */
function DealAfterDeal() {
  const navigate = useNavigate()
  const { deal: id } = useSearch({ strict: false }) as { deal?: string }
  const [number, setNumber] = useState(0)
  const query = useQuery({
    // Like a form: what is entered is not changed under the hand.
    queryKey: ['form', 'deal', id],
    queryFn: () => api.getById.call({ id: id ?? '' }),
    enabled: id !== undefined,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const next = () => {
    if (id !== undefined) void navigate({ to: '/transaction', search: {} })
    setNumber(number + 1)
  }
  if (id === undefined) return <OneDeal key={number} onNext={next} />
  return (
    <Loaded query={query} height={480}>
      {(held) => <OneDeal key={`${held.id} ${number}`} held={held} onNext={next} />}
    </Loaded>
  )
}
