import { Refusal } from '#kit/domain/refusal.domain.ts'
import { type Db, evenIfRefused } from '#kit/server/database.server.ts'
import { type Asker, openSources } from '../screenings/ask.server.ts'
import { hashOf, type Occasion, screen, type Subject } from '../screenings/record.server.ts'
import { dataSources, unreadable } from '../screenings/screenings.domain.ts'
import { settingsFor, type SettingsInForce } from '../settings/settings.server.ts'
import * as queries from './gate.queries.ts'
import { isScreening, type Standing, tellHits } from './gate.server.ts'

/** Who stands at the counter without being on file; what was not said is empty. */
export interface WalkIn {
  name: string
  idType: string
  idNumber: string
  idIssuingCountry: string
}

interface Ask extends Pick<Occasion, 'by' | 'now'> {
  /** Where the name was typed. */
  field: string
  /** When the lists are asked anew: where they say something else than then, where they were too old then, or never. */
  asks: 'changed' | 'stale' | 'never'
}

/**
 * How somebody stands whose name is all there is: by the screenings of the very same name and paper. What was asked before is
 * asked again only about what the lists have said since. A name that cannot be compared is a Refusal at its field.
 */
export async function standingOfWalkIn(
  db: Db,
  walkIn: WalkIn,
  { by, now, asks, field }: Ask,
): Promise<Standing> {
  if (walkIn.name === '' || !(await isScreening(db))) return 'clear'
  const subject = subjectOfWalkIn(walkIn)
  let past = await queries.pastOf(db, subject)
  if (asks !== 'never') {
    refuseUnreadable(subject, field)
    const settings = await settingsFor(db)
    for (const asker of await openSources(db, dataSources, {
      settings,
      kind: 'onboarding',
      now,
      isNewest: true,
    })) {
      const last = past.find(({ dataSource }) => dataSource === asker.source)
      if (last && (asks === 'stale' ? last.stale.length === 0 : isSame(asker, last, settings))) continue
      await evenIfRefused(db, (tx) => ask(tx, asker, subject, last, { by, now, settings }))
    }
    past = await queries.pastOf(db, subject)
  }
  if (past.some(({ isConfirmed }) => isConfirmed)) return 'confirmed'
  return past.some(({ isOpen }) => isOpen) ? 'open' : 'clear'
}

/** Papers are those of people; without one a company may have been named as well. */
function subjectOfWalkIn({ name, idType, idNumber, idIssuingCountry }: WalkIn): Subject {
  const country = idIssuingCountry.toLowerCase()
  return {
    customerId: null,
    name,
    entityType: idType === '' ? 'unknown' : 'person',
    query: {
      names: [name],
      birthDates: [],
      genders: [],
      countries: /^[a-z]{2}$/.test(country) ? [country] : [],
      documents: idNumber === '' ? [] : [idNumber],
      mode: 'fuzzy',
    },
  }
}

/** Nobody could decide on such a screening, so the teller writes the name out. */
function refuseUnreadable({ name, entityType }: Subject, field: string): void {
  const code = unreadable(name, entityType)
  if (code) throw new Refusal(code, {}, { fields: [{ field, code }] })
}

type Past = Awaited<ReturnType<typeof queries.pastOf>>[number]

const hasSameSettings = ({ options }: Pick<SettingsInForce, 'options'>, last: Past) =>
  hashOf(options) === hashOf(last.options)

/** Whether the lists of a source, their age and the settings are those of a screening. */
const isSame = (asker: Asker, last: Past, settings: SettingsInForce) =>
  hasSameSettings(settings, last) &&
  hashOf(asker.lists.map(({ versionId }) => versionId).toSorted()) ===
    hashOf(last.lists.map(({ versionId }) => versionId).toSorted()) &&
  hashOf(asker.stale.toSorted()) === hashOf(last.stale.toSorted())

async function ask(
  db: Db,
  asker: Asker,
  subject: Subject,
  last: Past | undefined,
  occasion: Pick<Occasion, 'by' | 'now' | 'settings'>,
): Promise<void> {
  const isFresh = last?.stale.length === 0 && hasSameSettings(occasion.settings, last)
  const numbers = last && isFresh && Object.fromEntries(last.lists.map(({ list, number }) => [list, number]))
  const known = new Map(numbers ? [['', numbers]] : [])
  const recorded = await screen(db, asker, [subject], { ...occasion, cause: 'transaction', known })
  if (!numbers) await queries.supersedeNamed(db, recorded[0]?.id ?? '')
  await tellHits(db, asker.source, recorded)
}
