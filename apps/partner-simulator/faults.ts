import { createHash } from 'node:crypto'

/** What goes wrong with an order at the partner. */
export interface Faults {
  /** It is accepted and never answered. */
  isLost?: boolean
  /** Milliseconds before the answer. */
  delay?: number
  /** So many queries and recalls are answered that nothing is known of it, though it was accepted. */
  notFoundFirst?: number
  /** It is refused, with this reason. */
  rejects?: string
  /** It ends so; without it it is paid. */
  ends?: 'accepted' | 'paid' | 'ready' | 'rejected' | 'returned'
  /** Of what comes back, less than was paid. */
  keeps?: string
  /** So many times each report is sent. */
  times?: number
  /** Reports come the last first. */
  isTurned?: boolean
  /** What the statement says of it: nothing, twice, or with so much more. */
  statement?: 'doubled' | 'omitted' | { more: string }
}

/** A number from 0 to below 1 that a seed, an order and a question lead to, the same each time. */
function chance(seed: string, reference: string, question: string): number {
  const hash = createHash('sha256').update(`${seed} ${reference} ${question}`).digest()
  return hash.readUInt32BE(0) / 2 ** 32
}

/** What goes wrong with an order by chance; `worst` from 0 (nothing) to 1 (most of it). */
export function faultsOf(seed: string, reference: string, worst: number): Faults {
  const is = (question: string, share: number) => chance(seed, reference, question) < share * worst
  return {
    isLost: is('lost', 0.15),
    delay: is('slow', 0.2) ? Math.floor(chance(seed, reference, 'delay') * 400) : 0,
    notFoundFirst: is('late', 0.2) ? 1 + Math.floor(chance(seed, reference, 'queries') * 2) : 0,
    ...(is('refused', 0.08) && { rejects: 'AC01' }),
    ends: is('returned', 0.06) ? 'returned' : is('rejected', 0.06) ? 'rejected' : 'paid',
    ...(is('kept', 0.5) && { keeps: '1' }),
    times: is('doubled', 0.3) ? 2 : 1,
    isTurned: is('turned', 0.2),
    ...(is('statement', 0.05) && { statement: is('omitted', 0.5) ? 'omitted' : { more: '-1' } }),
  }
}
