import type { Ctx } from '#kit/server/context.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import type { Span } from '#modules/names/dates/dates.domain.ts'

interface Decided {
  outcome: string
  reason: string
  byName: string
  at: string
}

/** What an entry's paper shows of a screening: whom it asked for and why, against which lists, what it found, who decided. */
export interface Screening {
  createdAt: string
  byName: string
  cause: string
  query: { names: string[]; birthDates: Span[]; countries: string[]; documents: string[] }
  lists: { list: string; number: number }[]
  threshold: number
  decisions: Decided[]
  candidates: {
    id: string
    contentId: string
    list: string
    entryId: string
    matchedName: string
    score: number
    state: string
    decisions: Decided[]
  }[]
}

/** A screening for this person's eyes; NOT_FOUND where it is not. */
export const evidenceOf = hook<{ id: string } & Pick<Ctx, 'actor' | 'language'>, Screening>(
  'watchlists.evidenceOf',
)
