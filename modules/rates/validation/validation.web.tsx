import * as z from 'zod'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { queryClient } from '#kit/web/queries.web.ts'
import { rateValidation } from './validation.contract.ts'
import { rateRules, type RuleLimits } from './validation.domain.ts'

const api = bindContract(rateValidation)

const Limit = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,8})?$/)
  .nullable()
const one = { warn: Limit, block: Limit, isEnabled: z.boolean() }
type Key = `${(typeof rateRules)[number]}${'Warn' | 'Block' | 'On'}`
const Form = z.strictObject(
  Object.fromEntries(
    rateRules.flatMap((rule) => [
      [`${rule}Warn`, one.warn],
      [`${rule}Block`, one.block],
      [`${rule}On`, one.isEnabled],
    ]),
  ) as Record<Key, z.ZodType>,
)
type Values = Record<string, string | boolean | null>
const F = fieldsOf(Form)

const get = {
  queryOptions: () => ({
    queryKey: ['/posrate/ratevalidation', 'form'],
    queryFn: () => queryClient.fetchQuery({ ...api.list.queryOptions(), staleTime: 0 }),
  }),
}

const valuesOf = (all: readonly RuleLimits[]): Values =>
  Object.fromEntries(
    all.flatMap(({ rule, warn, block, isEnabled }) => [
      [`${rule}Warn`, warn ?? ''],
      [`${rule}Block`, block ?? ''],
      [`${rule}On`, isEnabled],
    ]),
  )

const save = (values: Values) =>
  api.update.call({
    rules: rateRules.map((rule) => ({
      rule,
      warn: (values[`${rule}Warn`] as string | null) || null,
      block: (values[`${rule}Block`] as string | null) || null,
      isEnabled: values[`${rule}On`] === true,
    })),
  })

/** The rules that rates must pass: from which deviation on a reason is asked for, and from which it is refused. */
export const RateValidation = () => (
  <FormPage
    texts="rates:validation"
    draft={Form}
    api={{ getById: get }}
    guard={api.update}
    id=""
    back="/settings/base-rate"
    toValues={(row: RuleLimits[]) => valuesOf(row) as never}
    save={(values) => save(values as Values)}
  >
    {rateRules.map((rule) => (
      <FieldGroup key={rule} name={rule}>
        <F.Switch name={`${rule}On`} />
        <FieldRow>
          <F.Number name={`${rule}Warn`} percent={rule !== 'stale'} />
          <F.Number name={`${rule}Block`} percent={rule !== 'stale'} />
        </FieldRow>
      </FieldGroup>
    ))}
  </FormPage>
)
