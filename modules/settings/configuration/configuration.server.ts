import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { refuseDecimals } from '#modules/organisation/public.server.ts'
import { type Config, configuration } from './configuration.contract.ts'
import {
  type ConfigKey,
  configValue,
  type CustomerType,
  featureCodes,
  rateSettingTypes,
} from './configuration.domain.ts'
import * as queries from './configuration.queries.ts'

const packageFile = join(import.meta.dirname, '../../../package.json')
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }

/**
 * Asked before a company begins to keep stock, or no longer does: how many lines are posted that are stock or stand for it, and the
 * business date of the first. Nothing is posted until the transaction ends.
 */
export const stockPosted = hook<null, { count: number; since: string | null }>('settings.stockPosted')

export const configurationRouter = serve(configuration, {
  getByKey: async ({ db, input: { key, customerType = 0 } }) => ({
    key,
    customerType,
    value: configValue(await queries.keptConfig(db), key, customerType),
  }),
  list: ({ db }) => list(db),
  update,
  signInLanguage: async ({ db }) => ({ language: await queries.signInLanguage(db) }),
  version: () => Promise.resolve({ version }),
})

const list = async (db: Db): Promise<Config[]> =>
  (await queries.keptConfig(db)).map(({ customerType, ...one }) => ({
    ...one,
    customerType: (customerType ?? 0) as CustomerType,
  }))

async function update({
  db,
  input,
}: Ctx<{ settings: { key: ConfigKey; customerType: CustomerType; value: string }[] }>) {
  const amounts = input.settings.map(({ key, value }, at) => [
    `settings.${at}.value`,
    key === 'COUNT_TOLERANCE' ? value : null,
  ])
  await refuseDecimals(db, Object.fromEntries(amounts))
  await refuseMixed(db, input.settings)
  for (const { key, customerType, value } of input.settings) {
    const place = { key, customerType: customerType || null }
    if (value === '') await queries.forget(db, place)
    else await queries.keep(db, { ...place, value })
  }
  return list(db)
}

/** Figures with stock and without it never mix: STOCK_IS_KEPT once anything is posted that is stock, or stands for it. */
async function refuseMixed(db: Db, settings: readonly { key: ConfigKey; value: string }[]) {
  const at = settings.findLastIndex(({ key }) => key === 'INVENTORY_ENABLED')
  const wanted = settings[at]?.value
  if (wanted === undefined || wanted === configValue(await queries.keptConfig(db), 'INVENTORY_ENABLED'))
    return
  for (const posted of await stockPosted.ask(db, null))
    if (posted.count > 0) throw refuseField(`settings.${at}.value`, 'STOCK_IS_KEPT', posted)
}

/** Whether the company keeps stock. */
export const keepsStock = async (db: Db): Promise<boolean> =>
  configValue(await queries.keptConfig(db), 'INVENTORY_ENABLED') === '1'

/** What of the product the company does without, each with the code by which its calls are refused. */
export const absentFeatures = async (db: Db): Promise<ReadonlyMap<string, string>> =>
  new Map((await keepsStock(db)) ? [] : Object.entries(featureCodes))

/** How rates are made for a customer type: their decimals, and whether custom rates go before base and margin. */
export async function rateConfig(db: Db, customerType: number) {
  const kept = await queries.keptConfig(db)
  const type = configValue(kept, 'RATE_SETTING_TYPE', customerType as CustomerType)
  return {
    precision: Number(configValue(kept, 'RATE_PRECISION')),
    prefersCustom: type === rateSettingTypes.CUSTOMRATE,
  }
}

/** By how much a count may differ, in local currency, before it is made once more; domain 14.2. */
export const countTolerance = async (db: Db): Promise<string> =>
  configValue(await queries.keptConfig(db), 'COUNT_TOLERANCE')

/** Whether stock that moves within a branch goes from hand to hand; domain 14.1. */
export const skipsTransit = async (db: Db): Promise<boolean> =>
  configValue(await queries.keptConfig(db), 'TRANSIT_WITHIN_BRANCH') === 'SKIPPED'

/** Whether a revaluation goes back by itself, or its values stay; domain 3.5. */
export const revaluationMethod = async (db: Db): Promise<'AUTO_REVERSING' | 'PERMANENT'> =>
  configValue(await queries.keptConfig(db), 'REVALUATION_METHOD') === 'PERMANENT'
    ? 'PERMANENT'
    : 'AUTO_REVERSING'

/** The month with which a fiscal year begins, 1 to 12. */
export const fiscalYearStart = async (db: Db): Promise<number> =>
  Number(configValue(await queries.keptConfig(db), 'FISCAL_YEAR_START'))
/** For how many minutes a paid remittance is cancelled for nothing. */
export const freeCancelMinutes = async (db: Db): Promise<number> =>
  Number(configValue(await queries.keptConfig(db), 'REMITTANCE_FREE_CANCEL_MINUTES'))

/** Whether fee and tax of a remittance stay where it comes back, or its partner rejects it. */
export const keepsFeeOfReturned = async (db: Db): Promise<boolean> =>
  configValue(await queries.keptConfig(db), 'REMITTANCE_KEEPS_FEE') === '1'

/** For how many days an account counts as whoever made it. */
export const daysOfSelves = async (db: Db): Promise<number> =>
  Number(configValue(await queries.keptConfig(db), 'SELVES_DAYS'))

/** What the company asks of a new password. */
export async function rulesOfPasswords(db: Db) {
  const kept = await queries.keptConfig(db)
  return {
    leastLength: Number(configValue(kept, 'PASSWORD_LENGTH')),
    refusesGuessable: configValue(kept, 'PASSWORD_GUESSABLE') === 'REFUSED',
  }
}
