import type { Db } from '#kit/server/database.server.ts'
import { shippedRule } from '../recipients/corridors.domain.ts'
import type { Method, PayoutRules, RecipientField } from '../recipients/fields.domain.ts'
import { ofMethod } from './recipient-rules.queries.ts'

interface Asked {
  country: string
  currency: string
  method: Method
}

/** What a country asks for of a recipient by a method: as the company says, else as shipped; undefined where neither says anything. */
export async function ruleFor(db: Db, asked: Asked): Promise<PayoutRules | undefined> {
  const own = await ofMethod(db, asked)
  if (!own) return shippedRule(asked.country, asked.currency, asked.method)
  return { ...own, ...asked, fields: own.fields as unknown as RecipientField[] }
}
