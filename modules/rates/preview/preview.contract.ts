import * as z from 'zod'
import type { Report } from '#kit/domain/report.domain.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import { Id, Instant } from '#kit/contract/shapes.contract.ts'
import { Ask } from '../effective/effective.contract.ts'
import { marginKinds, ruleKinds } from '../effective/effective.domain.ts'

const Previewed = z.strictObject({
  currencyId: Id,
  /** A part of the currency that has a rate of its own. */
  subCurrencyId: Id.nullable(),
  code: z.string(),
  flagCode: z.string(),
  name: z.string(),
  quoteUnit: z.int(),
  mid: z.string(),
  /** Who published the mid, when, and from where. */
  author: z.string(),
  publishedAt: Instant,
  source: z.string(),
  buy: z.string().nullable(),
  sell: z.string().nullable(),
  /** Between the sides, as a fraction of the mid. */
  spread: z.string().nullable(),
  madeBy: z.enum(ruleKinds),
  /** For whom the rule holds; what is null holds for all. */
  scope: z
    .strictObject({
      isOfCurrency: z.boolean(),
      branch: z.string().nullable(),
      customerType: z.int().nullable(),
      amountFrom: z.string().nullable(),
      amountTo: z.string().nullable(),
    })
    .nullable(),
  margin: z
    .strictObject({
      kind: z.enum(marginKinds),
      buy: z.string(),
      sell: z.string(),
      pipSize: z.string().nullable(),
    })
    .nullable(),
  precision: z.int(),
  /** What it was before rounding, where that changed it. */
  exactBuy: z.string().nullable(),
  exactSell: z.string().nullable(),
})
export type Previewed = z.output<typeof Previewed>
export type PreviewAsk = z.output<typeof Ask>

export const previewReport: Report<Previewed> = {
  texts: 'rates:preview',
  name: 'rates',
  columns: [
    { key: 'code', isHead: true },
    { key: 'quoteUnit', kind: 'number' },
    { key: 'mid', kind: 'rate' },
    { key: 'buy', kind: 'rate' },
    { key: 'sell', kind: 'rate' },
    { key: 'spread', kind: 'percent' },
    { key: 'madeBy', kind: 'value' },
    { key: 'margin.kind', kind: 'value', only: 'workbook' },
    { key: 'margin.buy', kind: 'number', only: 'workbook' },
    { key: 'margin.sell', kind: 'number', only: 'workbook' },
  ],
}

const path = '/posrate/branchrate'
const permission = ['view_base_rate', 'view_margin_rate', 'view_custom_rate'] as const

export const ratePreview = {
  /** What would be dealt for who asks, with what made it. */
  preview: read({
    path: `${path}/preview`,
    method: 'POST',
    permission,
    input: Ask,
    output: z.array(Previewed),
  }),
  /** The same as a workbook. */
  export: read({
    path: `${path}/export`,
    method: 'POST',
    permission,
    input: Ask,
    output: z.unknown(),
    download: true,
  }),
}
