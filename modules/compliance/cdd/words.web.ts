import { useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { type Texts, valueText } from '#kit/web/texts.web.ts'
import { informationFields } from '#modules/settings/information-fields/information-fields.contract.ts'
import type { Nature, Terms } from '../rules/rules.domain.ts'

export const place = 'compliance:cdd'
export const home = '/settings/cdd-ecdd'

const fieldsApi = bindContract(informationFields)

/** What the fields of customers are called, by their codes. */
export function useFieldNames(): (code: string) => string {
  const { data = [] } = useQuery(fieldsApi.fields.queryOptions())
  return (code) => data.find((one) => one.code === code)?.name ?? code
}

/** What a rule is called: a law's by the catalogue, the company's own by itself. */
export const ruleName = (
  texts: Texts,
  { code, name, pack }: { code: string; name: string; pack: string | null },
) => (pack === null ? name : texts(`rules.${code}`))

/** When a rule applies: `≥ 3,000 MYR, one deal`. */
export function triggerText(
  texts: Texts,
  rule: Pick<Nature, 'currency' | 'metric'> & Pick<Terms, 'amount' | 'days' | 'operator'>,
) {
  const sign = rule.operator === '>=' ? '≥' : '>'
  const amount = `${sign} ${groupDigits(rule.amount)}${rule.currency ? ` ${rule.currency}` : ''}`
  return texts('trigger', { amount, over: texts(`over.${rule.metric}`, { count: rule.days ?? 1 }) })
}

/** What follows once a rule is crossed, in a few words. */
export function demandText(texts: Texts, rule: Terms) {
  const parts = [
    rule.isBlocking && texts('values.isBlocking.true'),
    rule.tier !== null && valueText(texts, 'tier', rule.tier),
    ...rule.documents.map((one) => valueText(texts, 'documents', one)),
    rule.approveRole !== null &&
      texts('approvedBy', { role: valueText(texts, 'approveRole', rule.approveRole) }),
    rule.report !== null && valueText(texts, 'report', rule.report),
  ]
  return parts.filter((part) => part !== false).join(' · ')
}
