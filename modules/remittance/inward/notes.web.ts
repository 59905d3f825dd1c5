import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readNumber } from '#kit/domain/numbers.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { effectiveRates } from '#modules/rates/effective/effective.contract.ts'
import { dueOf } from '../order-rows/orders.domain.ts'
import { notesFor, splitAmount } from './notes.domain.ts'

const currencyApi = bindContract(companyCurrencies)
const rateApi = bindContract(effectiveRates)
/** Often enough that nobody pays out long at a rate that is gone. */
const renewal = 20_000

interface NotesAsk {
  branchId: string
  customerId: string
  customerType: 0 | 1 | 2
  /** Of local currency, which is paid out. */
  amount: string
  /** The currency of the notes; empty where none are paid out. */
  itemId: string
  /** As it was typed; null: what the amount pays for. */
  typed: string | null
}

type Asking = Pick<NotesAsk, 'branchId' | 'customerId' | 'customerType' | 'itemId'> & {
  amount: string | null
}

/** What notes are sold at there to this recipient, of such a quantity. */
function useSold({ branchId, customerId, customerType, itemId, amount }: Asking) {
  const ask = { branchId, customerId: customerId || null, customerType, amount }
  const query = useQuery({
    ...rateApi.branchList.queryOptions(ask),
    enabled: branchId !== '' && itemId !== '',
    placeholderData: keepPreviousData,
    refetchInterval: renewal,
  })
  const rate = query.data?.find((one) => one.currencyId === itemId && one.subCurrencyId === null)
  const sold = rate && rate.sell !== null ? { ...rate, sell: rate.sell } : undefined
  return { sold, refetch: query.refetch }
}

/** The notes that an amount pays for at the sell rate, and what is left of it in local cash; undefined until the rate is known. */
export function useNotes({ amount, typed, ...ask }: NotesAsk) {
  const settings = useQuery(currencyApi.getSettings.queryOptions()).data ?? []
  const local = settings.find(({ isLocal }) => isLocal)
  const cashUnit = settings.find(({ id }) => id === ask.itemId)?.cashUnit
  const any = useSold({ ...ask, amount: null })
  const first = any.sold
  const most = first && local && cashUnit ? notesFor(amount, { ...first, cashUnit }, local.exponent) : ''
  const quantity = typed === null ? most : (readNumber(typed) ?? '')
  const isSome = /^\d*\.?\d+$/.test(quantity) && /[1-9]/.test(quantity)
  // A rate may hold for some quantities alone.
  const exact = useSold({ ...ask, amount: isSome ? quantity : null })
  const refetch = () => void Promise.all([any.refetch(), exact.refetch()])
  const { sold } = exact
  if (!sold || !local) return { most, refetch }
  const { rest } = splitAmount(
    amount,
    { quantity: isSome ? quantity : '0', mid: sold.mid },
    sold,
    local.exponent,
  )
  const { due } = dueOf(rest, { isCash: true, cashUnit: local.cashUnit, decimals: local.exponent })
  const { sell, quoteUnit, code } = sold
  return { most, refetch, said: { rate: sell, unit: quoteUnit, code, rest: due, local: local.code } }
}
