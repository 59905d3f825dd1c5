import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { plainAmount } from '../effective/effective.domain.ts'
import { rateValidation } from './validation.contract.ts'
import { defaultLimits, rateRules, type RuleLimits } from './validation.domain.ts'
import * as queries from './validation.queries.ts'

export const rateValidationRouter = serve(rateValidation, { list: ({ db }) => rules(db), update })

const plain = (value: string | null) => (value === null ? null : plainAmount(value))

/** Every rule of the company: its own limits, else the defaults. */
export async function rules(db: Db): Promise<RuleLimits[]> {
  const kept = await queries.listRules(db)
  return rateRules.map((rule) => {
    const { warn, block, isEnabled } = kept.find((one) => one.rule === rule) ?? defaultLimits[rule]
    return { rule, warn: plain(warn), block: plain(block), isEnabled }
  })
}

async function update({ db, input }: Ctx<{ rules: RuleLimits[] }>) {
  for (const [index, limits] of input.rules.entries()) {
    const { warn, block } = limits
    if (warn !== null && block !== null && compareDecimals(warn, block) > 0)
      throw refuseField(`rules.${index}.warn`, 'WARN_ABOVE_BLOCK')
    await queries.keep(db, limits)
  }
  return rules(db)
}
