import { createKept } from '#kit/web/kept.web.ts'
import { isText, isTexts } from '#kit/web/kept-parts.web.ts'

/** Which pairs this browser watches, by currency; without any it is all that the company trades. */
export const watched = createKept('LIVE_RATE_SETTINGS', { codes: [] as string[] }, { codes: isTexts })

type Seen = [code: string, mid: string, before: string]
const isDecimal = (value: unknown) => isText(value) && /^\d+(\.\d+)?$/.test(value)

function areSeen(value: unknown): value is Seen[] {
  const isSeen = (one: unknown) => isTexts(one) && one.length === 3 && isDecimal(one[1]) && isDecimal(one[2])
  return Array.isArray(value) && value.every(isSeen)
}

/** What this browser saw last of each currency, so that it can show which way a rate has gone since. */
export const seen = createKept('LIVERATE_HISTORY', { mids: [] as Seen[] }, { mids: areSeen })

/** Keeps what was just fetched. What has not changed keeps the value that it moved from. */
export function keepSeen(rates: readonly { code: string; mid: string | null }[]) {
  const { mids } = seen.get()
  const next = rates.flatMap(({ code, mid }): Seen[] => {
    if (mid === null) return []
    const former = mids.find(([known]) => known === code)
    if (former?.[1] === mid) return [former]
    return [[code, mid, former?.[1] ?? mid]]
  })
  if (JSON.stringify(next) !== JSON.stringify(mids)) seen.change({ mids: next })
}
