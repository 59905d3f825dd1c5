import { Exact } from '#kit/domain/decimals.domain.ts'
import { percent } from '#kit/web/format.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { deviationOf, type Side } from '../basket/basket.domain.ts'

interface Dealt {
  side: Side
  rate: string
  usualRate: string
}

/** How far a rate is above or below the board's, and for whom that is better; nothing at the board rate. */
export function Deviation({ side, rate, usualRate }: Dealt) {
  const texts = useTexts('exchange:gates')
  const deviation = deviationOf(side, rate, usualRate)
  if (deviation === '0') return null
  const sign = new Exact(rate).greaterThan(usualRate) ? '+' : '−'
  const favour = deviation.startsWith('-') ? 'house' : 'customer'
  return (
    <>
      {sign}
      {percent(deviation.replace('-', ''))} {texts(`favours.${favour}`)}
    </>
  )
}
