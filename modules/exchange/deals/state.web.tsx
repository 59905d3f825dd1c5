import { useEffect, useState } from 'react'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge, type Tone } from '#kit/web/values.web.tsx'
import type { DealRow } from './deals.contract.ts'
import css from './deals.module.css'
import type { DealState } from '../workflow/deal-workflow.domain.ts'

const tones: Record<DealState, Tone> = {
  draft: 'neutral',
  quote: 'neutral',
  waiting: 'attention',
  pending: 'waiting',
  partiallySettled: 'waiting',
  settled: 'done',
  rejected: 'stopped',
  cancelled: 'ended',
  reversed: 'ended',
}

/** How a deal stands: its state, what it waits for, and whether it is held. */
export function DealBadge({ deal }: { deal: Pick<DealRow, 'state' | 'openGates' | 'isOnHold'> }) {
  const texts = useTexts('exchange:states')
  const { state, openGates, isOnHold } = deal
  if (isOnHold) return <StatusBadge tone="attention">{texts('onHold')}</StatusBadge>
  const [gate] = openGates
  const isAsked = gate === 'reversal' || gate === 'rest'
  return (
    <StatusBadge tone={isAsked ? 'attention' : tones[state]}>
      {(state === 'waiting' || isAsked) && gate ? texts(`waitingFor.${gate}`) : texts(state)}
      {openGates.length > 1 && ` +${openGates.length - 1}`}
    </StatusBadge>
  )
}

/** How long the rates of a quote hold, to the second. */
export function Countdown({ until }: { until: string }) {
  const texts = useTexts('exchange:result')
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.floor((Date.parse(until) - now) / 1000))
  if (left === 0) return <p className={css.expired}>{texts('expired')}</p>
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return (
    <p className={css.until} role="timer">
      {texts('holds', { time: [...(hours > 0 ? [hours] : []), two(minutes), two(seconds)].join(':') })}
    </p>
  )
}
