import * as z from 'zod'
import { reportReads } from '#kit/contract/report.contract.ts'
import { DateOnly, Id, Instant } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'

const path = '/posinventory/report'
const permission = 'view_stock' as const
const figure = { kind: 'number' } as const
const sum = { kind: 'number', isSummed: true } as const

const PositionRow = z.strictObject({
  itemId: Id,
  code: z.string(),
  flagCode: z.string(),
  onHand: z.string(),
  reserved: z.string(),
  inTransit: z.string(),
  /** On our accounts at banks. */
  atBanks: z.string(),
  /** Held by partners that pay out. */
  atPartners: z.string(),
  /** On hand, in transit, at banks and with partners. */
  quantity: z.string(),
  /** Of one unit, on average. */
  cost: z.string().nullable(),
  value: z.string(),
  /** At the mid rate that holds now; null where there is none. */
  atMid: z.string().nullable(),
  unrealised: z.string().nullable(),
  /** The rate, quoted as rates of the currency are, at which a sale neither gains nor loses. */
  breakEven: z.string().nullable(),
  /** Of the value of all currencies, as a fraction. */
  share: z.string(),
  /** What of the maximum is used, with what is on its way: of the branch that has used most of it; null where no branch has one. */
  limitUse: z.string().nullable(),
  /** How many days what is available lasts, at what left the company a day in the last 30; null where nothing did. */
  cover: z.string().nullable(),
})
export type PositionRow = z.output<typeof PositionRow>
export const positionReport: Report<PositionRow> = {
  texts: 'inventory:position',
  name: 'position',
  columns: [
    { key: 'code', isHead: true },
    { key: 'onHand', ...figure },
    { key: 'reserved', ...figure },
    { key: 'inTransit', ...figure },
    { key: 'atBanks', ...figure },
    { key: 'atPartners', ...figure },
    { key: 'quantity', ...figure },
    { key: 'cost', kind: 'rate' },
    { key: 'value', ...sum },
    { key: 'share', kind: 'percent' },
    { key: 'atMid', ...sum },
    { key: 'unrealised', ...sum },
    { key: 'breakEven', kind: 'rate' },
    { key: 'limitUse', kind: 'percent' },
    { key: 'cover', ...figure },
  ],
}
/** What the branches in reach, or one of them, have of each foreign currency, and what it is worth. */
export const position = reportReads({
  path,
  name: 'position',
  permission,
  input: z.strictObject({ branchId: Id.optional() }),
  output: z.strictObject({ local: z.string(), rows: z.array(PositionRow) }),
})

export const StoryAsk = z.strictObject({ branchId: Id, itemId: Id, from: DateOnly, to: DateOnly })
const StoryRow = z.strictObject({
  entryId: Id,
  at: Instant,
  businessDate: DateOnly,
  event: z.string(),
  sourceNumber: z.string().nullable(),
  author: z.string(),
  beforeQuantity: z.string(),
  beforeValue: z.string(),
  beforeCost: z.string().nullable(),
  quantity: z.string(),
  value: z.string(),
  afterQuantity: z.string(),
  afterValue: z.string(),
  afterCost: z.string().nullable(),
})
export type StoryRow = z.output<typeof StoryRow>
export const storyReport: Report<StoryRow> = {
  texts: 'inventory:poolStory',
  name: 'average-cost',
  columns: [
    { key: 'businessDate', kind: 'date' },
    { key: 'event', isHead: true },
    { key: 'sourceNumber' },
    { key: 'beforeQuantity', ...figure },
    { key: 'beforeValue', ...figure },
    { key: 'beforeCost', kind: 'rate' },
    { key: 'quantity', ...figure },
    { key: 'value', ...figure },
    { key: 'afterQuantity', ...figure },
    { key: 'afterValue', ...figure },
    { key: 'afterCost', kind: 'rate' },
    { key: 'author' },
  ],
}
/** How the average cost of a currency in a branch came about: each movement with the pool before and after, in the order of posting. */
export const poolStory = reportReads({
  path,
  name: 'poolStory',
  permission,
  input: StoryAsk,
  output: z.strictObject({ local: z.string(), code: z.string(), rows: z.array(StoryRow) }),
})
