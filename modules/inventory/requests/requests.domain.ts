import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'

export const requestStates = ['open', 'inPart', 'completed', 'refused', 'cancelled'] as const
export type RequestState = (typeof requestStates)[number]

interface Judged {
  /** What its loads have made of it. */
  became?: RequestState
  /** Something of it is on its way, or packed. */
  isOnItsWay: boolean
}
const settled = ({ isOnItsWay }: Judged) => (isOnItsWay ? 'REQUEST_ON_ITS_WAY' : undefined)
const waiting = ['open', 'inPart'] as const

/** What a place asks of another; it is filled by transfers, in one or several loads. */
export const requestWorkflow = workflow({
  initial: 'open',
  states: {
    open: {},
    inPart: {},
    completed: { final: true },
    refused: { final: true },
    cancelled: { final: true },
  },
  actions: {
    create: { from: [null], to: 'open', permission: 'manage_transfers', at: 'receiver' },
    follow: {
      from: waiting,
      to: ['open', 'inPart', 'completed'],
      becomes: ({ became }: Judged) => became ?? 'open',
      permission: 'manage_transfers',
      implied: true,
    },
    refuse: {
      isRefusal: true,
      from: waiting,
      to: 'refused',
      permission: 'manage_transfers',
      at: 'sender',
      note: 'required',
      final: true,
      guard: settled,
    },
    cancel: {
      isRefusal: true,
      from: waiting,
      to: 'cancelled',
      permission: 'manage_transfers',
      at: 'receiver',
      final: true,
      guard: settled,
    },
  },
})

/** One item of a load of a request. */
export interface Loaded {
  itemId: string
  /** Of its transfer. */
  state: string
  quantity: string
  received: string | null
}

export interface Filled {
  received: string
  /** Packed, or in transit. */
  onItsWay: string
  open: string
}

const carried = ['created', 'pending', 'approved', 'inTransit', 'rejectedReceipt'] as const
const arrived = ['completed', 'differing'] as const
const isOf = <S extends string>(states: readonly S[], state: string) => states.some((one) => one === state)

/** What its loads have brought of an item that was asked for, what is still coming, and what is left to send. */
export function filledOf(asked: string, loads: readonly Omit<Loaded, 'itemId'>[]): Filled {
  const sum = (states: readonly string[], of: (one: Omit<Loaded, 'itemId'>) => string) =>
    loads.filter(({ state }) => isOf(states, state)).reduce((total, one) => total.plus(of(one)), new Exact(0))
  const received = sum(arrived, ({ received: counted, quantity }) => counted ?? quantity)
  const onItsWay = sum(carried, ({ quantity }) => quantity)
  const left = new Exact(asked).minus(received).minus(onItsWay)
  return {
    received: received.toFixed(),
    onItsWay: onItsWay.toFixed(),
    open: left.isNegative() ? '0' : left.toFixed(),
  }
}

/** What a request has become by what its lines have got. */
export function computeState(lines: readonly { quantity: string; filled: Filled }[]): RequestState {
  const isFull = lines.every(({ quantity, filled }) => !new Exact(filled.received).lessThan(quantity))
  if (isFull) return 'completed'
  return lines.some(({ filled }) => !new Exact(filled.received).plus(filled.onItsWay).isZero())
    ? 'inPart'
    : 'open'
}
