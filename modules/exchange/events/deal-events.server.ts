import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { emit } from '#modules/access/public.server.ts'
import { payableOf } from '../basket/basket.domain.ts'
import { gateActs } from '../workflow/deal-workflow.domain.ts'
import { type GateKind, gateKinds } from '../gates/gates.domain.ts'
import * as events from './deal-events.contract.ts'

/** What an event says of a deal. */
interface Deal {
  id: string
  number: string | null
  state: string
  branchId: string
  counterId: string
  customerId: string | null
  businessDate: string
  currencies: string
  buy: string
  sell: string
  net: string
  rounding: string
}

const ended = {
  settle: events.dealSettled,
  settlePart: events.dealPartlySettled,
  cancel: events.dealCancelled,
  reverse: events.dealReversed,
} as const
const decisions = new Map<string, { gate: GateKind; outcome: 'approved' | 'rejected' }>(
  gateKinds.flatMap((gate) => {
    const [pass, reject] = gateActs[gate]
    return [
      [pass, { gate, outcome: 'approved' }],
      [reject, { gate, outcome: 'rejected' }],
    ]
  }),
)
const asking = new Set(['askReversal', 'askRest'])

/** Tells programs outside what an act has made of a deal. */
export async function emitDeal(ctx: Pick<Ctx, 'db' | 'now'>, act: string, row: Deal): Promise<void> {
  const said = presented(row)
  if (act in ended) await emit(ctx, ended[act as keyof typeof ended], [said])
  if (asking.has(act) || (act === 'submit' && row.state === 'waiting'))
    await emit(ctx, events.gateWaiting, [said])
  const decided = decisions.get(act)
  if (!decided) return
  await emit(ctx, events.gateDecided, [{ ...said, ...decided }])
  if (row.state === 'rejected') await emit(ctx, events.dealRejected, [said])
}

const plain = (amount: string) => new Exact(amount).toFixed()

const presented = (row: Deal) => ({
  dealId: row.id,
  number: row.number,
  state: row.state,
  branchId: row.branchId,
  counterId: row.counterId,
  customerId: row.customerId,
  businessDate: row.businessDate,
  currencies: row.currencies.split(', ').filter(Boolean),
  bought: plain(row.buy),
  sold: plain(row.sell),
  net: payableOf(row),
})
