import { notFound, Refusal, refuseField, staleVersion } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { amountIn, currentCompany, refuseDecimals, todayOf } from '#modules/organisation/public.server.ts'
import { packRules, packs, type Pack, usualPacks } from '../packs/packs.domain.ts'
import { cdd, type OwnRuleDraft, type Rule as Shown, type TermsDraft } from './cdd.contract.ts'
import * as queries from './cdd.queries.ts'
import { enabledPacks, toRule, rateOf, rulesOf } from './in-force.server.ts'
import {
  looserIn,
  type PackRule,
  type Rule,
  combineStricter,
  type Terms,
  termsOf,
  thirdPartyAsks,
  timed,
  versionsOn,
} from '../rules/rules.domain.ts'

export const cddRouter = serve(cdd, {
  list: async (ctx) => shownRules(ctx.db, await todayOf(ctx)),
  getById: (ctx) => detail(ctx, ctx.input.code),
  create,
  update,
  packs: ({ db }) => packList(db),
  enable: (ctx) => turn(ctx, true),
  disable: (ctx) => turn(ctx, false),
})

type Row = Awaited<ReturnType<typeof queries.revisions>>[number]

async function shownRules(db: Db, on: string): Promise<Shown[]> {
  const { rules, laws, rows } = await rulesOf(db, on)
  const now = versionsOn(laws, on)
  const held = rules.map((rule) => shown(rule, now, rows))
  // What begins later is there to be seen before its day.
  const waiting = newestOwn(rows.filter(({ code }) => !rules.some((rule) => rule.code === code)))
  return [...held, ...waiting.map((rule) => shown(rule, now, rows))]
}

const newestOwn = (rows: readonly Row[]): Rule[] =>
  rows.flatMap((row, at) => {
    const { nature, ...rule } = toRule(row)
    const isNewest = rows.findIndex(({ code }) => code === row.code) === at
    return nature && isNewest ? [{ ...rule, ...nature, pack: null, version: 0, source: '' }] : []
  })

function shown(rule: Rule, laws: readonly PackRule[], rows: readonly Row[]): Shown {
  const law = laws.find(({ code }) => code === rule.code)
  const own = rows.filter(({ code }) => code === rule.code)
  const looser = law ? looserIn(rule, law) : []
  const isSame =
    law &&
    looser.length === 0 &&
    JSON.stringify(termsOf(combineStricter(rule, law))) === JSON.stringify(termsOf(law))
  return {
    ...copied(rule),
    code: rule.code,
    name: own[0]?.name ?? '',
    service: rule.service,
    direction: rule.direction,
    instrument: rule.instrument,
    metric: rule.metric,
    currency: rule.currency,
    linkBy: [...rule.linkBy],
    pack: rule.pack,
    version: rule.version,
    revision: rule.revision,
    effectiveFrom: rule.effectiveFrom,
    latest: own[0]?.revision ?? 0,
    source: rule.source,
    sourceUrl: law?.sourceUrl ?? '',
    evidence: law?.evidence ?? null,
    lastCheckedAt: law?.lastCheckedAt ?? null,
    law: law ? { ...copied(law), version: law.version, effectiveFrom: law.effectiveFrom } : null,
    standing: !law ? 'own' : looser.length > 0 ? 'looser' : isSame ? 'asLaw' : 'stricter',
    looserIn: looser,
  }
}

/** The terms as they travel. */
const copied = (row: Terms) => {
  const terms = termsOf(row)
  return { ...terms, fields: [...terms.fields], documents: [...terms.documents] as Shown['documents'] }
}

async function detail(ctx: Pick<Ctx, 'actor' | 'db' | 'now' | 'services'>, code: string) {
  const { db } = ctx
  const rule = (await shownRules(db, await todayOf(ctx))).find((one) => one.code === code)
  if (!rule) throw notFound()
  const revisions = (await queries.revisionsOf(db, code)).map((row) => ({
    ...copied(toRule(row)),
    revision: row.revision,
    effectiveFrom: row.effectiveFrom,
    reason: row.reason,
    author: row.author,
    createdAt: row.createdAt,
  }))
  return { ...rule, revisions }
}

/** Refuses terms that cannot be, and answers the day from which they hold. */
function checkTerms(metric: Rule['metric'], terms: TermsDraft, today: string): string {
  if (timed.includes(metric) && terms.days === null) throw refuseField('days', 'DAYS_REQUIRED')
  if (!timed.includes(metric) && terms.days !== null) throw refuseField('days', 'DAYS_NOT_ASKED')
  if (metric === 'thirdPartyCash')
    for (const key of ['fields', 'documents'] as const) {
      const theirs: readonly string[] = thirdPartyAsks[key]
      if (terms[key].some((one) => !theirs.includes(one))) throw refuseField(key, 'NOT_OF_THIRD_PARTY')
    }
  if (metric === 'count' && !/^\d+$/.test(terms.amount)) throw refuseField('amount', 'COUNT_IS_WHOLE')
  if (terms.effectiveFrom !== null && terms.effectiveFrom < today)
    throw refuseField('effectiveFrom', 'DATE_OVER')
  return terms.effectiveFrom ?? today
}

