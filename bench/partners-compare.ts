import type pg from 'pg'
import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Store } from '#apps/partner-simulator/store.ts'
import { ask } from './crowd.ts'
import type { Payouts } from './partners-house.ts'

interface Ours {
  id: string
  number: string
  state: string
  reference: string
  amount: string
}

interface Compared {
  store: Store
  payouts: Payouts
  call: (path: string, body: object) => Promise<unknown>
  /** Of the orders that were begun. */
  ids: readonly string[]
}

/** Looks at each order here and there, and at the sums of both sides; answers every deviation. */
export async function compareBooks(
  owner: pg.ClientConfig,
  { store, payouts, call, ids }: Compared,
): Promise<{ said: string; deviations: string[] }> {
  const ours = await ask<Ours>(
    owner,
    'select id, number, state, reference, gets::text as amount from remittance.payout_order order by number',
  )
  const deviations = [
    ...deviationsOfOrders(ours, store, ids),
    ...deviationsOfPayouts(ours, store),
    ...(await deviationsOfSums(owner, { store, payouts, call })),
  ]
  const states = [...Map.groupBy(ours, ({ state }) => state)].map(
    ([state, some]) => `${some.length} ${state}`,
  )
  const theirs = [...Map.groupBy(store.all(), ({ status }) => status)].map(
    ([status, some]) => `${some.length} ${status}`,
  )
  return { said: `here ${states.join(', ')}; there ${theirs.join(', ')}`, deviations }
}

/** An order and the number that it had when it was sent again have one beginning. */
const isOf = (reference: string, { number }: Ours) =>
  reference === number || reference.startsWith(`${number}-`)

function deviationsOfOrders(ours: readonly Ours[], store: Store, ids: readonly string[]): string[] {
  const known = new Set(ours.map(({ id }) => id))
  const there = store.all()
  const lost = ids.filter((id) => !known.has(id)).map((id) => `${id} was begun and is not there`)
  const wrong = ours.flatMap((order) => {
    const { number, state, reference, amount } = order
    const said = there.filter((one) => isOf(one.reference, order))
    const paid = said.filter(({ status }) => status === 'paid')
    const at = `${number} (${state} here; there ${said.map((one) => `${one.reference} ${one.status}`).join(', ') || 'nothing'})`
    if (state !== 'paid' && state !== 'refunded') return [`${at} has not ended`]
    if (paid.length > 1) return [`${at} is paid more than once`]
    if (state === 'refunded' && paid.length > 0) return [`${at} is refunded and paid`]
    if (state === 'paid' && paid[0]?.reference !== reference) return [`${at} is paid here alone`]
    if (state === 'paid' && !new Exact(paid[0]?.amount ?? 0).equals(amount))
      return [`${at} differs: ${amount}`]
    return []
  })
  const extra = ours.length > ids.length ? [`${ours.length} orders of ${ids.length}`] : []
  return [...lost, ...extra, ...wrong]
}

/** Whatever the partner paid out is one order of ours, and once. */
function deviationsOfPayouts(ours: readonly Ours[], store: Store): string[] {
  const moved = store.movements().filter(({ kind }) => kind === 'payout')
  const twice = [...Map.groupBy(moved, ({ reference }) => reference)]
    .filter(([, some]) => some.length > 1)
    .map(([reference, some]) => `${reference} was paid out ${some.length} times`)
  const strange = store
    .all()
    .filter(({ reference }) => !ours.some((order) => isOf(reference, order)))
    .map(({ reference }) => `${reference} is no order of ours`)
  return [...twice, ...strange]
}

async function deviationsOfSums(
  owner: pg.ClientConfig,
  { store, payouts, call }: Omit<Compared, 'ids'>,
): Promise<string[]> {
  const { items } = (await call('/remittance/providerbalance/list', { pageSize: 100 })) as {
    items: { id: string; ledger: string; reserved: string }[]
  }
  const held = items.find(({ id }) => id === payouts.prefundId)
  if (!held) return ['the balance is not there']
  const there = store
    .movements()
    .reduce((sum, { amount }) => sum.plus(amount), new Exact(0))
    .toFixed()
  const [sums] = await ask<{ all: string; owed: string }>(
    owner,
    `select coalesce(sum(l.amount), 0)::text as all, coalesce(sum(l.amount) filter (where a.code = '2010'), 0)::text as owed
     from ledger.line l join ledger.account a on a.company_id = l.company_id and a.id = l.account_id`,
  )
  const isZero = (amount: string | undefined) => amount !== undefined && new Exact(amount).isZero()
  return [
    ...(new Exact(held.ledger).equals(there) ? [] : [`balance ${held.ledger} here, ${there} there`]),
    ...(isZero(held.reserved) ? [] : [`${held.reserved} is still promised to orders`]),
    ...(isZero(sums?.all) ? [] : [`the trial balance is ${sums?.all}`]),
    ...(isZero(sums?.owed) ? [] : [`${sums?.owed} is still owed to senders`]),
  ]
}
