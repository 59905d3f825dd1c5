import { type Db, evenIfRefused } from '#kit/server/database.server.ts'
import { connectedParties, screenedCustomers } from '#modules/customers/public.server.ts'
import { isStale, publishedCodes } from '#modules/watchlists/lists/lists.domain.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { enabledModules } from '#modules/organisation/public.server.ts'
import { type Asker, openSources } from '../findings/ask.server.ts'
import { type Occasion, type Recorded, screen } from '../findings/record.server.ts'
import { factsHash, hashOf, type Subject, subjectOf } from '../screenings/subjects.server.ts'
import { type DataSource, dataSources, sourceOf } from '../screenings/screenings.domain.ts'
import { settingsFor, type SettingsInForce } from '../settings/settings.server.ts'
import * as standings from '../standings/standings.queries.ts'
import * as queries from './gate.queries.ts'

type By = Occasion['by']
type Held = Awaited<ReturnType<typeof standings.standingsOf>>[number]

/** Whether the company screens at all: its compliance module is switched on. */
export const isScreening = async (db: Db): Promise<boolean> => (await enabledModules(db)).has('mc/compliance')

/** What a screening depends on beside customer and lists. */
const settingsHash = ({ options, skipped }: SettingsInForce) => hashOf([options, skipped.onboarding])

const numbersOf = ({ lists }: Asker): Record<string, number> =>
  Object.fromEntries(lists.map(({ list, number }) => [list, number]))

/**
 * Screens these customers against every list that they have not been asked against as they are now. In a company that does not
 * screen nothing happens. Compliance hears of what it has to decide. Answers the lists that are too old to clear by.
 */
export async function screenCustomers(
  db: Db,
  ids: readonly string[],
  { cause, by, now }: Pick<Occasion, 'cause' | 'by' | 'now'>,
): Promise<{ stale: string[] }> {
  if (ids.length === 0 || !(await isScreening(db))) return { stale: [] }
  const subjects = (await screenedCustomers(db, ids)).map(subjectOf)
  const settings = await settingsFor(db)
  const held = await standings.standingsOf(db, ids)
  const askers = await openSources(db, dataSources, {
    settings,
    kind: 'onboarding',
    now,
    isNewest: true,
  })
  for (const asker of askers) {
    const due = subjects.filter((subject) => isDue(asker, subject, held, settings))
    if (due.length === 0) continue
    const known = new Map(
      due.flatMap(({ customerId, ...asked }) => {
        const before = held.find((one) => one.customerId === customerId && one.dataSource === asker.source)
        const isSame =
          before?.isFresh &&
          before.factsHash === factsHash(asked) &&
          before.settingsHash === settingsHash(settings)
        return isSame && customerId !== null ? [[customerId, before.numbers] as const] : []
      }),
    )
    const recorded = await screen(db, asker, due, { cause, by, now, settings, known })
    await note(db, asker, recorded, { known, settings, now, by })
  }
  return { stale: askers.flatMap(({ stale }) => stale) }
}

/** What follows from screenings of customers: earlier ones that they answer, by what each stands, who is monitored and who must know. */
export async function note(
  db: Db,
  asker: Asker,
  recorded: readonly Recorded[],
  {
    known,
    settings,
    now,
    by,
  }: { known: ReadonlyMap<string, unknown>; settings: SettingsInForce; now: Date; by: By },
) {
  const at = now.toISOString()
  const whole = recorded.filter(({ customerId }) => !known.has(customerId ?? '')).map(({ id }) => id)
  if (whole.length > 0) await queries.supersede(db, whole)
  await standings.saveStandings(
    db,
    recorded.map(({ id, customerId, factsHash: facts, isFresh }) => ({
      customerId: customerId ?? '',
      dataSource: asker.source,
      screeningId: id,
      factsHash: facts,
      settingsHash: settingsHash(settings),
      numbers: JSON.stringify(numbersOf(asker)),
      isFresh,
      at,
    })),
  )
  const customerIds = recorded.flatMap(({ customerId }) => customerId ?? [])
  await queries.monitor(db, customerIds, asker.source, { since: at, byName: by.name })
  await tellHits(db, asker.source, recorded)
}

