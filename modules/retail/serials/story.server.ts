import { serialOf } from '#modules/inventory/units/units.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { businessDate, reaches } from '#modules/organisation/public.server.ts'
import { serialStory, type StoryAsk, storyReport } from './serials.contract.ts'

import * as queries from './serials.queries.ts'

export const serialStoryRouter = serve(serialStory, {
  list: story,
  export: async (ctx) => {
    const { rows } = await story(ctx)
    return reportSheet(ctx, storyReport, { rows, titles: {} })
  },
})

/** The serials in reach that are asked for; of one alone its story. */
async function story({ db, actor, now, input }: Pick<Ctx<StoryAsk>, 'actor' | 'db' | 'input' | 'now'>) {
  const key = serialOf(input.serial)
  const inReach = (await queries.search(db, key)).filter(({ branchId }) => reaches(actor.scope, { branchId }))
  const exact = inReach.filter((one) => one.key === key)
  const shown = exact.length > 0 ? exact : inReach
  const found = []
  for (const { typed, branchId, heldOn, state, sku, name, branch } of shown) {
    // A hold ends with its day.
    const isOver = state === 'held' && (heldOn ?? '') < (await businessDate(db, branchId, now))
    found.push({ serial: typed, sku, name, branch, state: isOver ? ('stock' as const) : state })
  }
  const [one, ...others] = shown
  const rows = one && others.length === 0 ? await queries.storyOf(db, one.key) : []
  return {
    found,
    rows: rows.map(({ branchId: _branchId, at, ...row }) => ({ ...row, at: new Date(at).toISOString() })),
  }
}
