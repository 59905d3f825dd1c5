import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { totalsOf, type Typed } from '../basket/basket.domain.ts'
import { deals } from '../deals/deals.contract.ts'
import type { Priced } from '../pricing/pricing.contract.ts'
import { type Basket, draftOf, type Drafted, fieldWithoutNumber, roundingOf } from './draft.domain.ts'
import { add, basisOf, type Entry, isWhole, solveNumbers } from './entry.domain.ts'
import type { House } from './house.web.ts'

const api = bindContract(deals)
/** A quick hand types the next figure sooner than this. */
const pause = 120
const renewal = 20_000

/** A line of the basket with what it comes to, and what the server said of it last. */
export interface PricedLine {
  entry: Entry
  typed: Typed
  isWhole: boolean
  /** The place among the lines that are sent; -1 while it is not whole. */
  at: number
  said: Priced['lines'][number] | undefined
  /** The usual rate that holds now, where it is no longer the one that the teller sees. */
  moved: string | undefined
}

const say = (name: string) => dispatchEvent(new CustomEvent(name))
const isMinus = (amount: string) => amount.startsWith('-')
const isNothing = (amount: string) => !/[1-9]/.test(amount)

/** What the basket comes to: computed here at once, and by the server behind it; an older answer than the basket counts for nothing. */
export function usePricing(basket: Basket, house: House, dealId: string | null) {
  const exponent = house.local?.exponent ?? 2
  const typed = basket.entries.map((entry) => {
    const numbers = solveNumbers(entry, house.grainOf(entry.currencyId, entry.accountId !== ''))
    return { entry, typed: numbers, isWhole: isWhole(entry, numbers) }
  })
  const wholes = typed.filter((line) => line.isWhole)
  const amounts = wholes.map(({ entry, typed: { amount = '0' } }) => ({ side: entry.side, amount }))
  // Fees are the server's: those that it said last are in what is paid, until it says others.
  const [former, setFormer] = useState<Priced['totals']>()
  const own = totalsOf(amounts, wholes.length > 0 && former ? [former] : [], exponent)
  const direction = isMinus(own.net) ? ('out' as const) : ('in' as const)
  const modes = house.modes[direction]
  const cashId = modes.find(({ kind }) => kind === 'cash')?.id ?? ''
  const isCash = (id: string) => id === '' || modes.some((mode) => mode.id === id && mode.kind === 'cash')
  const cashUnit = house.local?.cashUnit ?? '0.01'
  const rounding = roundingOf(basket.payments, { net: own.net, cashUnit, exponent, isCash })
  const net = add([own.net, rounding], exponent)
  const payable = net.replace('-', '')
  const draft = draftOf(basket, { lines: wholes, payable, direction, cashId, exponent })
  const wanted = JSON.stringify({ ...draft, dealId })
  const [asked] = useDebouncedValue(wanted, pause)
  const input = useMemo(() => JSON.parse(asked) as Asked, [asked])
  const query = usePrice(input)
  const isCurrent = asked === wanted && query.data !== undefined && !query.isPlaceholderData && !query.isError
  const said = wholes.length > 0 ? query.data : undefined

  if (query.data && query.data.totals !== former) setFormer(query.data.totals)
  const totals = isCurrent && said ? said.totals : { ...own, rounding }

  const lines = typed.map((line): PricedLine => {
    const at = wholes.indexOf(line)
    return { ...line, at, ...saidOf(line.entry, isCurrent && line.isWhole ? said?.lines[at] : undefined) }
  })
  return {
    lines,
    said,
    /** Whether `said` is about the basket as it stands. */
    isCurrent,
    isAsking: query.isFetching,
    error: query.isError && asked === wanted ? query.error : null,
    refetch: query.refetch,
    fees: said?.fees ?? noFees,
    totals,
    net,
    payable,
    isNothing: isNothing(net),
    direction,
    cashId,
    exponent,
    /** The first field that holds no number although something is typed; no deal is sent meanwhile. */
    faulty: fieldWithoutNumber(basket, ({ modeId }) => direction === 'in' && isCash(modeId)),
    /** The deal as it would be sent now, with the rates and the notes to hand out that the teller sees. */
    draft: () => ({
      ...draft,
      payout: (isCurrent && said?.payout) || [],
      lines: draft.lines.map((line, index) => ({
        ...line,
        usualRate: wholes[index]?.entry.usual ?? null,
        pieces: line.pieces.length > 0 || !isCurrent ? line.pieces : (said?.lines[index]?.suggested ?? []),
      })),
    }),
  }
}
export type Pricing = ReturnType<typeof usePricing>

type Asked = Drafted & { dealId: string | null }

/** Asks the server for the price of a basket, and again while it stays on the screen. */
function usePrice(input: Asked) {
  const options = api.price.queryOptions(input)
  return useQuery({
    ...options,
    // Somebody may have added what was missing, in another window.
    refetchOnWindowFocus: 'always',
    queryFn: async (context) => {
      say('request-calc-transaction-fee')
      const answer = await options.queryFn(context)
      say('after-calc-transaction-fee')
      return answer
    },
    enabled: input.lines.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: renewal,
    gcTime: 60_000,
    retry: false,
  })
}

/** What the server said of a line, if it is of this one, and the usual rate where that has moved. */
function saidOf(entry: Entry, one: PricedLine['said']): Pick<PricedLine, 'said' | 'moved'> {
  if (one?.currencyId !== entry.currencyId || one.side !== entry.side)
    return { said: undefined, moved: undefined }
  const hasMoved = entry.usualFor === basisOf(entry) && Number(one.usualRate) !== Number(entry.usual)
  return { said: one, moved: hasMoved ? one.usualRate : undefined }
}

const noFees: Priced['fees'] = []

/** A quantity that was just typed may have another usual rate, as larger amounts do: it is taken over with its answer. */
export function useUsualRates(
  lines: readonly PricedLine[],
  put: (key: number, part: Partial<Entry>) => void,
) {
  const news = lines.flatMap(({ entry, said }) => {
    const usualFor = basisOf(entry)
    return said && entry.usualFor !== usualFor ? [{ key: entry.key, usual: said.usualRate, usualFor }] : []
  })
  const text = JSON.stringify(news)
  const take = useEffectEvent((found: typeof news) => {
    for (const { key, ...part } of found) put(key, part)
  })
  useEffect(() => take(JSON.parse(text) as typeof news), [text])
}
