import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { ById, Done, Id } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { RateAmount } from '../base-rates/base-rates.contract.ts'
import { ruleNames, scopeShape, Why } from '../margin-rates/margin-rates.contract.ts'

export const CustomDraft = z.strictObject({
  currencyId: Id,
  ...scopeShape,
  /** A named customer. */
  customerId: Id.nullable().default(null),
  /** Local currency per quote unit; a side without a rate is not dealt. */
  buy: RateAmount.nullable().default(null),
  sell: RateAmount.nullable().default(null),
})
export type CustomDraft = z.output<typeof CustomDraft>

export const CustomRateRow = z.object({ ...storedShape(CustomDraft), quoteUnit: z.int(), ...ruleNames })
export type CustomRateRow = z.output<typeof CustomRateRow>

const columns = {
  currencyId: 'Guid',
  branchId: 'Guid',
  customerType: 'select',
} as const satisfies Columns

const path = '/posrate/custom'
const permission = 'manage_custom_rate'

/** Those that hold now. A custom rate is never changed: `update` ends it and publishes another in its place. */
export const customRates = {
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission: 'view_custom_rate',
    input: listQuery(columns),
    output: pageOf(CustomRateRow),
    columns,
  }),
  getById: read({
    path: `${path}/getById`,
    permission: 'view_custom_rate',
    input: ById,
    output: CustomRateRow,
  }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission,
    input: CustomDraft.extend(Why),
    output: CustomRateRow,
  }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission,
    input: CustomDraft.extend({ id: Id, ...Why }),
    output: CustomRateRow,
  }),
  delete: write({
    path: `${path}/delete`,
    kind: 'DELETE',
    permission,
    input: ById,
    output: Done,
  }),
}
