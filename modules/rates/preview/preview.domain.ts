import { Exact } from '#kit/domain/decimals.domain.ts'
import {
  type EffectiveRate,
  type Margin,
  plainAmount,
  type RateParts,
  type RateScope,
  withMargin,
} from '../effective/effective.domain.ts'

/** What made a rate: its rule, and each side before it was rounded, where rounding changed it. */
export interface Reasons {
  rule: (RateScope & { currencyId: string | null }) | undefined
  margin: Margin | undefined
  exactBuy: string | null
  exactSell: string | null
  /** Between the sides, as a fraction of the mid. */
  spread: string | null
}

/** Says of an effective rate how it came about, from the parts that it was made of. */
export function reasonsOf(rate: EffectiveRate, parts: Pick<RateParts, 'margins' | 'customRates'>): Reasons {
  const margin = parts.margins.find(({ id }) => id === rate.rule.id)
  const custom = parts.customRates.find(({ id }) => id === rate.rule.id)
  const mid = new Exact(rate.mid)
  const sides = margin ? withMargin(rate.mid, margin) : { buy: custom?.buy ?? mid, sell: custom?.sell ?? mid }
  const exact = (side: 'buy' | 'sell') => {
    const [shown, before] = [rate[side], new Exact(sides[side])]
    return shown === null || before.equals(shown) ? null : plainAmount(before.toFixed(16))
  }
  const { buy, sell } = rate
  return {
    rule: margin ?? custom,
    margin,
    exactBuy: exact('buy'),
    exactSell: exact('sell'),
    spread:
      buy === null || sell === null
        ? null
        : plainAmount(new Exact(sell).minus(buy).dividedBy(mid).toFixed(8)),
  }
}
