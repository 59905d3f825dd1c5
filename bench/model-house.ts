// Long because a house is its places, people, rights, goods, rates and rules, and each needs those before it.
import { randomUUID } from 'node:crypto'
import { demoPassword } from '#apps/server/demo.ts'
import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { roles } from '#modules/access/roles/roles.contract.ts'
import { type Login, signIn } from '#modules/access/sign-in/sign-in.contract.ts'
import { users } from '#modules/access/users/users.contract.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { cdd } from '#modules/compliance/cdd/cdd.contract.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { deliveryModes, paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { subCurrencies } from '#modules/currencies/sub-currencies/sub-currencies.contract.ts'
import { corporates, individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { feeSettings } from '#modules/charges/fees/fees.contract.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { baseRates } from '#modules/rates/base-rates/base-rates.contract.ts'
import type { Branch, Call, House, Item, Mode, Person, Reply, Traded } from './model-places.ts'
import { openModelBanks } from './model-bank-house.ts'
import { openModelShop } from './model-shop.ts'
import { cashRule, feeRules } from './model-rules.ts'

// A house of its own for the events of the model bench: three branches in three zones, six counters, people of several roles.

const callWith =
  (base: string, token?: string): Call =>
  async (endpoint, input) => {
    const url = new URL(`${base}${endpoint.path}`)
    const headers: Record<string, string> = { 'idempotency-key': randomUUID() }
    if (token) headers['authorization'] = `Bearer ${token}`
    const given = (input ?? {}) as Record<string, number | string | undefined>
    const isQuery = endpoint.from === 'query'
    if (isQuery)
      for (const [key, value] of Object.entries(given))
        if (value !== undefined) url.searchParams.set(key, String(value))
    if (!isQuery) headers['content-type'] = 'application/json'
    const reply = await fetch(url, {
      method: endpoint.method,
      headers,
      ...(isQuery ? {} : { body: JSON.stringify(given) }),
    })
    const body = (await reply.json()) as never
    return { status: reply.status, body, code: codeOf(body) }
  }

const codeOf = (body: { code?: number | string } | null) => String(body?.code ?? '')

export async function sure<B>(answer: Promise<Reply<B>>): Promise<B> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

async function enter(base: string, username: string): Promise<Person & { login: Login }> {
  const login = await sure(callWith(base)(signIn.login, { username, password: demoPassword }))
  return { name: username, login, call: renewing(base, login.userInfo) }
}

/** Calls of a session that goes on when its token has run out: a slow machine plays longer than one is good for. */
function renewing(base: string, first: Pick<Login['userInfo'], 'accessToken' | 'refreshToken'>): Call {
  let tokens = first
  return async (endpoint, input) => {
    const reply = await callWith(base, tokens.accessToken)(endpoint, input)
    if (reply.status !== 401) return reply
    tokens = await sure(callWith(base)(signIn.refresh, { refreshToken: tokens.refreshToken }))
    return callWith(base, tokens.accessToken)(endpoint, input)
  }
}

/** The limits that roles have besides what they may do: tellers deal little alone, seniors more. */
const limited = (amounts: Record<string, string>) =>
  Object.entries(amounts).map(([type, amount]) => ({ type, amount, isUnlimited: false }))
const ranks = {
  teller: limited({ deal_amount: '4000', daily_amount: '90000000', rate_deviation: '1', fee_waiver: '4' }),
  senior_teller: limited({
    deal_amount: '9000',
    daily_amount: '90000000',
    rate_deviation: '2',
    fee_waiver: '20',
    below_cost: '60',
    count_variance: '150',
  }),
  branch_manager: limited({
    deal_amount: '100000',
    daily_amount: '90000000',
    customer_amount: '200000',
    rate_deviation: '5',
    fee_waiver: '100',
    below_cost: '1000',
    adjustment_value: '50000',
    transfer_value: '500000',
    count_variance: '3000',
    refund: '700',
  }),
} as const

type Rank = keyof typeof ranks

/** Roles of the bench, each with the rights of the usual one and limits of its own; their ids by the usual role. */
async function rolesOf({ call }: Person): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const usual = await sure(call(roles.listBaseRoles))
  for (const { code, level, permissions } of usual) {
    if (!(code in ranks)) continue
    const limits = ranks[code as Rank]
    const role = { name: `Bench ${code}`, baseRole: code, level, permissions, limits }
    ids.set(code, (await sure(call(roles.create, role as CallOf<typeof roles.create>))).id)
  }
  const known = await sure(call(roles.list, { pageSize: 100 }))
  for (const { baseRole, id } of known.items) if (!ids.has(baseRole)) ids.set(baseRole, id)
  return ids
}

