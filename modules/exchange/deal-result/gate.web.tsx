import { groupDigits, percent } from '#kit/web/format.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Priced } from '../deals/deals.contract.ts'
import css from './result.module.css'

type Gate = Pick<Priced['gates'][number], 'kind' | 'reason' | 'rule' | 'source' | 'value' | 'limit'>

/** The reasons whose value is a fraction; the others are amounts. */
const fractions = new Set(['rateDeviation'])

/** Why a gate is shut: what was found against which limit, by which rule, after which text. */
export function GateText({ gate }: { gate: Gate }) {
  const texts = useTexts('exchange:gates')
  const { kind, reason, rule, source, value, limit } = gate
  const shown = (text: string) => (fractions.has(reason) ? percent(text) : groupDigits(text))
  const isNumber = /^-?\d/.test(value)
  return (
    <span className={css.gate}>
      <strong>{texts(`kinds.${kind}`)}</strong>{' '}
      <span>
        {texts(`reasons.${reason}`)}
        {isNumber && ` ${shown(value)}`}
        {limit !== null && ` ${texts('limit', { limit: shown(limit) })}`}
      </span>
      <Source rule={rule} source={source} />
    </span>
  )
}

/** Which rule says so, after which text. */
export function Source({ rule, source }: Pick<Gate, 'rule' | 'source'>) {
  const texts = useTexts('exchange:gates')
  const name = rule && texts(`rules.${rule}`, { defaultValue: rule })
  return name || source ? <small>{[name, source].filter(Boolean).join(' · ')}</small> : null
}
