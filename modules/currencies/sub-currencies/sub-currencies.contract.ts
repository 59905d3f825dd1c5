import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import { read, reserveForCompany } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { Code, Id, Instant, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { Positive } from '../company-currencies/company-currencies.contract.ts'

export const subCurrencyKinds = ['largeNotes', 'smallNotes', 'oldSeries', 'coins', 'other'] as const

export const SubCurrencyDraft = z.strictObject({
  currencyId: Id,
  code: Code,
  name: requiredLine(80),
  kind: z.enum(subCurrencyKinds),
  /** The face values that it takes in, of the currency's own notes and coins; none means any. */
  faceValues: z.array(Positive).max(60).default([]),
  /** Counted and valued apart from the rest of the currency. */
  hasOwnStock: z.boolean().default(false),
})
export type SubCurrencyDraft = z.output<typeof SubCurrencyDraft>

export const SubCurrency = z.object({
  ...storedShape(SubCurrencyDraft),
  id: Id,
  version: Version,
  currencyCode: z.string(),
  flagCode: z.string(),
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type SubCurrency = z.output<typeof SubCurrency>

const columns = {
  currencyId: 'Guid',
  code: 'String',
  name: 'String',
  kind: 'select',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/poscurrency/subcurrency'
const permission = 'manage_currencies'

const { delete: _never, ...rest } = crud({
  path,
  permission,
  row: SubCurrency,
  draft: SubCurrencyDraft,
  columns,
})

/** What was once traded is switched off and never removed. */
export const subCurrencies = reserveForCompany({
  ...rest,
  ...toggles({ path, permission, row: SubCurrency }),
  activeList: read({
    path: `${path}/activeList`,
    permission: 'signedIn',
    input: z.strictObject({ currencyId: Id.optional() }),
    output: z.array(SubCurrency),
  }),
})
