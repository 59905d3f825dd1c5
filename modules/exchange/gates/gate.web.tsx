import { amountText, percent } from '#kit/web/format.web.ts'
import { type Texts, useTexts } from '#kit/web/texts.web.ts'
import type { OpenGate } from './gates.contract.ts'
import { isOfRate } from './gates.domain.ts'
import css from './gates.module.css'

export type Gate = Pick<OpenGate, 'kind' | 'reason' | 'rule' | 'source' | 'value' | 'limit' | 'approveRole'>

/** What a rule found or allows: a share, or an amount, whose part of a unit has two digits at least; a word stays as it is. */
export function gateFigure(reason: string, text: string): string {
  if (!/^-?\d/.test(text)) return text
  return isOfRate(reason) ? percent(text) : amountText(text, text.includes('.') ? 2 : 0)
}

/** Which role must agree, or one above it; empty where the right is enough. */
export const approverText = (texts: Texts, { approveRole }: Pick<Gate, 'approveRole'>) =>
  approveRole === null ? '' : texts('approver', { role: texts(`approvers.${approveRole}`) })

const wordOf = ({ rule, reason }: Gate) =>
  reason === 'stockMinimum' ? 'below' : rule === 'rateValidation' ? 'from' : 'limit'

/** What was found against which limit, and who is asked. */
function reasonText(texts: Texts, gate: Gate): string {
  const { reason, value, limit } = gate
  return [
    texts(`reasons.${reason}`),
    /^-?\d/.test(value) && gateFigure(reason, value),
    limit !== null && texts(wordOf(gate), { limit: gateFigure(reason, limit) }),
    approverText(texts, gate),
  ]
    .filter(Boolean)
    .join(' ')
}
const ruleText = (texts: Texts, rule: string) => rule && texts(`rules.${rule}`, { defaultValue: rule })

/** Why a gate is shut: what was found against which limit, by which rule, after which text. */
export function GateText({ gate }: { gate: Gate }) {
  const texts = useTexts('exchange:gates')
  return (
    <span className={css.gate}>
      <strong>{texts(`kinds.${gate.kind}`)}</strong> <span>{reasonText(texts, gate)}</span>
      <Source rule={gate.rule} source={gate.source} />
    </span>
  )
}

/** The same in one line, for a row of a list. */
export const gateLine = (texts: Texts, gate: Gate): string =>
  [`${texts(`kinds.${gate.kind}`)}: ${reasonText(texts, gate)}`, ruleText(texts, gate.rule)]
    .filter(Boolean)
    .join(', ')

/** Which rule says so, after which text. */
export function Source({ rule, source }: Pick<Gate, 'rule' | 'source'>) {
  const texts = useTexts('exchange:gates')
  const name = ruleText(texts, rule)
  return name || source ? <small>{[name, source].filter(Boolean).join(' · ')}</small> : null
}
