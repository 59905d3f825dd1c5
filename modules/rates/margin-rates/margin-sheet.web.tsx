import { Select } from '@mantine/core'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { fractionOf } from '#kit/web/format.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { type MarginKind, marginKinds, plainAmount, withMargin } from '../effective/effective.domain.ts'
import { PairSheet } from '../pair-rates/pair-sheet.web.tsx'
import { amountOf, percentageOf } from '../pair-rates/typed.domain.ts'
import { ScopeBar } from '../scoped-rates/scoped-rates.web.tsx'
import { type MarginPrice, marginRates, MarginScope } from './margin-rates.contract.ts'

const api = bindContract(marginRates)
const place = 'rates:marginRates'

/** Margins of every pair for one scope, as a sheet; all that is typed is of one kind. */
export function MarginSheet() {
  const texts = useTexts(place)
  const [kind, setKind] = useState<MarginKind>('percent')
  const fields = kind === 'pips' ? ['buy', 'sell', 'pipSize'] : ['buy', 'sell']
  return (
    <PairSheet
      key={kind}
      {...{ place, api, fields }}
      home="/settings/margin-rate"
      scope={MarginScope}
      read={(typed, holds) => read(kind, typed, holds)}
      show={show}
      deals={deals}
      above={
        <>
          <Select
            label={texts('typedAs')}
            data={marginKinds.map((value) => ({ value, label: texts(`values.kind.${value}`) }))}
            value={kind}
            onChange={(value) => setKind(value ?? 'percent')}
          />
          <ScopeBar />
        </>
      }
    />
  )
}

/** What is not typed stays as it holds, where that is of the same kind. */
function read(
  kind: MarginKind,
  typed: readonly string[],
  holds: MarginPrice | null,
): MarginPrice | undefined {
  const held = holds?.kind === kind ? holds : null
  const side = (text: string, now: string | null | undefined) => {
    if (text.trim() === '') return now ?? undefined
    const given = amountOf(kind === 'percent' ? text.replace('%', '') : text)
    const amount = given !== undefined && kind === 'percent' ? fractionOf(given) : given
    return amount !== undefined && /^\d+(\.\d{1,8})?$/.test(amount) ? amount : undefined
  }
  const buy = side(typed[0] ?? '', held?.buy)
  const sell = side(typed[1] ?? '', held?.sell)
  const pipSize = kind === 'pips' ? side(typed[2] ?? '', held?.pipSize) : null
  return buy === undefined || sell === undefined || pipSize === undefined
    ? undefined
    : { kind, buy, sell, pipSize }
}

function show({ kind, buy, sell, pipSize }: MarginPrice): string[] {
  const side = (amount: string) => (kind === 'percent' ? `${percentageOf(amount)}%` : amount)
  return [side(buy), side(sell), ...(pipSize === null ? [] : [pipSize])]
}

function deals(margin: MarginPrice, mid: string) {
  const { buy, sell } = withMargin(mid, margin)
  const shown = (side: typeof buy) => (side.greaterThan(0) ? plainAmount(side.toFixed(8)) : null)
  return { buy: shown(buy), sell: shown(sell) }
}
