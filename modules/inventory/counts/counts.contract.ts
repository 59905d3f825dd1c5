import * as z from 'zod'
import { actionsOf, listCalls, updateOf } from '#kit/contract/crud.contract.ts'
import { type Access, type Permission, read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Id, Instant, lines, Version } from '#kit/contract/shapes.contract.ts'
import { Piece, Quantity } from '../items/items.contract.ts'
import { ShownUnits, UnitFields } from '../units/units.contract.ts'
import { countKinds, countStates, countWorkflow } from './counts.domain.ts'

/** Notes and coins of one item; `quantity` alone where its currency has none. With neither it is blank: not counted, which is not zero. */
const CountLine = z.strictObject({
  itemId: Id,
  quantity: Quantity.nullish(),
  pieces: z.array(Piece).max(40).default([]),
  ...UnitFields,
})
export const CountLines = z.array(CountLine).max(300)
export type CountLines = z.output<typeof CountLines>

/** That everything counted is zero is meant so; without it a count of nothing is refused. */
export const ZeroConfirmed = { isZeroConfirmed: z.boolean().default(false) }
/** What was counted, and whether zero everywhere is meant. */
export interface CountedLines {
  lines: CountLines
  isZeroConfirmed?: boolean
}

export const Counted = z.strictObject({
  note: lines(500).default(''),
  lines: CountLines.min(1),
  ...ZeroConfirmed,
})
/** A drawer in the middle of its day, or with no counter the vault of the branch, which a second person then counts too. */
export const CountDraft = z.strictObject({
  branchId: Id,
  counterId: Id.nullable().default(null),
  /** Of a drawer: what is blank or missing is refused. Else a blank currency is none of this count. A vault is always counted whole. */
  isFull: z.boolean().default(false),
  ...Counted.shape,
})
export type CountDraft = z.output<typeof CountDraft>

export const Count = z.object({
  id: Id,
  version: Version,
  kind: z.enum(countKinds),
  state: z.enum(countStates),
  branchId: Id,
  branchName: z.string(),
  counterId: Id.nullable(),
  counterName: z.string().nullable(),
  dayId: Id.nullable(),
  /** Of goods: the categories that are counted; without one all. */
  categoryIds: z.array(Id),
  /** Whether everything there is counted. */
  isFull: z.boolean(),
  businessDate: DateOnly,
  note: z.string(),
  createdAt: Instant,
  author: z.string(),
  /** When it was counted last and handed in; the difference holds for that moment. */
  comparedAt: Instant.nullable(),
  /** Every difference in local currency, taken as positive; null for whoever counts blind. */
  variance: z.string().nullable(),
  /** What of it is too little, and what is too much. */
  short: z.string().nullable(),
  over: z.string().nullable(),
  /** Who may decide on it now, of one that is submitted; null for whoever counts blind, and while it waits for no decision. */
  deciders: z.array(z.string()).nullable(),
  endedAt: Instant.nullable(),
  endedBy: z.string().nullable(),
  reason: z.string(),
  /** The later count of the same items that is decided in its place. */
  supersededById: Id.nullable(),
  can: z.array(z.enum(['countAgain', 'process', 'accept', 'cancel'])),
})
export type Count = z.output<typeof Count>

const Line = z.object({
  itemId: Id,
  code: z.string(),
  /** Of goods. */
  name: z.string().optional(),
  flagCode: z.string(),
  exponent: z.int(),
  /** Null in a draft: not counted yet. */
  counted: z.string().nullable(),
  pieces: z.array(Piece),
  /** Of goods that are kept one by one. */
  tracking: z.enum(['batch', 'serial']).optional(),
  units: z.object(ShownUnits),
  /** What should have lain there at that moment; null for whoever counts blind, and of what is not counted, as the two below. */
  expected: z.string().nullable(),
  expectedUnits: z.object(ShownUnits).nullable(),
  difference: z.string().nullable(),
  /** Of the difference, in local currency. */
  value: z.string().nullable(),
})

export const CountDetail = z.object({
  ...Count.shape,
  /** The pending counts that it supersedes, the latest first. */
  supersedes: z.array(
    Count.pick({ id: true, kind: true, businessDate: true, createdAt: true, author: true, variance: true }),
  ),
  /** Each time that it was counted, the last one first: that is what counts. */
  takes: z.array(
    z.object({
      take: z.int(),
      author: z.string(),
      takenAt: Instant,
      variance: z.string().nullable(),
      /** Null for whoever must not know yet what others counted. */
      lines: z.array(Line).nullable(),
    }),
  ),
})
export type CountDetail = z.output<typeof CountDetail>

const columns = {
  kind: 'select',
  state: 'select',
  branchId: 'Guid',
  counterId: 'Guid',
  dayId: 'Guid',
  businessDate: 'Date',
  createdAt: 'Date',
} as const satisfies Columns

/** The calls of counts of a kind of stock that do not say what is new in it. */
export function countCalls(options: {
  path: string
  workflow: typeof countWorkflow
  view: Access
  right: Permission
}) {
  const { path, view, right: permission } = options
  const { process, accept, countAgain, cancel } = actionsOf(options.workflow, { path, row: CountDetail })
  return {
    ...listCalls({ path, permission: view, row: Count, columns }),
    getById: read({ path: `${path}/getById`, permission: view, input: ById, output: CountDetail }),
    update: write({
      path: `${path}/update`,
      kind: 'UPDATE',
      permission,
      input: updateOf(Counted),
      output: CountDetail,
    }),
    /** A draft is handed in. */
    process: { ...process, movesValue: true as const },
    /** Somebody who did not count accepts the difference of a count that was submitted, with the reason. */
    accept: { ...accept, movesValue: true as const },
    /** The second person counts a vault, or what differed by too much is counted once more. */
    countAgain: {
      ...countAgain,
      input: z.strictObject({ ...countAgain.input.shape, lines: CountLines.min(1), ...ZeroConfirmed }),
      movesValue: true as const,
    },
    cancel,
  }
}

const path = '/posinventory/audit'
const view = ['view_stock', 'perform_counts'] as const
const permission = 'perform_counts' as const
const draft = { permission, input: CountDraft, output: CountDetail }

/** The specification's audits: what is counted in drawers and vaults. */
export const counts = {
  ...countCalls({ path, workflow: countWorkflow, view, right: permission }),
  /** The items that lie at a place, without saying how much. */
  itemsAt: read({
    path: `${path}/itemsAt`,
    permission: view,
    input: z.strictObject({ branchId: Id, counterId: Id.optional() }),
    output: z.array(Id),
  }),
  create: write({ path: `${path}/create`, kind: 'CREATE', ...draft }),
  createAndProcess: write({ path: `${path}/createAndProcess`, kind: 'UPDATE', ...draft, movesValue: true }),
}
