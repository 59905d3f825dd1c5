import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { useField, useFormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { RoleDraft, roles } from './roles.contract.ts'
import { type Limit, type LimitType, percentages } from './roles.domain.ts'
import css from './limits.module.css'

const api = bindContract(roles)
const F = fieldsOf(RoleDraft)
const rules = ['none', 'amount', 'unlimited'] as const
type Rule = (typeof rules)[number]
type Types = Awaited<ReturnType<typeof api.listLimitTypes.call>>

const ruleOf = (limit: Limit | undefined): Rule =>
  limit === undefined ? 'none' : limit.isUnlimited ? 'unlimited' : 'amount'

/** The field `limits` of a role: for each type whether it is allowed at all, up to an amount, or without end. */
export function LimitsField() {
  const { form } = useFormScope()
  const { value, onChange, texts } = useField<Limit[]>({ name: 'limits' })
  const types = useQuery(api.listLimitTypes.queryOptions())
  const setRule = (type: LimitType, rule: Rule) => {
    // The faults below it are kept by place in the list, which changes.
    for (const path of Object.keys(form.errors)) if (path.startsWith('limits.')) form.clearFieldError(path)
    const limit = { type, amount: rule === 'unlimited' ? null : '', isUnlimited: rule === 'unlimited' }
    const others = value.filter((one) => one.type !== type)
    onChange(rule === 'none' ? others : [...others, limit])
  }
  const table = (all: Types) => (
    <table className={css.limits}>
      <thead>
        <tr>
          {['type', 'rule', 'amount'].map((column) => (
            <th key={column} scope="col">
              {texts(`limits.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {all.map(({ type, name }) => {
          const at = value.findIndex((limit) => limit.type === type)
          const rule = ruleOf(value[at])
          return (
            <tr key={type}>
              <th scope="row">{name}</th>
              <td>
                <NativeSelect
                  size="xs"
                  aria-label={name}
                  value={rule}
                  onChange={(event) => setRule(type, event.currentTarget.value as Rule)}
                  data={rules.map((one) => ({ value: one, label: texts(`limits.rules.${one}`) }))}
                />
              </td>
              <td className={css.amount}>
                {rule === 'amount' && (
                  <F.Number
                    // A place in the list is a path that the draft's own names do not show.
                    name={`limits.${at}.amount` as 'limits'}
                    label={`${name}: ${texts('fields.limits.amount')}`}
                    suffix={percentages.includes(type) ? '%' : undefined}
                  />
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
  return (
    <Loaded query={types} height={320}>
      {table}
    </Loaded>
  )
}
