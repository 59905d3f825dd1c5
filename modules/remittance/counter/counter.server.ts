import { serve } from '#kit/server/module.server.ts'
import { exponentOf } from '#modules/organisation/public.server.ts'
import { listSwitchedOff } from '../payout-currencies/payout-currencies.queries.ts'
import type { Service } from '../providers/providers.domain.ts'
import { listEnabled } from '../providers/providers.queries.ts'
import { ruleFor } from '../recipient-rules/rules.server.ts'
import { usualName } from '../recipients/checked.server.ts'
import type { FieldKey, Method } from '../recipients/fields.domain.ts'
import { type Corridor, orderCounter, type RecipientRules } from './counter.contract.ts'
import { recentRecipients } from './counter.queries.ts'

export const orderCounterRouter = serve(orderCounter, {
  listCorridors: async ({ db }) => {
    const services = (await listEnabled(db)).flatMap((row) => row.services as unknown as Service[])
    const off = new Set(await listSwitchedOff(db))
    const paid = services.filter(({ currency }) => !off.has(currency))
    const all = paid.map(({ country, currency, method }) => ({ country, currency, method }))
    return [...new Map(all.map((one) => [Object.values(one).join(' '), one])).values()].toSorted(inOrder)
  },
  getRecipientFields: async ({ db, input }) => {
    const rule = await ruleFor(db, input)
    const { currency, method } = input
    return {
      decimals: rule?.decimals ?? exponentOf(currency),
      nameLength: rule?.nameLength ?? usualName,
      personsOnly: rule?.personsOnly ?? false,
      fields: (rule?.fields ?? openFields(method)).map(({ key, need, example, isConfirmed }) => ({
        key,
        need,
        example,
        isConfirmed,
      })),
    }
  },
  listRecentRecipients: async ({ db, actor, input }) =>
    (await recentRecipients(db, actor.scope, input.customerId)).map((row) => ({
      ...row,
      method: row.method as Method,
      recipient: (row.recipient as unknown as { values: Partial<Record<FieldKey, string>> }).values,
      createdAt: new Date(row.createdAt).toISOString(),
    })),
})

const inOrder = (a: Corridor, b: Corridor) =>
  a.country.localeCompare(b.country) ||
  a.currency.localeCompare(b.currency) ||
  a.method.localeCompare(b.method)

/** What can be typed where no rule says what a country asks for: none of it is checked. */
const openFields = (method: Method): RecipientRules['fields'] =>
  ({
    bank: ['account', 'bank', 'bankCode'] as const,
    wallet: ['account'] as const,
    pickup: ['phone'] as const,
    home: ['phone', 'address', 'city'] as const,
  })[method].map((key) => ({ key, need: 'no', example: '', isConfirmed: false }))
