import { Timeline } from '#kit/web/detail/detail-page.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import type { FlagEpisode } from './flags.contract.ts'
import css from './flags.module.css'

interface Flagged {
  isActive: boolean
  isBlocked: boolean
  isMonitored: boolean
  isSuspicious?: boolean | null
}

/** What is said of a customer, one badge each. */
export function FlagBadges({
  texts: place,
  row,
}: {
  texts: string
  row: Flagged & { mergedInto?: unknown }
}) {
  const texts = useTexts(place)
  return (
    <span className={css.badges}>
      {row.mergedInto ? <StatusBadge tone="ended">{texts('states.merged')}</StatusBadge> : null}
      {row.isBlocked && <StatusBadge tone="stopped">{texts('states.blocked')}</StatusBadge>}
      {row.isSuspicious && <StatusBadge tone="stopped">{texts('states.suspicious')}</StatusBadge>}
      {row.isMonitored && <StatusBadge tone="attention">{texts('states.monitored')}</StatusBadge>}
      {row.isActive ? (
        !row.isBlocked && <StatusBadge tone="done">{texts('states.active')}</StatusBadge>
      ) : (
        <StatusBadge tone="ended">{texts('states.inactive')}</StatusBadge>
      )}
    </span>
  )
}

interface TimelineProps {
  texts: string
  row: { createdAt: string; flags: readonly FlagEpisode[] }
}

/** Who raised and cleared which flag, when and why. */
export function FlagTimeline({ texts: place, row }: TimelineProps) {
  const texts = useTexts(place)
  const entries = row.flags
    .flatMap((one) => [
      {
        id: `${one.id} up`,
        at: one.raisedAt,
        who: one.raisedByName,
        what: texts(`timeline.raised.${one.kind}`),
        note: one.raiseReason,
      },
      ...(one.clearedAt === null
        ? []
        : [
            {
              id: `${one.id} down`,
              at: one.clearedAt,
              who: one.clearedByName ?? '',
              what: texts(`timeline.cleared.${one.kind}`),
              note: one.clearReason,
            },
          ]),
    ])
    .toSorted((a, b) => b.at.localeCompare(a.at))
  const created = { id: 'created', at: row.createdAt, who: '', what: texts('timeline.created') }
  return <Timeline title={texts('timeline.title')} entries={[...entries, created]} />
}