async function create(ctx: Ctx<OwnRuleDraft>) {
  const { db, input } = ctx
  const today = await todayOf(ctx)
  if (packs.some((pack) => input.code.startsWith(`${pack}-`))) throw refuseField('code', 'CODE_OF_A_PACK')
  if ((await queries.revisionsOf(db, input.code)).length > 0) throw refuseField('code', 'CODE_TAKEN')
  const currency = input.metric === 'count' ? null : input.currency
  if (input.metric !== 'count' && !currency) throw refuseField('currency', 'REQUIRED')
  if (currency && (await rateOf(db, [currency]))(currency) === null)
    throw refuseField('currency', 'CURRENCY_WITHOUT_RATE', { currency })
  if (currency) await refuseDecimals(db, { amount: input.amount }, currency)
  const effectiveFrom = checkTerms(input.metric, input, today)
  await queries.addRevision(db, {
    ...input,
    amount: currency ? amountIn(currency, input.amount) : input.amount,
    currency,
    effectiveFrom,
    revision: 1,
    ...author(ctx),
  })
  return detail(ctx, input.code)
}

const author = ({ actor, now }: Pick<Ctx, 'actor' | 'now'>) => ({
  authorId: actor.userId,
  author: actor.name,
  createdAt: now.toISOString(),
})

async function update(ctx: Ctx<TermsDraft & { code: string; latest: number }>) {
  const { latest, code, ...terms } = ctx.input
  const { db } = ctx
  const today = await todayOf(ctx)
  const rule = await detail(ctx, code)
  if (rule.latest !== latest) throw staleVersion()
  if (rule.metric !== 'count') await refuseDecimals(db, { amount: terms.amount }, rule.currency)
  const effectiveFrom = checkTerms(rule.metric, terms, today)
  const law = versionsOn(packRules, effectiveFrom).find((one) => one.code === code)
  const looser = law ? looserIn(terms, law) : []
  if (looser.length > 0 && terms.reason === '')
    throw refuseField('reason', 'LOOSENED_WITHOUT_REASON', { terms: looser })
  const [last] = await queries.revisionsOf(db, code)
  const nature = law || !last ? {} : natureOf(last)
  await queries.addRevision(db, {
    ...nature,
    ...terms,
    amount: rule.currency ? amountIn(rule.currency, terms.amount) : terms.amount,
    code,
    effectiveFrom,
    revision: latest + 1,
    baseVersion: law?.version ?? null,
    ...author(ctx),
  })
  return detail(ctx, code)
}

const natureOf = ({ name, service, direction, instrument, metric, currency, linkBy }: Row) => ({
  name,
  service,
  direction,
  instrument,
  metric,
  currency,
  linkBy,
})

async function packList(db: Db) {
  const [enabled, said, priceOf] = [
    await enabledPacks(db),
    await queries.switches(db),
    await rateOf(db, packCurrencies),
  ]
  const usual = usualPacks((await currentCompany(db)).country)
  return packs.map((pack) => ({
    pack,
    isEnabled: enabled.has(pack),
    isUsual: usual.includes(pack),
    unpriced: unpricedOf(pack, priceOf),
    switches: said
      .filter((one) => one.pack === pack)
      .map(({ isEnabled, reason, author: by, at }) => ({ isEnabled, reason, author: by, at })),
  }))
}

const packCurrencies = packRules.map(({ currency }) => currency)

const unpricedOf = (pack: Pack, priceOf: (currency: string) => string | null) => [
  ...new Set(
    packRules
      .filter((rule) => rule.pack === pack)
      .flatMap(({ currency }) => (currency !== null && priceOf(currency) === null ? [currency] : [])),
  ),
]

/** Switches a pack: on needs rates to measure by, off needs a reason. */
async function turn(ctx: Ctx<{ pack: Pack; reason: string }>, isEnabled: boolean) {
  const { db, input, actor, now } = ctx
  const { pack, reason } = input
  if ((await enabledPacks(db)).has(pack) === isEnabled)
    throw new Refusal('ILLEGAL_TRANSITION', {}, { kind: 'conflict' })
  if (!isEnabled && reason === '') throw refuseField('reason', 'LOOSENED_WITHOUT_REASON', { terms: [pack] })
  const [currency] = isEnabled ? unpricedOf(pack, await rateOf(db, packCurrencies)) : []
  if (currency) throw refuseField('pack', 'CURRENCY_WITHOUT_RATE', { currency })
  await queries.addSwitch(db, {
    pack,
    isEnabled,
    reason,
    authorId: actor.userId,
    author: actor.name,
    at: now.toISOString(),
  })
  return packList(db)
}
