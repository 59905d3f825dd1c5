import type { Page } from '#kit/contract/list.contract.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { emit } from '#modules/access/public.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import type { FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'
import { informationRules } from '#modules/settings/public.server.ts'
import { customerCreated, customerUpdated } from '../customer-events/customer-events.contract.ts'
import { possibleActs } from '../flags/flags.domain.ts'
import { listEpisodes } from '../flags/flags.queries.ts'
import type { Customer, HistoryRow } from './profiles.contract.ts'
import { missingFields } from './profiles.domain.ts'
import { evidenceOf, find } from './profiles.queries.ts'

/** The customer of this type in full, as this person may see it; suspicion is not there for who may not know. */
export async function customerOf(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  type: FieldType,
  id: string,
): Promise<Customer> {
  const row = await find(db, id)
  if (row?.customerType !== type) throw notFound()
  const mayKnow = actor.permissions.has('view_customer_suspicion')
  const flags = await listEpisodes(db, id, mayKnow)
  const isSuspicious = mayKnow
    ? flags.some(({ kind, clearedAt }) => kind === 'suspicious' && clearedAt === null)
    : null
  const customer = { ...row, flags, isSuspicious }
  const { mergedInto, mergedName } = row
  return {
    ...customer,
    idType: customer.idType as Customer['idType'],
    missing: missingFields(await informationRules(db), type, row, await evidenceOf(db, id)),
    mergedInto: mergedInto === null ? null : { id: mergedInto, name: mergedName ?? '' },
    can: mergedInto === null ? possibleActs(customer, actor.permissions) : [],
  }
}

/** Told that one customer is another from now on, in the transaction of the merge: what hangs on the former moves over. */
export const customersMerged = hook<{ fromId: string; toId: string }, void>('customers.merged')

/** Told that customers are new or have changed in who they are, in the transaction of the change, with who did it. */
export const customersChanged = hook<
  { ids: readonly string[]; isNew: boolean; by: { id: string | null; name: string }; now: Date },
  void
>('customers.changed')

/** Asked before somebody is no longer named as who directs, owns or acts for a company; whoever answers may refuse. */
export const partyLeaving = hook<{ holderId: string; permissions: ReadonlySet<string> }, void>(
  'customers.partyLeaving',
)

/** Says that one customer is new or has changed. */
export const announceChange = async (
  { db, actor, now }: Pick<Ctx, 'db' | 'actor' | 'now'>,
  id: string,
  isNew: boolean,
) => {
  await customersChanged.ask(db, { ids: [id], isNew, by: { id: actor.userId, name: actor.name }, now })
  await emit({ db, now }, isNew ? customerCreated : customerUpdated, [{ customerId: id }])
}

/** Asked for a page of what a customer has dealt, as far as somebody may see it; whoever makes deals answers. */
export const customerDeals = hook<
  { customerId: string; scope: Scope; pageNum: number; pageSize: number },
  Page<HistoryRow>
>('customers.deals')
