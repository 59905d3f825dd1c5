import { Refusal, staleVersion } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { answer } from '#kit/server/hooks.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { publishedCodes } from '#modules/watchlists/lists/lists.domain.ts'
import { allowedAge, newestOfAll } from '#modules/watchlists/public.server.ts'
import type { MatchOptions } from '#modules/names/matching/options.domain.ts'
import {
  type KycSettings,
  type KycSettingsDraft,
  type RiskSettings,
  type RiskSettingsDraft,
  screeningSettings,
} from './settings.contract.ts'
import {
  factWeights,
  matchOptions,
  productTerms,
  screeningKinds,
  type ScreeningKind,
  type Terms,
} from './settings.domain.ts'
import * as queries from './settings.queries.ts'

export const screeningSettingsRouter = serve(screeningSettings, {
  getKyc: ({ db }) => kycSettings(db),
  updateKyc,
  getRisk: ({ db }) => riskSettings(db),
  updateRisk,
})

/** What a screening is made by; it is kept with each, so that an answer can be told by the rules of its day. */
export interface SettingsInForce {
  /** Null where the company has set nothing: then the product's own hold. */
  versionId: string | null
  /** 0 where the company has set nothing. */
  number: number
  options: MatchOptions
  /** Lists that are not screened against; every other one is. */
  skipped: Record<ScreeningKind, readonly string[]>
  /** After so many days without a look at its source a published list clears nobody. */
  allowedDays: number
}

/** The settings of the connection's company that hold now. */
export async function settingsFor(db: Db): Promise<SettingsInForce> {
  const row = await queries.newest(db)
  const { skipped, allowedDays, ...terms } = termsOf(row)
  return {
    versionId: row?.id ?? null,
    number: row?.number ?? 0,
    options: matchOptions(terms),
    skipped,
    allowedDays,
  }
}

/** A list that is older than the company allows clears nobody. */
export const listAge = answer(allowedAge, async (db) => (await settingsFor(db)).allowedDays)

function termsOf(row: queries.Row | undefined): Terms {
  if (!row) return productTerms
  const { threshold, weakRule, weakThreshold, allowedDays } = row
  const weights = Object.fromEntries(factWeights.map((weight) => [weight, plain(row[weight])]))
  return {
    threshold: plain(threshold),
    weakRule,
    weakThreshold: plain(weakThreshold),
    ...(weights as Record<(typeof factWeights)[number], string>),
    skipped: {
      onboarding: row.skippedOnboarding,
      monitoring: row.skippedMonitoring,
      manual: row.skippedManual,
    },
    allowedDays,
  }
}

const plain = (share: string) => String(Number(share))

/** The lists that there are: the published ones, loaded or not, then the others and those of the company. */
const knownLists = async (db: Db): Promise<string[]> => [
  ...new Set([...publishedCodes, ...(await newestOfAll(db)).map(({ list }) => list)]),
]

const madeBy = ({ number, reason, author, createdAt }: queries.Row) => ({ number, reason, author, createdAt })

function kycOf({ skipped, allowedDays }: Terms, lists: readonly string[]) {
  const screened = (kind: ScreeningKind) => lists.filter((list) => !skipped[kind].includes(list))
  return {
    onboarding: screened('onboarding'),
    monitoring: screened('monitoring'),
    manual: screened('manual'),
    allowedDays,
  }
}

function riskOf(all: Terms) {
  const { skipped: _, allowedDays: __, ...terms } = all
  return terms
}

async function kycSettings(db: Db): Promise<KycSettings> {
  const [rows, lists] = [await queries.versions(db), await knownLists(db)]
  return {
    ...kycOf(termsOf(rows[0]), lists),
    latest: rows[0]?.number ?? 0,
    lists,
    versions: rows.map((row) => ({ ...kycOf(termsOf(row), lists), ...madeBy(row) })),
  }
}

async function riskSettings(db: Db): Promise<RiskSettings> {
  const rows = await queries.versions(db)
  return {
    ...riskOf(termsOf(rows[0])),
    latest: rows[0]?.number ?? 0,
    versions: rows.map((row) => ({ ...riskOf(termsOf(row)), ...madeBy(row) })),
  }
}

const fault = (field: string, code: string, data: Record<string, unknown> = {}) =>
  new Refusal(code, data, { fields: [{ field, code, data }] })

async function updateKyc(ctx: Ctx<KycSettingsDraft & { latest: number }>) {
  const { db, input } = ctx
  const lists = await knownLists(db)
  for (const kind of screeningKinds) {
    const unknown = input[kind].find((list) => !lists.includes(list))
    if (unknown !== undefined) throw fault(kind, 'LIST_UNKNOWN', { list: unknown })
    if (input[kind].length === 0) throw fault(kind, 'LIST_NONE')
    // Its lists bind every member state, whoever the customer is.
    if (kind !== 'manual' && !input[kind].includes('un')) throw fault(kind, 'UN_LIST_REQUIRED')
  }
  const skipped = (kind: ScreeningKind) => lists.filter((list) => !input[kind].includes(list))
  await keep(ctx, {
    skipped: {
      onboarding: skipped('onboarding'),
      monitoring: skipped('monitoring'),
      manual: skipped('manual'),
    },
    allowedDays: input.allowedDays,
  })
  return kycSettings(db)
}

async function updateRisk(ctx: Ctx<RiskSettingsDraft & { latest: number }>) {
  const { latest: _, reason: __, ...terms } = ctx.input
  if (terms.weakRule === 'threshold' && Number(terms.weakThreshold) < Number(terms.threshold))
    throw fault('weakThreshold', 'WEAK_BELOW_THRESHOLD')
  await keep(ctx, terms)
  return riskSettings(ctx.db)
}

/** Writes a further version: what holds, with these terms changed. */
async function keep(ctx: Ctx<{ latest: number; reason: string }>, changed: Partial<Terms>): Promise<void> {
  const { db, input, actor, now } = ctx
  const [last] = await queries.versions(db)
  if ((last?.number ?? 0) !== input.latest) throw staleVersion()
  const { skipped, ...terms } = { ...termsOf(last), ...changed }
  await queries.add(db, {
    ...terms,
    skippedOnboarding: [...skipped.onboarding],
    skippedMonitoring: [...skipped.monitoring],
    skippedManual: [...skipped.manual],
    number: input.latest + 1,
    reason: input.reason,
    authorId: actor.userId,
    author: actor.name,
    createdAt: now.toISOString(),
  })
}
