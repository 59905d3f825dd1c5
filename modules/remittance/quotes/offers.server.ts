import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { ChargedFee } from '#modules/charges/charged/charged.domain.ts'
import { feePricer } from '#modules/charges/public.server.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { currentCompany, exponentOf, todayOf } from '#modules/organisation/public.server.ts'
import { ofCurrency } from '../payout-currencies/payout-currencies.queries.ts'
import { customerRate, rateFor, type RateTerms, termsOf } from '../payout-rates/payout-rates.domain.ts'
import { ofCorridor } from '../payout-rates/payout-rates.queries.ts'
import { partnerDay, type Service } from '../providers/providers.domain.ts'
import { listEnabled } from '../providers/providers.queries.ts'
import { amountFault, type Method } from '../recipients/fields.domain.ts'
import { ruleFor } from '../recipient-rules/rules.server.ts'
import { valueDayOf } from '../providers/cut-off.domain.ts'
import {
  comparePartners,
  type FixedSide,
  marginOf,
  type Solved,
  solveQuote,
  totalOf,
} from './quotes.domain.ts'

export interface QuoteAsk {
  branchId: string
  /** 0 where nobody is named yet. */
  customerType: number
  country: string
  currency: string
  method: Method
  fixed: FixedSide
  amount: string
}

export interface Offer {
  providerId: string
  provider: string
  rateId: string
  rateVersion: number
  rate: string
  costRate: string
  sends: string
  gets: string
  fees: ChargedFee[]
  fee: string
  tax: string
  total: string
  margin: string
  arrivesOn: string
}

/** What each partner offers for an order now, the best for the customer first. A partner that cannot is not among them. */
export async function offersFor(db: Db, ask: QuoteAsk, now: Date): Promise<Offer[]> {
  const { country, currency, method, fixed, amount } = ask
  const decimals = exponentOf((await currentCompany(db)).localCurrency)
  const rule = await ruleFor(db, ask)
  const house = await ofCurrency(db, currency)
  if (house?.isEnabled === false) return []
  const rates = (await ofCorridor(db, country, currency)).flatMap((one) => termsOf(one) ?? [])
  const day = await todayOf({ db, now })
  const feesFor = await feesOf(db, ask)
  const offers: Offer[] = []
  for (const provider of await listEnabled(db)) {
    const service = (provider.services as unknown as Service[]).find(
      (one) => one.country === country && one.currency === currency && one.method === method,
    )
    if (!service) continue
    const payoutDecimals = service.decimals ?? rule?.decimals ?? exponentOf(currency)
    const solve = (rate: string) =>
      solveQuote({ fixed, amount, rate, localDecimals: decimals, payoutDecimals })
    const rate = rateFor(
      rates.filter(({ providerId }) => providerId === provider.id),
      {
        method,
        day,
        sends: (one) => {
          const solved = solve(customerRate(one))
          return typeof solved === 'string' ? undefined : solved.sends
        },
      },
    )
    const solved = rate && solve(customerRate(rate))
    if (!solved || typeof solved === 'string' || isBeyond(provider, solved.sends)) continue
    const limits = [rule, house].filter((one) => one !== undefined)
    if (limits.some((one) => amountFault({ ...one, decimals: payoutDecimals }, solved.gets))) continue
    const arrivesOn = arrival(provider, now)
    if (arrivesOn === undefined) continue
    offers.push(offer({ provider, rate, solved, arrivesOn, decimals, fees: feesFor(solved.sends) }))
  }
  return comparePartners(offers, fixed)
}

interface Found {
  provider: { id: string; name: string }
  rate: RateTerms & { id: string; version: number }
  solved: Solved
  arrivesOn: string
  /** Of local currency. */
  decimals: number
  fees: ChargedFee[]
}

function offer({ provider, rate, solved, arrivesOn, decimals, fees }: Found): Offer {
  return {
    providerId: provider.id,
    provider: provider.name,
    rateId: rate.id,
    rateVersion: rate.version,
    rate: new Exact(customerRate(rate)).toFixed(),
    costRate: new Exact(rate.costRate).toFixed(),
    sends: solved.sends,
    gets: solved.gets,
    fees,
    fee: sum(fees, 'fee').toFixed(decimals),
    tax: sum(fees, 'tax').toFixed(decimals),
    total: totalOf(solved.sends, fees, decimals),
    margin: marginOf(solved, rate.costRate, decimals),
    arrivesOn,
  }
}

const sum = (fees: readonly ChargedFee[], key: 'fee' | 'tax') =>
  fees.reduce((all, fee) => (fee.isWaived ? all : all.plus(fee[key])), new Exact(0))

const isBeyond = ({ minimum, maximum }: { minimum: string | null; maximum: string | null }, sends: string) =>
  (minimum !== null && new Exact(sends).lessThan(minimum)) ||
  (maximum !== null && new Exact(sends).greaterThan(maximum))

/** The partner's day of value, and so many days on which it works after it. */
function arrival(
  provider: { timeZone: string; cutOff: string; workdays: string; holidays: unknown; days: number },
  now: Date,
): string | undefined {
  const partner = partnerDay({ ...provider, holidays: provider.holidays as string[] })
  let day = valueDayOf(partner, now)
  for (let later = 0; later < provider.days && day !== undefined; later++)
    day = valueDayOf(
      { ...partner, cutOff: '23:59', timeZone: 'UTC' },
      new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000),
    )
  return day
}

/** Fees as the charges module has them for what is sold; a currency that is not traded is asked about as local money. */
async function feesOf(db: Db, { branchId, customerType, currency }: QuoteAsk) {
  const currencies = await allCurrencies(db)
  const payout = currencies.find(({ code }) => code === currency) ?? currencies.find(({ isLocal }) => isLocal)
  const price = await feePricer(db, branchId)
  return (sends: string) =>
    price({
      customerType,
      lines: [{ currencyId: payout?.id ?? '', side: 'sell', amount: sends }],
      payments: [],
      principal: sends,
      waived: [],
    })
}