const inMessages = { unsc: 'UNSC', ofac: 'OFAC', enhanced: 'ENHANCED' } as const

/** Compliance hears of each screening in which it has to decide; a click opens it. */
export async function tellHits(
  db: Db,
  source: DataSource,
  recorded: readonly Pick<Recorded, 'id' | 'name' | 'pending' | 'failure'>[],
): Promise<void> {
  for (const { id, name, pending, failure } of recorded)
    if (pending > 0 || failure !== '')
      await notify(db, {
        to: { roles: ['compliance_officer', 'mlro'] },
        type: 'WARNING',
        text: pending > 0 ? 'screening.hit' : 'screening.incomplete',
        values: { name, count: pending },
        data: { complianceScreeningId: id, dataSource: inMessages[source] },
      })
}

/** Whether somebody must be asked about anew: as they are now, by the settings of now, against lists as they are now. */
function isDue(
  asker: Asker,
  { customerId, ...asked }: Subject,
  held: readonly Held[],
  settings: SettingsInForce,
): boolean {
  const one = held.find((row) => row.customerId === customerId && row.dataSource === asker.source)
  if (!one?.isFresh || one.factsHash !== factsHash(asked)) return true
  if (one.settingsHash !== settingsHash(settings)) return true
  // Monitoring may have asked about what came since, but only a screening knows which facts it asked with.
  return asker.lists.some(({ list, number }) => one.numbers[list] !== number)
}

/** How a customer stands before a deal. */
export type Standing = 'clear' | 'open' | 'confirmed'

/**
 * How a customer stands, with all who direct, own or act for them: a confirmed hit, something that is still open, or nothing.
 * Whoever was not screened as they are now is screened here, unless it is only looked at; a list that has grown old clears nobody.
 */
export async function standingOf(
  db: Db,
  { id, customerType }: { id: string; customerType: number },
  { by, now, isChange }: { by: By; now: Date; isChange: boolean },
): Promise<Standing> {
  if (!(await isScreening(db))) return 'clear'
  const ids = customerType === 1 ? [id] : [id, ...(await connectedParties(db, id))]
  const settings = await settingsFor(db)
  let seen = await standings.overview(db, ids)
  if (isChange && !isCurrent(seen, ids, settings)) {
    await evenIfRefused(db, (tx) => screenCustomers(tx, ids, { cause: 'transaction', by, now }))
    seen = await standings.overview(db, ids)
  }
  if (seen.against.some(({ state }) => state === 'confirmed_hit')) return 'confirmed'
  if (seen.against.length > 0) return 'open'
  const isOld = askedLists(seen, settings).some(({ list, succeededAt }) =>
    isStale(list, succeededAt, now, settings.allowedDays),
  )
  return isChange && isOld ? 'open' : 'clear'
}

type Seen = Awaited<ReturnType<typeof standings.overview>>

/** The lists that customers are screened against, published ones that were never loaded among them. */
function askedLists({ lists }: Seen, { skipped }: SettingsInForce) {
  const missing = publishedCodes.filter((code) => !lists.some(({ list }) => list === code))
  return [...lists, ...missing.map((list) => ({ list, number: 0, succeededAt: null }))].filter(
    ({ list }) => !skipped.onboarding.includes(list),
  )
}

/** Whether each of these was screened against every list as it is now; a change of who they are has screened them then. */
function isCurrent(seen: Seen, ids: readonly string[], settings: SettingsInForce): boolean {
  const hash = settingsHash(settings)
  return askedLists(seen, settings).every(({ list, number }) =>
    ids.every((id) =>
      seen.standings.some(
        (one) =>
          one.customerId === id &&
          one.dataSource === sourceOf(list) &&
          one.isFresh &&
          one.settingsHash === hash &&
          one.numbers[list] === number,
      ),
    ),
  )
}
