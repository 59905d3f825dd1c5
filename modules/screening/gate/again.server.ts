import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { screenedCustomers } from '#modules/customers/public.server.ts'
import { openSources } from '../findings/ask.server.ts'
import { type Occasion, screen } from '../findings/record.server.ts'
import { type Subject, subjectOf } from '../screenings/subjects.server.ts'
import type { ScreeningRecord } from '../screenings/screenings.queries.ts'
import { settingsFor } from '../settings/settings.server.ts'
import * as queries from './gate.queries.ts'
import { note } from './gate.server.ts'

/**
 * Asks once more what a screening asked, of the whole of its data source by the settings of now; answers the new screening's id. A
 * customer stands by it from then on.
 */
export async function screenAgain(
  db: Db,
  before: ScreeningRecord,
  { by, now }: Pick<Occasion, 'by' | 'now'>,
): Promise<string> {
  const { customerId, dataSource, bulkId, dealId } = before
  const settings = await settingsFor(db)
  const kind = customerId === null && before.cause !== 'transaction' ? 'manual' : 'onboarding'
  const [asker] = await openSources(db, [dataSource], { settings, kind, now, isNewest: true })
  if (!asker) throw new Refusal('NO_LIST_LOADED')
  const cause = customerId === null ? before.cause : 'manual'
  const occasion = { cause, by, now, settings, dealId, ...(bulkId === null ? {} : { bulkId }) }
  const recorded = await screen(db, asker, [await subjectAgain(db, before)], occasion)
  const id = recorded[0]?.id ?? ''
  if (customerId === null) await queries.supersedeNamed(db, id)
  else await note(db, asker, recorded, { known: new Map(), settings, now, by })
  return id
}

async function subjectAgain(
  db: Db,
  { customerId, name, entityType, query }: ScreeningRecord,
): Promise<Subject> {
  if (customerId === null)
    return { customerId, name, entityType, query: query as unknown as Subject['query'] }
  const [customer] = await screenedCustomers(db, [customerId])
  if (!customer) throw notFound()
  return subjectOf(customer)
}