const zones = ['Asia/Kuala_Lumpur', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']

type Place = { type: 0 | 1 | 2 | 3; workspaceId: string | null }

async function openBranches(
  base: string,
  admin: Person,
  ids: ReadonlyMap<string, string>,
): Promise<Branch[]> {
  const addPerson = async (userName: string, role: string, places: Place[]) => {
    const roleIds = [ids.get(role) ?? '']
    const person = { userName, firstName: userName, password: demoPassword, roleIds, workspaces: places }
    await sure(admin.call(users.create, person))
    return enter(base, userName)
  }
  const made: Branch[] = []
  for (const [at, zone] of zones.entries()) {
    const code = `N${at + 1}`
    const { id } = await sure(admin.call(branches.create, { code, name: code, timeZone: zone }))
    const branch: Branch = { id, zone, counters: [], seniors: [] }
    for (const number of [1, 2]) {
      const counter = { code: `${code}C${number}`, name: `${code} ${number}`, branchId: id }
      const { id: counterId } = await sure(admin.call(counters.create, counter))
      const place: Place = { type: 3, workspaceId: counterId }
      const names = [`teller.${code}.${number}`, ...(number === 1 ? [`senior.${code}`] : [])]
      const tellers: Person[] = []
      for (const name of names) {
        const person = await addPerson(name, name.startsWith('senior') ? 'senior_teller' : 'teller', [place])
        await sure(person.call(workspaces.switch, { type: 3, workspaceId: counterId }))
        tellers.push(person)
      }
      branch.counters.push({ id: counterId, branchId: id, tellers })
    }
    const whole: Place[] = [{ type: 2, workspaceId: id }]
    for (const [name, role] of [
      [`manager.${code}`, 'branch_manager'],
      [`vault.${code}`, 'vault_keeper'],
    ] as const)
      branch.seniors.push(await addPerson(name, role, whole))
    made.push(branch)
  }
  return made
}

const dealt = ['USD', 'SGD', 'JPY', 'KWD']
/** Parts of a currency: one with stock of its own, one that is dealt out of the currency's. */
const parts = ['USD-O', 'USD-S']

async function tradedOf({ call }: Person, items: readonly Item[]): Promise<Traded[]> {
  const currencies = await sure(call(companyCurrencies.list))
  const subs = await sure(call(subCurrencies.activeList))
  const itemOf = (id: string) => items.find((item) => item.id === id)
  const whole = dealt.flatMap((code): Traded[] => {
    const found = currencies.find((one) => one.code === code)
    const item = itemOf(found?.id ?? '')
    return found && item ? [{ item, currencyId: found.id, subCurrencyId: null, step: found.cashUnit }] : []
  })
  const some = parts.flatMap((code): Traded[] => {
    const found = subs.find((one) => one.code === code)
    const item = itemOf(found?.hasOwnStock ? found.id : (found?.currencyId ?? ''))
    const step = found?.faceValues.toSorted((a, b) => Number(a) - Number(b))[0] ?? '1'
    return found && item ? [{ item, currencyId: found.currencyId, subCurrencyId: found.id, step }] : []
  })
  return [...whole, ...some]
}

async function modesOf(
  { call }: Person,
  contract: typeof deliveryModes | typeof paymentModes,
): Promise<Mode[]> {
  const { items } = await sure(call(contract.list, { pageSize: 100 }))
  return items.filter((mode) => mode.isEnabled)
}

async function customersOf({ call }: Person): Promise<string[]> {
  const people = await sure(call(individuals.list, { pageSize: 100 }))
  const firms = await sure(call(corporates.list, { pageSize: 20 }))
  const able = (some: typeof people.items) =>
    some.filter((one) => one.isActive && !one.isBlocked).map(({ id }) => id)
  return [...able(people.items).slice(0, 40), ...able(firms.items).slice(0, 6)]
}

/** The mids that are published, by currency; what nobody has priced yet gets one. */
async function midsOf({ call }: Person, traded: readonly Traded[]): Promise<Map<string, string>> {
  const listed = await sure(call(baseRates.list))
  const mids = new Map(listed.flatMap((one) => (one.mid ? [[one.currencyId, one.mid] as const] : [])))
  const rates = traded.flatMap(({ currencyId }) => (mids.has(currencyId) ? [] : { currencyId, mid: '14.6' }))
  if (rates.length > 0) await sure(call(baseRates.update, { rates, reason: 'Traded from today' }))
  for (const { currencyId, mid } of rates) mids.set(currencyId, mid)
  return mids
}

/** Opens the house; nothing lies in it yet. */
export async function openModelHouse(base: string): Promise<House> {
  const admin = await enter(base, 'admin')
  const compliance = await enter(base, 'compliance')
  const ids = await rolesOf(admin)
  const company = [{ type: 0 as const, workspaceId: null }]
  const second = { userName: 'chief', firstName: 'chief', password: demoPassword, workspaces: company }
  await sure(admin.call(users.create, { ...second, roleIds: [ids.get('company_administrator') ?? ''] }))
  const chief = await enter(base, 'chief')
  const known = await sure(admin.call(companyCurrencies.getGlobalCurrencies))
  for (const code of dealt) {
    const { isTaken, quoteUnit, cashUnit, denominations } = known.find((one) => one.code === code) ?? {}
    if (isTaken) continue
    const draft = { code, quoteUnit, cashUnit, denominations } as CallOf<typeof companyCurrencies.create>
    await sure(admin.call(companyCurrencies.create, draft))
  }
  const branchesMade = await openBranches(base, admin, ids)
  const items = await sure(admin.call(stockItems.listSelection))
  const local = items.find(({ isLocal }) => isLocal)
  if (!local) throw new Error('A company has a local currency')
  const traded = await tradedOf(admin, items)
  const modes = { in: await modesOf(admin, paymentModes), out: await modesOf(admin, deliveryModes) }
  const of = { branches: branchesMade, traded, modes }
  const fees: House['fees'] = []
  for (const rule of feeRules(of))
    fees.push({ ...rule, id: (await sure(admin.call(feeSettings.create, rule))).id })
  const usual = await sure(admin.call(feeSettings.list, { pageSize: 100 }))
  for (const rule of usual.items.filter(
    ({ id, isEnabled }) => isEnabled && !fees.some((one) => one.id === id),
  ))
    fees.push(rule)
  const { effectiveFrom: reportsSince } = await sure(
    compliance.call(cdd.create, {
      ...cashRule,
      name: 'Notes of a day',
      service: 'money_changing',
      direction: 'both',
      instrument: 'cash',
      metric: 'sameDay',
      currency: 'MYR',
      linkBy: ['customer', 'idDocument'],
      operator: '>=',
      report: 'CTR',
    }),
  )
  const mids = await midsOf(admin, traded)
  const accountant = await enter(base, 'accountant')
  return {
    banks: await openModelBanks({ admin, accountant }, { branches: branchesMade, mids }),
    companyId: admin.login.company.companyId,
    admin,
    chief,
    compliance,
    ...of,
    items,
    local,
    customers: await customersOf(admin),
    fees,
    reportsSince,
    mids,
    ...(await openModelShop(base, admin)),
  }
}
