import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { findImpossibleValues } from '#modules/customers/profiles/profiles.domain.ts'
import { holdersOfPaper, paperNumber } from '#modules/customers/public.server.ts'
import { type ThirdParty, thirdPartiesOf } from './third-parties.domain.ts'
import * as queries from './third-parties.queries.ts'

type Asking = Pick<Ctx, 'db' | 'actor'> & { businessDate: string; dealId: string | null; isChange: boolean }

/**
 * Refuses at its field a document that cannot be one, that of a customer who may not deal (CUSTOMER_CANNOT_DEAL), and a copy that
 * neither this person took in nor the deal has already (NO_SUCH_COPY). Costs nothing where nobody stands in for the customer.
 */
export async function refuseUnknown(
  named: Parameters<typeof thirdPartiesOf>[0],
  { db, actor, businessDate, dealId, isChange }: Asking,
): Promise<void> {
  const parties = thirdPartiesOf(named)
  for (const { field, party } of parties) await refuseNumber(db, field, party, businessDate, isChange)
  const copies = parties.flatMap(({ field, party: { copyId } }) => (copyId ? [{ field, copyId }] : []))
  if (!isChange || copies.length === 0) return
  const ids = copies.map(({ copyId }) => copyId)
  const usable = await queries.usable(db, ids, { userId: actor.userId, dealId })
  const unknown = copies.find(({ copyId }) => !usable.has(copyId))
  if (unknown) throw refuseField(`${unknown.field}.copyId`, 'NO_SUCH_COPY')
}

async function refuseNumber(db: Db, field: string, party: ThirdParty, today: string, isChange: boolean) {
  const { idNumber, idType, idIssuingCountry } = party
  if (idNumber === '') return
  const number = paperNumber(idNumber)
  // Whoever is still typing has not typed all of it.
  if (isChange) {
    if (number === '') throw refuseField(`${field}.idNumber`, 'NUMBER_WITHOUT_SIGNS')
    const [wrong] = findImpossibleValues({ idNumber, idType, idIssuingCountry }, today)
    if (wrong) throw refuseField(`${field}.${wrong.field}`, wrong.code)
  }
  if ((await holdersOfPaper(db, number)).mayNotDeal)
    throw refuseField(`${field}.idNumber`, 'CUSTOMER_CANNOT_DEAL')
}
