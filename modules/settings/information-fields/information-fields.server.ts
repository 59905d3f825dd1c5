import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { customerTypes } from '../configuration/configuration.domain.ts'
import { informationFields } from './information-fields.contract.ts'
import {
  customizableFields,
  fieldActions,
  fieldOptions,
  fieldRules,
  type FieldRule,
  fieldTypes,
} from './information-fields.domain.ts'
import * as queries from './information-fields.queries.ts'

type Speaking = Pick<Ctx, 'language'>
const named = ({ language }: Speaking, kind: string, codes: readonly string[]) =>
  codes.map((code) => ({ code, name: text(language, `messages.${kind}.${code}`) }))

export const informationFieldsRouter = serve(informationFields, {
  list: ({ db }) => list(db),
  update: async ({ db, input }) => {
    // One statement may not touch a row twice: the last word on a field counts.
    const rules = new Map(input.fields.map((rule) => [`${rule.customerType}/${rule.fieldCode}`, rule]))
    await queries.keep(db, [...rules.values()])
    return list(db)
  },
  customerTypes: ({ language }) =>
    Promise.resolve(
      Object.entries(customerTypes)
        .filter(([, id]) => id !== customerTypes.None)
        .map(([code, id]) => ({ id, name: text(language, `messages.customerTypes.${code}`) })),
    ),
  options: (ctx) => Promise.resolve(named(ctx, 'fieldOptions', fieldOptions)),
  actions: (ctx) => Promise.resolve(named(ctx, 'fieldActions', fieldActions)),
  fields: (ctx) =>
    Promise.resolve(
      fieldTypes.flatMap((customerType) =>
        named(ctx, 'fields', customizableFields[customerType]).map((one) => ({ ...one, customerType })),
      ),
    ),
})

const list = async (db: Db): Promise<FieldRule[]> => fieldRules(await queries.listChangedRules(db))
