import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge, type Tone } from '#kit/web/values.web.tsx'
import type { DealRow } from '../deals/deals.contract.ts'
import type { DealState } from '../deals/deal-workflow.domain.ts'

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
