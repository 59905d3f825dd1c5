import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import {
  DateOnly,
  DecimalString,
  Done,
  Id,
  requiredLine,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'

const Amount = z.string().regex(/^\d{1,14}(\.\d{1,4})?$/)

export const directions = ['in', 'out', 'any'] as const

export const RuleDraft = z.strictObject({
  accountId: Id,
  /** Words that its text contains. */
  contains: requiredLine(100),
  direction: z.enum(directions),
  least: Amount.nullable().default(null),
  most: Amount.nullable().default(null),
  /** Where it posts to. */
  ledgerId: Id,
})
export type RuleDraft = z.output<typeof RuleDraft>

const Rule = z.object({
  id: Id,
  version: Version,
  accountId: Id,
  contains: z.string(),
  direction: z.enum(directions),
  least: DecimalString.nullable(),
  most: DecimalString.nullable(),
  ledgerId: Id,
  ledger: z.string(),
})
export type Rule = z.output<typeof Rule>

const Line = z.object({ id: Id, bookedOn: DateOnly, text: z.string(), amount: DecimalString })
/** What a run would do: every line that fits, those that change, what was decided otherwise, and what is left out. */
const Preview = z.object({
  fitCount: z.int(),
  change: z.array(Line),
  against: z.array(Line),
  excluded: z.array(Line),
})
export type Preview = z.output<typeof Preview>

const path = '/posaccounting/bankrule'
const permission = 'manage_bank_reconciliations'

export const bankRules = {
  list: read({
    path: `${path}/list`,
    permission: 'view_bank_reconciliations',
    input: z.strictObject({ accountId: Id }),
    output: z.array(Rule),
  }),
  preview: read({
    path: `${path}/preview`,
    method: 'POST',
    permission: ['view_bank_reconciliations', permission],
    input: RuleDraft,
    output: Preview,
  }),
  create: write({ path: `${path}/create`, kind: 'CREATE', permission, input: RuleDraft, output: Rule }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ ...Versioned.shape, ...RuleDraft.shape }),
    output: Rule,
  }),
  delete: write({ path: `${path}/delete`, kind: 'DELETE', permission, input: Versioned, output: Done }),
  /** Posts and settles the open lines of a reconciliation that the rule fits: those that its preview says. */
  run: write({
    path: `${path}/run`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ id: Id, reconciliationId: Id }),
    output: z.object({ matches: z.array(Id) }),
    movesValue: true,
  }),
}
