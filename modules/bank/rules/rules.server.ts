import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { allAccounts } from '#modules/ledger/public.server.ts'
import { get as findAccount } from '../accounts/accounts.queries.ts'
import { matchesOf, matchesOfLines, type Match } from '../clearing/matches.queries.ts'
import { checkLedger, postLine } from '../matches/create.server.ts'
import { lockWork, partOf } from '../work/work.server.ts'
import { previewRule, type RuledLine } from '../matching/rules.domain.ts'
import { type Rule, type RuleDraft, bankRules } from './rules.contract.ts'
import * as queries from './rules.queries.ts'

const { rows } = queries
type Key = { id: string; version: number }

export const rulesRouter = serve(bankRules, {
  list: async (ctx) => {
    await accountOf(ctx, ctx.input.accountId)
    return present(ctx, await queries.ofAccount(ctx.db, ctx.input.accountId))
  },
  preview,
  create: async (ctx) => {
    await checkDraft(ctx, ctx.input)
    return one(ctx, (await rows.insert(ctx.db, ctx.input)).id)
  },
  update: async (ctx) => {
    const { id, version, ...draft } = ctx.input
    await accountOf(ctx, (await rows.lock(ctx.db, { id, version })).accountId)
    await checkDraft(ctx, draft)
    await rows.update(ctx.db, { id, version }, draft)
    return one(ctx, id)
  },
  delete: async (ctx: Ctx<Key>) => {
    await accountOf(ctx, (await rows.lock(ctx.db, ctx.input)).accountId)
    await rows.remove(ctx.db, ctx.input)
    return replyMessage(ctx, 'removed')
  },
  run,
})

async function accountOf({ db, actor }: Pick<Ctx, 'actor' | 'db'>, id: string) {
  const account = await findAccount(db, actor.scope, id)
  if (!account) throw notFound()
  return account
}

async function checkDraft(ctx: Pick<Ctx, 'actor' | 'db'>, draft: RuleDraft) {
  if (!(await findAccount(ctx.db, ctx.actor.scope, draft.accountId)))
    throw refuseField('accountId', 'BANK_ACCOUNT_UNKNOWN')
  await checkLedger(ctx, draft.ledgerId)
}

type Saying = Pick<Ctx, 'db' | 'language'>

async function present({ db, language }: Saying, found: readonly queries.RuleRow[]): Promise<Rule[]> {
  const ledgers = new Map(
    (await allAccounts(db, language)).map(({ id, code, name }) => [id, `${code} ${name}`]),
  )
  return found.map((row) => ({
    ...row,
    direction: row.direction as Rule['direction'],
    ledger: ledgers.get(row.ledgerId) ?? '',
  }))
}

async function one(ctx: Saying, id: string): Promise<Rule> {
  const [found] = await present(ctx, [await rows.get(ctx.db, id)])
  if (!found) throw notFound()
  return found
}

/** Lines as rules see them: what settles them was decided, by hand or by a rule. */
function ruledLines(
  lines: readonly { id: string; text: string; reference: string; amount: string }[],
  matches: readonly Match[],
): RuledLine[] {
  const byLine = new Map(
    matches.flatMap((match) => match.lines.map(({ lineId }) => [lineId, match] as const)),
  )
  return lines.map(({ id, text, reference, amount }) => {
    const match = byLine.get(id)
    const isExcluded = match?.kind === 'excluded'
    return {
      id,
      text: `${reference} ${text}`,
      amount,
      isExcluded,
      matchedTo: isExcluded ? null : (match?.id ?? null),
    }
  })
}

async function preview(ctx: Ctx<RuleDraft>) {
  const account = await accountOf(ctx, ctx.input.accountId)
  const currency = (await allCurrencies(ctx.db)).find(({ id }) => id === account.currencyId)
  const all = await queries.linesOf(ctx.db, account.id)
  const matches = await matchesOf(ctx.db, account.id, undefined)
  const byRule = new Set(matches.filter(({ source }) => source === 'rule').map(({ id }) => id))
  const lines = ruledLines(all, matches)
  const found = previewRule({ ...ctx.input, accountId: ctx.input.ledgerId }, lines)
  const matchOf = new Map(lines.map(({ id, matchedTo }) => [id, matchedTo]))
  const byId = new Map(all.map((line) => [line.id, line]))
  const named = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const line = byId.get(id)
      if (!line) return []
      const { bookedOn, text, amount } = line
      return [{ id, bookedOn, text, amount: new Exact(amount).toFixed(currency?.exponent) }]
    })
  return {
    fitCount: found.fit.length,
    change: named(found.change),
    // What a rule settled itself is not against it.
    against: named(found.against.filter((id) => !byRule.has(matchOf.get(id) ?? ''))),
    excluded: named(found.excluded),
  }
}

async function run(ctx: Ctx<{ id: string; reconciliationId: string }>) {
  const rule = await one(ctx, ctx.input.id)
  const work = await lockWork(ctx, ctx.input.reconciliationId)
  if (work.account.id !== rule.accountId) throw notFound()
  await checkLedger(ctx, rule.ledgerId)
  const { change } = previewRule(
    { ...rule, accountId: rule.ledgerId },
    ruledLines(
      [...work.lines.values()],
      await matchesOfLines(ctx.db, work.account.id, [...work.lines.keys()]),
    ),
  )
  const made: string[] = []
  for (const id of change) {
    const part = partOf(work, { id, amount: null })
    const posted = { ledgerId: rule.ledgerId, rate: null, note: '', source: 'rule' as const }
    made.push(await postLine(ctx, work, part, posted))
  }
  return { matches: made }
}
