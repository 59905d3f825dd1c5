import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { deliveryModes, paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { deals } from '../deals/deals.contract.ts'
import { subCurrencies } from '#modules/currencies/sub-currencies/sub-currencies.contract.ts'
import { type Effective, effectiveRates } from '#modules/rates/effective/effective.contract.ts'
import type { Side } from '../basket/basket.domain.ts'
import type { CurrencyGrain } from './entry.domain.ts'

const placeApi = bindContract(workspaces)
const currencyApi = bindContract(companyCurrencies)
const subApi = bindContract(subCurrencies)
const rateApi = bindContract(effectiveRates)
const inApi = bindContract(paymentModes)
const outApi = bindContract(deliveryModes)
const dealApi = bindContract(deals)

/** Often enough that nobody deals long at a rate that is gone. */
const renewal = 20_000

/** What can be chosen in the currency box: a currency of the branch, or a part of one. */
export interface Tradable {
  id: string
  currencyId: string
  subCurrencyId: string | null
  code: string
  name: string
  flagCode: string
}

export interface LocalCurrency {
  code: string
  exponent: number
  cashUnit: string
}

/** Where the person works, what is traded there at which rates, and how it is paid. */
export function useHouse(customerId: string | null, customerType: 0 | 1 | 2) {
  const place = useQuery(placeApi.current.queryOptions())
  const settings = useQuery(currencyApi.getSettings.queryOptions())
  const subs = useQuery(subApi.activeList.queryOptions({}))
  const branchId = place.data?.branchId ?? null
  const counterId = place.data?.counterId ?? null
  const rates = useQuery({
    ...rateApi.branchList.queryOptions({ branchId: branchId ?? '', customerId, customerType }),
    enabled: branchId !== null,
    placeholderData: (before) => before,
    refetchInterval: renewal,
  })
  const payIn = useQuery(inApi.listSelection.queryOptions())
  const payOut = useQuery(outApi.listSelection.queryOptions())
  const accounts = useQuery(dealApi.accounts.queryOptions())

  const known = useMemo(() => {
    const own = settings.data?.find(({ isLocal }) => isLocal)
    const local: LocalCurrency | undefined = own && {
      code: own.code,
      exponent: own.exponent,
      cashUnit: own.cashUnit,
    }
    const byId = new Map(settings.data?.map((one) => [one.id, one]))
    const rateById = new Map(rates.data?.map((one) => [one.subCurrencyId ?? one.currencyId, one]))
    return { local, byId, rateById, tradables: tradablesOf(rates.data ?? noRates, subs.data ?? []) }
  }, [settings.data, subs.data, rates.data])

  const { local, byId, rateById } = known
  /** What a currency is dealt at, or a part of it: where that has no rate of its own it is that of the whole. */
  const rateOf = ({ currencyId, subCurrencyId }: Pick<Tradable, 'currencyId' | 'subCurrencyId'>) =>
    rateById.get(subCurrencyId ?? currencyId) ?? rateById.get(currencyId)
  return {
    ...known,
    isKnown: place.data !== undefined,
    branchId,
    counterId,
    rates: rates.data ?? noRates,
    error: settings.error ?? rates.error,
    retry: () => void Promise.all([settings.refetch(), rates.refetch()]),
    modes: { in: payIn.data ?? noModes, out: payOut.data ?? noModes },
    currencyOf: (id: string) => byId.get(id),
    rateOf,
    usualOf: (one: Pick<Tradable, 'currencyId' | 'subCurrencyId'>, side: Side) => rateOf(one)?.[side] ?? null,
    /** The accounts at banks by which a currency may come or go; a part of one is in notes. */
    accountsFor: ({ currencyId, subCurrencyId }: Pick<Tradable, 'currencyId' | 'subCurrencyId'>) =>
      subCurrencyId === null ? (accounts.data ?? []).filter((one) => one.currencyId === currencyId) : [],
    grainOf(id: string, isByBank = false): CurrencyGrain | undefined {
      const currency = byId.get(id)
      if (!currency || !local) return undefined
      return {
        quoteUnit: currency.quoteUnit,
        cashUnit: isByBank ? leastOf(currency.exponent) : currency.cashUnit,
        localExponent: local.exponent,
        ratePrecision: rateById.get(id)?.precision ?? 8,
      }
    },
  }
}
export type House = ReturnType<typeof useHouse>

type Sub = Pick<Tradable, 'id' | 'currencyId' | 'code' | 'name'>

/** The least that a currency can be divided into. */
const leastOf = (exponent: number) => (exponent === 0 ? '1' : `0.${'1'.padStart(exponent, '0')}`)

/** Every currency with a rate, each with its parts behind it. */
const tradablesOf = (rates: readonly Effective[], subs: readonly Sub[]): Tradable[] =>
  rates.flatMap(({ subCurrencyId: part, currencyId, code, name, flagCode }) => {
    if (part !== null) return []
    const whole = { currencyId, flagCode }
    const parts = subs.filter((sub) => sub.currencyId === currencyId)
    return [
      { id: currencyId, ...whole, subCurrencyId: null, code, name },
      ...parts.map((sub) => ({
        id: sub.id,
        ...whole,
        subCurrencyId: sub.id,
        code: sub.code,
        name: sub.name,
      })),
    ]
  })

const noRates: Effective[] = []
const noModes: { id: string; name: string; kind: string }[] = []
