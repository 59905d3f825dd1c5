import * as z from 'zod'
import { controls, read, reserveForCompany, write } from '#kit/contract/endpoint.contract.ts'
import { fieldActions, fieldOptions, isCustomizable } from './information-fields.domain.ts'

const Type = z.literal([1, 2])
const Rule = z.strictObject({
  customerType: Type,
  fieldCode: z.string().max(40),
  option: z.enum(fieldOptions),
  /** Only a required field can warn or stop. */
  actionCode: z.enum(fieldActions),
})

const isSound = ({ customerType, fieldCode, option, actionCode }: z.output<typeof Rule>) =>
  isCustomizable(customerType, fieldCode) && (option === 'REQUIRED' || actionCode === 'NONE')

const Named = z.strictObject({ code: z.string(), name: z.string() })
const catalogue = '/poscatalogue/setting'

export const informationFields = reserveForCompany(
  controls({
    list: read({ path: '/settings/fields', permission: 'signedIn', output: z.array(Rule) }),
    update: write({
      path: '/settings/fields/update',
      kind: 'UPDATE',
      permission: 'manage_information_fields',
      input: z.strictObject({ fields: z.array(Rule.refine(isSound)).min(1).max(100) }),
      output: z.array(Rule),
    }),
    customerTypes: read({
      path: `${catalogue}/getCustomerTypes`,
      permission: 'signedIn',
      output: z.array(z.strictObject({ id: z.int(), name: z.string() })),
    }),
    options: read({ path: `${catalogue}/getFieldOptions`, permission: 'signedIn', output: z.array(Named) }),
    actions: read({
      path: `${catalogue}/getFieldOptionActionCodes`,
      permission: 'signedIn',
      output: z.array(Named),
    }),
    fields: read({
      path: `${catalogue}/selectCustomizableFields`,
      permission: 'signedIn',
      output: z.array(z.strictObject({ ...Named.shape, customerType: Type })),
    }),
  }),
)
