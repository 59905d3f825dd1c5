import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { type Asker, openSources } from '../findings/ask.server.ts'
import { dataSources } from '../screenings/screenings.domain.ts'
import { screeningPreview } from '../settings/settings.contract.ts'
import { matchOptions, type Terms } from '../settings/settings.domain.ts'
import { settingsFor } from '../settings/settings.server.ts'

export const screeningPreviewRouter = serve(screeningPreview, { tryRisk })

async function tryRisk({
  db,
  input,
  now,
}: Ctx<Omit<Terms, 'skipped' | 'allowedDays'> & { names: string[] }>) {
  const { names, ...terms } = input
  const settings = await settingsFor(db)
  const open = (options: typeof settings.options) =>
    openSources(db, dataSources, { settings: { ...settings, options }, kind: 'manual', now })
  const [before, after] = [await open(settings.options), await open(matchOptions(terms))]
  return names.map((name) => ({ name, before: found(before, name), after: found(after, name) }))
}

/** How many entries a name hits, and the one that comes nearest. */
function found(askers: readonly Asker[], name: string) {
  const query = {
    names: [name],
    birthDates: [],
    genders: [],
    countries: [],
    documents: [],
    mode: 'fuzzy' as const,
  }
  const hits = askers.flatMap((asker) => asker.find({ entityType: 'unknown', query }).hits)
  const [best] = hits.toSorted((a, b) => b.score - a.score)
  return { hits: hits.length, entryName: best?.matchedName ?? '', score: best?.score ?? null }
}
