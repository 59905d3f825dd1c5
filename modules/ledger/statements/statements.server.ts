import { Exact } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { workbook } from '#kit/server/tables/table.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { allCurrencies, localMoney } from '#modules/currencies/public.server.ts'
import {
  branchRegions,
  branchRows,
  currentCompany,
  reaches,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { all as allAccounts, mapping } from '../accounts/accounts.queries.ts'
import type { AccountClass } from '../accounts/accounts.domain.ts'
import { all as allGroups } from '../accounts/groups.queries.ts'
import {
  balanceSheet,
  branchIncome,
  type columnKeys,
  companyIncome,
  type Statement,
  type StatementAsk,
  trialBalance,
} from './statements.contract.ts'
import {
  type CheckCode,
  comparedPeriod,
  isCreditClass,
  type Movement,
  negate,
  statementRows,
  sumOf,
  withoutCarried,
} from './statements.domain.ts'
import { listCarriedBetween } from '../year-end/year-end.queries.ts'
import * as queries from './statements.queries.ts'

type Asking = Pick<Ctx<StatementAsk>, 'actor' | 'db' | 'input' | 'language' | 'now'>
type Column = Statement['columns'][number]
type Kind = 'balanceSheet' | 'branchIncome' | 'companyIncome' | 'trialBalance'

export const trialBalanceRouter = serve(trialBalance, {
  list: statementOf('trialBalance'),
  export: exported('trialBalance'),
})
export const balanceSheetRouter = serve(balanceSheet, {
  list: statementOf('balanceSheet'),
  export: exported('balanceSheet'),
})
export const companyIncomeRouter = serve(companyIncome, {
  list: statementOf('companyIncome'),
  export: exported('companyIncome'),
})
export const branchIncomeRouter = serve(branchIncome, {
  list: statementOf('branchIncome'),
  export: exported('branchIncome'),
})

const column = (key: (typeof columnKeys)[number], name = ''): Column => ({ key, name })
const balanced: readonly AccountClass[] = ['asset', 'liability', 'equity']
const earned: readonly AccountClass[] = ['income', 'expense']
const sides = ['opening', 'debit', 'credit', 'closing'] as const

/** What a statement is worked out of: the movements of its periods, each by account. */
async function readOf({ db, actor, input }: Asking, kind: Kind) {
  const { from, to, branchId, compare } = input
  if (from > to) throw refuseField('to', 'PERIOD_TURNED')
  if (branchId !== null) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  const at = async (span: { from: string; to: string }) => {
    const found = await queries.movements(db, actor.scope, { ...span, branchId: branchId ?? undefined })
    if (kind === 'trialBalance') return found
    // What a year earned is its business, and what carries it away at its end is not: each statement is as before the close.
    const closed = kind === 'balanceSheet' ? { from: span.to, to: span.to } : span
    return withoutCarried(found, await listCarriedBetween(db, closed))
  }
  const own = await at({ from, to })
  const before = compare === null ? undefined : await at(comparedPeriod({ from, to }, compare))
  const branches = (await branchRegions(db)).filter(({ id }) =>
    branchId === null ? reaches(actor.scope, { branchId: id }) : id === branchId,
  )
  return { own, before, branches }
}
type Found = Awaited<ReturnType<typeof readOf>>

const total = (all: readonly Movement[], of: (one: Movement) => string) =>
  all.reduce((sum, one) => sum.plus(of(one)), new Exact(0)).toFixed()
const net = ({ debit, credit }: Movement) => new Exact(debit).minus(credit).toFixed()

/** The columns of a kind of statement, each with what an account has in it; a debit above zero. */
function columnsOf(kind: Kind, { own, before, branches }: Found) {
  const side = kind === 'balanceSheet' ? (one: Movement) => one.closing : net
  const ofAccount = byAccount(own)
  const earlier = before && byAccount(before)
  const compared = earlier ? [{ ...column('compared'), of: (id: string) => total(earlier(id), side) }] : []
  if (kind === 'trialBalance')
    return sides.map((key) => ({
      ...column(key),
      of: (id: string) => total(ofAccount(id), (one) => one[key]),
    }))
  const whole = { ...column('amount'), of: (id: string) => total(ofAccount(id), side) }
  if (kind !== 'branchIncome') return [whole, ...compared]
  return [
    ...branches.map(({ id: branchId, name }) => ({
      ...column('branch', name),
      of: (id: string) =>
        total(
          ofAccount(id).filter((one) => one.branchId === branchId),
          side,
        ),
    })),
    whole,
  ]
}

/** Movements by their account. */
function byAccount(all: readonly Movement[]): (id: string) => readonly Movement[] {
  const grouped = Map.groupBy(all, ({ accountId }) => accountId)
  return (id) => grouped.get(id) ?? []
}

/** A statement of a kind, as it stands now. */
export function statementOf(kind: Kind) {
  return async (ctx: Asking): Promise<Statement> => {
    const { db, actor, input, now, language } = ctx
    const { from, to, branchId, isWhole } = input
    const found = await readOf(ctx, kind)
    const { localCurrency } = await currentCompany(db)
    const money = await localMoney(db)
    const columns = columnsOf(kind, found)
    const known = new Map<string, string[]>()
    const raw = (id: string) => {
      const amounts = known.get(id) ?? columns.map(({ of }) => of(id))
      known.set(id, amounts)
      return amounts
    }
    const chart = await allAccounts(db, language)
    // What branches owe one another is nothing in the company as a whole; who sees some of them has what they owe the others.
    const isWholeCompany = branchId === null && actor.scope === 'all'
    const isInner = (party: string | null) => party === 'branch' && isWholeCompany && kind !== 'trialBalance'
    const accounts = chart.filter(({ party }) => !isInner(party))
    const classOf = new Map(accounts.map((account) => [account.id, account.class]))
    const turned = (id: string) =>
      kind !== 'trialBalance' && isCreditClass(classOf.get(id) ?? 'asset') ? raw(id).map(negate) : raw(id)
    const classes = {
      trialBalance: [...balanced, ...earned],
      balanceSheet: balanced,
      companyIncome: earned,
      branchIncome: earned,
    }
    const rows = statementRows(
      {
        groups: await allGroups(db, language),
        accounts,
        classes: classes[kind],
        amountsOf: turned,
        isWhole,
        to,
      },
      columns.length,
    )
    const foreign = kind === 'trialBalance' ? await foreignOf(ctx, new Set(chart.map(({ id }) => id))) : []
    return {
      currency: localCurrency,
      from,
      to,
      madeAt: now.toISOString(),
      sealNumber: await queries.sealNumber(db),
      columns: columns.map(({ key, name }) => ({ key, name })),
      rows: rows.map((row) => ({ ...row, amounts: row.amounts.map(money) })),
      totals: totalsOf(kind, accounts, raw, columns.length).map(money),
      foreign,
      checks: await checksOf(ctx, { found, money, isWholeCompany }),
    }
  }
}

/** Of a trial balance each column; of the others what was earned less what was spent, in equity or not yet. */
function totalsOf(
  kind: Kind,
  accounts: Awaited<ReturnType<typeof allAccounts>>,
  raw: (id: string) => string[],
  width: number,
): string[] {
  if (kind === 'trialBalance') return sumOf(accounts, raw, width)
  const results = accounts.filter((account) => earned.includes(account.class))
  return sumOf(results, raw, width).map(negate)
}

interface Checking {
  found: Found
  money: (amount: string) => string
  isWholeCompany: boolean
}

/** What a reader must know before they trust it: that it is even, that branches agree, what nobody has placed yet. */
async function checksOf({ db }: Asking, { found, money, isWholeCompany }: Checking) {
  const chart = await allAccounts(db)
  const inner = new Set(chart.filter(({ party }) => party === 'branch').map(({ id }) => id))
  const suspended = new Set(
    (await mapping(db)).filter(({ part }) => part === 'suspense').map(({ accountId }) => accountId),
  )
  const closing = (ids: ReadonlySet<string> | undefined) =>
    total(
      found.own.filter(({ accountId }) => ids?.has(accountId) ?? true),
      (one) => one.closing,
    )
  const check = (code: CheckCode, difference: string) => ({
    check: code,
    isRight: new Exact(difference).isZero(),
    difference: money(difference),
  })
  return [
    check('even', closing(undefined)),
    ...(isWholeCompany ? [check('branchesEven', closing(inner))] : []),
    check('nothingSuspended', closing(suspended)),
  ]
}

async function foreignOf({ db, actor, input }: Asking, known: ReadonlySet<string>) {
  const foreign = (await allCurrencies(db)).filter(({ isLocal }) => !isLocal)
  const currencies = new Map(foreign.map((one) => [one.id, one]))
  const { to, branchId } = input
  const asked = { to, branchId: branchId ?? undefined, itemIds: [...currencies.keys()] }
  const found = await queries.foreignAt(db, actor.scope, asked)
  return found.flatMap(({ accountId, itemId, quantity }) => {
    const currency = currencies.get(itemId)
    if (!currency || !known.has(accountId)) return []
    return [{ accountId, currency: currency.code, quantity: new Exact(quantity).toFixed(currency.exponent) }]
  })
}

/** A statement as a workbook: its rows, its total and its checks. */
function exported(kind: Kind) {
  return async (ctx: Ctx<StatementAsk>) => {
    const say = (key: string) => text(ctx.language, `messages.statements.${key}`)
    const found = await statementOf(kind)(ctx)
    const number = (amount: string) => Number(amount)
    const rows = found.rows.map((row) => [
      row.code,
      row.kind === 'class' ? say(`classes.${row.class}`) : row.name,
      ...row.amounts.map(number),
    ])
    const totalName = say(kind === 'trialBalance' ? 'total' : 'result')
    const checks = found.checks.map(({ check, difference }) => [
      '',
      say(`checks.${check}`),
      number(difference),
    ])
    const heads = found.columns.map(({ key, name }) => name || say(`columns.${key}`))
    const said = [
      ['', say('basis'), say('accrual')],
      ['', say('madeAt'), found.madeAt],
      ['', say('seal'), found.sealNumber ?? ''],
    ]
    const cells = [...rows, ['', totalName, ...found.totals.map(number)], ...checks, ...said]
    return workbook(
      // A sheet has at most 31 signs in its name.
      `${kind}-${found.to}`,
      [say('columns.code'), `${say('columns.name')} (${found.currency})`, ...heads],
      cells,
    )
  }
}
