import * as z from 'zod'
import { reportReads } from '#kit/contract/report.contract.ts'
import { Id, Instant } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'
import { Day } from '../days/days.contract.ts'

const DayReportAsk = z.strictObject({ dayId: Id })

const DrawerRow = z.strictObject({
  itemId: Id,
  code: z.string(),
  flagCode: z.string(),
  /** Null for whoever counts blind, as what follows. */
  opening: z.string().nullable(),
  quantityIn: z.string().nullable(),
  quantityOut: z.string().nullable(),
  /** By the books, before the closing count was taken in. */
  held: z.string().nullable(),
  /** Null while it was not counted. */
  counted: z.string().nullable(),
  difference: z.string().nullable(),
})
export type DrawerRow = z.output<typeof DrawerRow>

const HappenedRow = z.strictObject({
  event: z.string(),
  /** In words. */
  what: z.string(),
  code: z.string(),
  count: z.int(),
  quantityIn: z.string().nullable(),
  quantityOut: z.string().nullable(),
})
export type HappenedRow = z.output<typeof HappenedRow>

const figure = { kind: 'number' } as const
export const drawerReport: Report<DrawerRow> = {
  texts: 'inventory:dayReport',
  name: 'counter-day',
  columns: [
    { key: 'code', isHead: true },
    { key: 'opening', ...figure },
    { key: 'quantityIn', ...figure },
    { key: 'quantityOut', ...figure },
    { key: 'held', ...figure },
    { key: 'counted', ...figure },
    { key: 'difference', ...figure },
  ],
}

/** The day of one counter: what lay in its drawer, what happened there, and what was earned by it. */
export const dayReports = reportReads({
  path: '/posinventory/report',
  name: 'counterDay',
  permission: ['view_stock', 'open_counter_day'],
  input: DayReportAsk,
  output: z.strictObject({
    day: Day,
    local: z.string(),
    /** This person counts blind, and the closing count is not decided, or another's drawer is still to be taken over. */
    isBlind: z.boolean(),
    drawer: z.array(DrawerRow),
    happened: z.array(HappenedRow),
    /** By account, in local currency; cost below zero. Gains and margins only for whoever may see them. */
    earned: z.array(z.strictObject({ account: z.string(), amount: z.string() })),
    /** Who handed the drawer over, and who took it over with a count, before the day and after it. */
    signed: z.array(
      z.strictObject({
        dayId: Id,
        author: z.string(),
        createdAt: Instant,
        toName: z.string(),
        endedAt: Instant,
      }),
    ),
  }),
})
