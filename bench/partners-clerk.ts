import { setTimeout as pause } from 'node:timers/promises'
import type { Order, OrderDetail } from '#modules/remittance/orders/orders.contract.ts'

/** States in which an order has ended. */
const ended = new Set(['paid', 'refunded', 'cancelled', 'expired'])
/** An order that nothing becomes of for so long is left to the comparison. */
const patience = 15 * 60_000

type Call = (path: string, body: object) => Promise<unknown>

/** Somebody who looks after what partners reject, lose and return, and now and then calls an order back, until all have ended. */
export function clerk(call: Call, { random, say }: { random: () => number; say: (line: string) => void }) {
  const acts = new Map<string, number>()
  const recalled = new Set<string>()
  const over = new AbortController()
  let counts = new Map<string, number>()

  const act = async (name: string, body: object): Promise<OrderDetail | undefined> => {
    try {
      const after = (await call(`/rmttransaction/${name}`, body)) as OrderDetail
      acts.set(name, (acts.get(name) ?? 0) + 1)
      return after
    } catch (error) {
      // Something else has become of it meanwhile: it is looked at again.
      if (!/VERSION|TRANSITION|CHANGED|NOT_FOUND_FIRST|STALE/.test(String(error)))
        say(`${name}: ${String(error)}`)
      return undefined
    }
  }
  const key = ({ id, version }: { id: string; version: number }) => ({ id, version })

  async function lookAfter(order: Order): Promise<void> {
    switch (order.state) {
      case 'rejected':
        // Half of them are mended and go once more.
        if (random() < 0.5) await act('sendAgain', key(order))
        else await act('oweBack', key(order))
        break
      case 'returned':
        await act('oweBack', key(order))
        break
      case 'refundPending':
        await act('refund', key(order))
        break
      case 'unknown':
        if (order.can.includes('repeat')) await act('repeat', key(order))
        else await act('ask', { id: order.id })
        break
      case 'sent':
      case 'accepted':
        if (recalled.has(order.id)) break
        recalled.add(order.id)
        if (random() < 0.05) await act('recall', { ...key(order), note: 'The sender asked' })
        break
      default:
    }
  }

  async function open(): Promise<Order[]> {
    const value = [
      'approved',
      'queued',
      'sent',
      'unknown',
      'accepted',
      'readyForPickup',
      'rejected',
      'returned',
    ]
    const filters = [
      { key: 'state', operator: 'Equals', value: [...value, 'cancelRequested', 'refundPending', 'funded'] },
    ]
    const found = (await call('/rmttransaction/list', {
      filters,
      pageSize: 100,
      sort: ['createdAt-asc'],
    })) as {
      items: Order[]
    }
    counts = new Map(
      [...Map.groupBy(found.items, ({ state }) => state)].map(([state, some]) => [state, some.length]),
    )
    return found.items.filter(({ state }) => !ended.has(state))
  }

  let left = 0
  const working = (async () => {
    while (!over.signal.aborted) {
      const orders = await open()
      left = orders.length
      for (const order of orders) {
        if (over.signal.aborted) break
        await lookAfter(order)
      }
      await pause(1000)
    }
  })()

  const listed = (some: ReadonlyMap<string, number>) =>
    [...some].map(([name, times]) => `${times} x ${name}`).join(', ') || 'none'
  return {
    standing: () => `open: ${listed(counts)}`,
    did: () => listed(acts),
    /** Waits until every order has ended and the partner has nothing to report; answers the seconds it took. */
    async rest(unreported: () => number): Promise<number> {
      const started = performance.now()
      const isOver = () => performance.now() - started > patience
      let quiet = 0
      while (quiet < 3 && !isOver()) {
        await pause(2000)
        quiet = left === 0 && unreported() === 0 ? quiet + 1 : 0
      }
      over.abort()
      await working
      return (performance.now() - started) / 1000
    },
  }
}
