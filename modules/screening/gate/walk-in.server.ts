import { Refusal } from '#kit/domain/refusal.domain.ts'
import { type Db, evenIfRefused } from '#kit/server/database.server.ts'
import { paperNumber } from '#modules/customers/public.server.ts'
import { type Asker, openSources } from '../findings/ask.server.ts'
import { type Occasion, screen } from '../findings/record.server.ts'
import { hashOf, type Subject } from '../screenings/subjects.server.ts'
import { dataSources, isIdentified, unreadable } from '../screenings/screenings.domain.ts'
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
  /** The deal in which they stand, once there is one. */
  dealId: string | null
}

/**
 * How somebody stands who is not on file: by the screenings of the very same name and paper. What was asked before is asked again
 * only about what the lists have said since. Without a paper a hit that was cleared clears that one deal, for the next may be of
 * another person of this name; one that was confirmed stands for whoever says it. A name that cannot be compared is a Refusal at
 * its field.
 */
export async function standingOfWalkIn(
  db: Db,
  walkIn: WalkIn,
  { by, now, asks, field, dealId }: Ask,
): Promise<Standing> {
  if (walkIn.name === '' || !(await isScreening(db))) return 'clear'
  const subject = subjectOfWalkIn(walkIn)
  if (await queries.isConfirmed(db, subject)) return 'confirmed'
  let past = await queries.pastOf(db, subject, dealId)
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
      await evenIfRefused(db, (tx) =>
        ask(tx, asker, subject, last, { by, now, settings, dealId: isIdentified(subject) ? null : dealId }),
      )
    }
    past = await queries.pastOf(db, subject, dealId)
  }
  return past.some(({ isOpen }) => isOpen) ? 'open' : 'clear'
}

/** What was asked of somebody who is known by a name alone, before their deal was made, belongs to that deal from now on. */
export async function giveDealToWalkIn(db: Db, walkIn: WalkIn, dealId: string): Promise<void> {
  const subject = subjectOfWalkIn(walkIn)
  if (!isIdentified(subject)) await queries.giveDeal(db, subject, dealId)
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
      documents: paperNumber(idNumber) === '' ? [] : [idNumber],
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
  occasion: Pick<Occasion, 'by' | 'now' | 'settings' | 'dealId'>,
): Promise<void> {
  const isFresh = last?.stale.length === 0 && hasSameSettings(occasion.settings, last)
  const numbers = last && isFresh && Object.fromEntries(last.lists.map(({ list, number }) => [list, number]))
  const known = new Map(numbers ? [['', numbers]] : [])
  const recorded = await screen(db, asker, [subject], { ...occasion, cause: 'transaction', known })
  if (!numbers) await queries.supersedeNamed(db, recorded[0]?.id ?? '')
  await tellHits(db, asker.source, recorded)
}
