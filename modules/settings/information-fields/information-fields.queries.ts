import type { Db } from '#kit/server/database.server.ts'
import type { FieldRule } from './information-fields.domain.ts'

/** The rules that the company changed. */
export const listChangedRules = (db: Db): Promise<FieldRule[]> =>
  db
    .selectFrom('settings.informationField')
    .select(['customerType', 'fieldCode', 'option', 'actionCode'])
    .execute() as Promise<FieldRule[]>

export const keep = (db: Db, rules: readonly FieldRule[]) =>
  db
    .insertInto('settings.informationField')
    .values([...rules])
    .onConflict((conflict) =>
      conflict.constraint('information_field_key').doUpdateSet((eb) => ({
        option: eb.ref('excluded.option'),
        actionCode: eb.ref('excluded.actionCode'),
      })),
    )
    .execute()
