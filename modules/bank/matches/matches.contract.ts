import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { pageOf } from '#kit/contract/list.contract.ts'
import { DateOnly, DecimalString, Id, line, lines, requiredLine } from '#kit/contract/shapes.contract.ts'
import { createdKinds } from './created.domain.ts'

const Signed = z.string().regex(/^-?\d{1,14}(\.\d{1,4})?$/)
const Amount = z.string().regex(/^\d{1,14}(\.\d{1,4})?$/)
const Rate = z.string().regex(/^\d{1,10}(\.\d{1,8})?$/)
/** `<entry> <position>` of the journal, or `transfer <id>`. */
const ItemId = z.string().regex(/^(transfer )?[0-9a-f-]{36}( \d{1,5})?$/)
const Page = {
  pageNum: z.int().min(1).max(10_000).default(1),
  pageSize: z.int().min(1).max(200).default(50),
}

const Item = z.object({
  id: z.string(),
  on: DateOnly,
  event: z.string(),
  number: z.string(),
  party: z.string(),
  note: z.string(),
  /** Null: on its way in another currency. */
  amount: DecimalString.nullable(),
  /** It has not arrived: matching takes it in. */
  isPending: z.boolean(),
})
export type Item = z.output<typeof Item>

const Line = z.object({
  id: Id,
  bookedOn: DateOnly,
  amount: DecimalString,
  /** What nothing settles yet. */
  left: DecimalString,
  text: z.string(),
  counterparty: z.string(),
  reference: z.string(),
  charges: DecimalString.nullable(),
  matches: z.array(
    z.object({
      id: Id,
      kind: z.enum(['match', 'excluded']),
      source: z.enum(['hand', 'sure', 'created', 'rule']),
      reason: z.string(),
      author: z.string(),
      amount: DecimalString,
      items: z.array(Item),
    }),
  ),
})
export type Line = z.output<typeof Line>

const Score = z.object({
  total: z.number(),
  amount: z.number(),
  date: z.number(),
  reference: z.number(),
  party: z.number(),
})
const Suggested = z.object({
  lineId: Id,
  isSure: z.boolean(),
  suggestions: z.array(z.object({ lineIds: z.array(Id), items: z.array(Item), score: Score })),
})
export type Suggested = z.output<typeof Suggested>

const Of = z.strictObject({ reconciliationId: Id })
const Matched = z.object({ matches: z.array(Id) })

export const Created = z.strictObject({
  reconciliationId: Id,
  lineId: Id,
  kind: z.enum(createdKinds),
  /** Of the line, with its sign; what is left of it where nothing is said. */
  amount: Signed.nullable().default(null),
  /** Of `ledger`. */
  ledgerId: Id.nullable().default(null),
  /** The other account of a transfer, its amount where that is in another currency, and the day on which it left. */
  otherAccountId: Id.nullable().default(null),
  otherAmount: Amount.nullable().default(null),
  sentOn: DateOnly.nullable().default(null),
  /** Of foreign money that comes in: local currency for the unit of its quote. */
  rate: Rate.nullable().default(null),
  /** Of `cheque`: the one that the bank took off the account again. */
  chequeId: Id.nullable().default(null),
  note: line(200).default(''),
})
export type Created = z.output<typeof Created>

const path = '/posaccounting/bankmatch'
const view = 'view_bank_reconciliations'
const permission = 'manage_bank_reconciliations'

/** What settles the lines of a reconciliation that is open. */
export const bankMatches = {
  lines: read({
    path: `${path}/lines`,
    method: 'POST',
    permission: view,
    input: z.strictObject({ ...Of.shape, isOpen: z.boolean().nullable().default(null), ...Page }),
    output: pageOf(Line),
  }),
  /** What the books have until its last day and nothing settles. */
  items: read({
    path: `${path}/items`,
    method: 'POST',
    permission: view,
    input: z.strictObject({ ...Of.shape, search: line(100).default(''), ...Page }),
    output: pageOf(Item),
  }),
  /** What may settle its open lines, with the points of each; the first 500 lines that have any. */
  suggestions: read({
    path: `${path}/suggestions`,
    permission: view,
    input: Of,
    output: z.object({ sureCount: z.int(), lines: z.array(Suggested) }),
  }),
  /** Payments of deals that wait for money by a bank, the oldest first; at most 500. */
  payments: read({
    path: `${path}/payments`,
    permission: view,
    input: Of,
    output: z.array(
      z.object({
        id: Id,
        number: z.string(),
        on: DateOnly,
        customer: z.string(),
        mode: z.string(),
        reference: z.string(),
        amount: DecimalString,
        state: z.enum(['expected', 'received', 'cleared', 'bounced']),
      }),
    ),
  }),
  /** Clears payments of deals by money in, or says by money out that they came back; they come to what is left of the line. */
  clearPayments: write({
    path: `${path}/clearPayments`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({
      ...Of.shape,
      lineId: Id,
      state: z.enum(['cleared', 'bounced']),
      paymentIds: z.array(Id).min(1).max(50),
    }),
    output: z.object({ payments: z.array(Id) }),
  }),
  /** Settles lines, or parts of them, by items: both come to the same. What is on its way arrives by it. */
  match: write({
    path: `${path}/match`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({
      ...Of.shape,
      lines: z.array(z.strictObject({ id: Id, amount: Signed.nullable().default(null) })).max(200),
      itemIds: z.array(ItemId).max(200),
      rate: Rate.nullable().default(null),
    }),
    output: Matched,
    movesValue: true,
  }),
  /** Settles every line whose suggestion is sure. */
  matchSure: write({
    path: `${path}/matchSure`,
    kind: 'UPDATE',
    permission,
    input: Of,
    output: Matched,
    movesValue: true,
  }),
  /** Posts what a line says and the books do not have, and settles the line by it. */
  createFromLine: write({
    path: `${path}/createFromLine`,
    kind: 'CREATE',
    permission,
    input: Created,
    output: Matched,
    movesValue: true,
  }),
  /** Leaves lines and items out, with a reason. */
  exclude: write({
    path: `${path}/exclude`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({
      ...Of.shape,
      lineIds: z.array(Id).max(200),
      itemIds: z.array(ItemId).max(200),
      reason: requiredLine(200),
    }),
    output: Matched,
  }),
  /** Opens lines and items again; what was posted by the match itself is reversed. */
  unmatch: write({
    path: `${path}/unmatch`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ ...Of.shape, matchId: Id, note: lines(500).default('') }),
    output: Matched,
    movesValue: true,
  }),
}
