import * as z from 'zod'
import { reportReads } from '#kit/contract/report.contract.ts'
import { Instant, requiredLine } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'
import { serialActs, serialStates } from './serials.domain.ts'

export const StoryAsk = z.strictObject({
  /** In any spelling; a part of it finds the serials that contain it. */
  serial: requiredLine(60),
})
export type StoryAsk = z.output<typeof StoryAsk>

const StoryRow = z.strictObject({
  at: Instant,
  act: z.enum(serialActs),
  branch: z.string(),
  /** Of the receipt, sale, return or adjustment. */
  number: z.string(),
  author: z.string(),
})
export type StoryRow = z.output<typeof StoryRow>

const SerialFound = z.strictObject({
  serial: z.string(),
  sku: z.string(),
  name: z.string(),
  branch: z.string(),
  state: z.enum(serialStates),
})

export const storyReport: Report<StoryRow> = {
  texts: 'retail:serials',
  name: 'retail-serial',
  columns: [
    { key: 'at', kind: 'dateTime' },
    { key: 'act', kind: 'value', isHead: true },
    { key: 'branch' },
    { key: 'number' },
    { key: 'author' },
  ],
}

/** Where a serial is, and what has happened to it; where several contain what is asked for, which they are. */
export const serialStory = reportReads({
  path: '/posretail/report',
  name: 'serial',
  permission: 'view_retail_stock',
  input: StoryAsk,
  output: z.strictObject({ found: z.array(SerialFound), rows: z.array(StoryRow) }),
})
