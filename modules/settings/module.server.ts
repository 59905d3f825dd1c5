import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { passwordRules, selvesDays } from '#modules/access/public.server.ts'
import { catalogueRouter } from './catalogue/catalogue.server.ts'
import { configurationRouter, daysOfSelves, rulesOfPasswords } from './configuration/configuration.server.ts'
import { informationFieldsRouter } from './information-fields/information-fields.server.ts'
import { userSettingsRouter } from './user-settings/user-settings.server.ts'

export const settings: ServerModule = {
  name: 'settings',
  dependsOn: ['organisation', 'access'],
  routers: [userSettingsRouter, configurationRouter, informationFieldsRouter, catalogueRouter],
  answers: [
    answer(passwordRules, (db) => rulesOfPasswords(db)),
    answer(selvesDays, (db) => daysOfSelves(db)),
  ],
}
