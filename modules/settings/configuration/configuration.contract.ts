import * as z from 'zod'
import { controls, read, reserveForCompany, write } from '#kit/contract/endpoint.contract.ts'
import { type ConfigKey, configKeys } from './configuration.domain.ts'

const Key = z.enum(Object.keys(configKeys) as [ConfigKey, ...ConfigKey[]])
const Type = z.literal([0, 1, 2])

const Config = z.strictObject({ key: Key, customerType: Type, value: z.string() })
export type Config = z.output<typeof Config>

/** An empty value takes a customer type's own value away: that for all customers holds again. */
const Change = z
  .strictObject({ key: Key, customerType: Type, value: z.string().max(20) })
  .refine(({ key, customerType, value }) => {
    const { values, byCustomerType } = configKeys[key]
    if (customerType !== 0 && !byCustomerType) return false
    const isOne = typeof values === 'function' ? values(value) : (values as readonly string[]).includes(value)
    return isOne || (customerType !== 0 && value === '')
  })

const path = '/possetting/config'
const permission = 'update_general_settings'

export const configuration = reserveForCompany(
  controls({
    getByKey: read({
      path: `${path}/getByKey`,
      permission: 'signedIn',
      input: z.strictObject({ key: Key, customerType: z.coerce.number().pipe(Type).optional() }),
      output: Config,
    }),
    /** What is kept, and nothing for what is at its default. */
    list: read({ path: `${path}/list`, permission: 'signedIn', output: z.array(Config) }),
    update: write({
      path: `${path}/update`,
      kind: 'UPDATE',
      permission,
      input: z.strictObject({ settings: z.array(Change).min(1).max(20) }),
      output: z.array(Config),
    }),
    /** Before anybody has signed in; null while the companies here have set none, or several. */
    signInLanguage: read({
      path: `${path}/signInLanguage`,
      permission: 'anyone',
      output: z.strictObject({ language: z.enum(configKeys.DEFAULT_LANGUAGE.values).nullable() }),
    }),
    version: read({
      path: '/possetting/system/version',
      permission: 'signedIn',
      output: z.strictObject({ version: z.string() }),
    }),
  }),
)
