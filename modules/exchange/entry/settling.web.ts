import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, bindContract } from '#kit/web/api.web.ts'
import { type Deal, deals } from '../deals/deals.contract.ts'
import type { Pricing } from './pricing.web.ts'

const api = bindContract(deals)

/** How far a deal is taken. */
export type UpTo = 'draft' | 'quote' | 'hold' | 'submit' | 'settle'
type Sent = ReturnType<Pricing['draft']> & { upTo: UpTo }

/** After these nobody knows whether the deal was made. */
const unheard = [0, 502, 503, 504]

interface Taken {
  /** The draft or quote that the basket was filled from, and whether it was changed since. */
  held: Deal | undefined
  isChanged: boolean
  onDone: (deal: Deal) => void
}

/**
 * Makes a deal of the basket. One attempt at a time; where its answer was lost, only the very same deal can be sent again, under
 * the same key, until it is known what became of it: it is never made twice.
 */
export function useSettling({ held, isChanged, onDone }: Taken) {
  const [lost, setLost] = useState<Sent>()
  const act = useMutation({
    meta: { handled: true },
    mutationFn: (sent: Sent) => (held ? takeOn(held, isChanged, sent) : api.create.call(sent)),
    onSuccess: (deal) => {
      setLost(undefined)
      onDone(deal)
    },
    onError: (error, sent) =>
      setLost(error instanceof ApiError && unheard.includes(error.status) ? sent : undefined),
  })
  return {
    isBusy: act.isPending,
    /** Set while it is not known whether the deal was made. */
    isUnsure: lost !== undefined,
    error: act.error,
    send(draft: ReturnType<Pricing['draft']>, upTo: UpTo) {
      if (!act.isPending) act.mutate(lost ?? { ...draft, upTo })
    },
    forget() {
      setLost(undefined)
      act.reset()
    },
  }
}

/** A deal that is there already goes on from its state; every step names the version that it begins from. */
async function takeOn(held: Deal, isChanged: boolean, { upTo, ...draft }: Sent): Promise<Deal> {
  let deal = await api.getById.call({ id: held.id })
  // A quote that has run out is dealt at the rates on the screen, which may be others by now: then it is refused.
  const hasExpired =
    deal.state === 'quote' && deal.expiresAt !== null && Date.parse(deal.expiresAt) <= Date.now()
  if (isChanged || (hasExpired && upTo !== 'quote'))
    deal = await api.update.call({ id: deal.id, version: held.version, ...draft })
  const of = () => ({ id: deal.id, version: deal.version })
  if (upTo === 'quote') return api.quote.call(of())
  if (upTo === 'draft') return deal
  if (deal.can.includes('submit')) deal = await api.submit.call(of())
  if (upTo === 'hold') return deal.can.includes('hold') ? api.hold.call(of()) : deal
  if (upTo === 'settle' && deal.can.includes('settle')) deal = await api.settle.call(of())
  return deal
}
