import type { ServerModule } from '#kit/server/module.server.ts'
import { catalogueRouter } from './catalogue/catalogue.server.ts'
import { configurationRouter } from './configuration/configuration.server.ts'
import { informationFieldsRouter } from './information-fields/information-fields.server.ts'
import { userSettingsRouter } from './user-settings/user-settings.server.ts'

export const settings: ServerModule = {
  name: 'settings',
  dependsOn: ['organisation', 'access'],
  routers: [userSettingsRouter, configurationRouter, informationFieldsRouter, catalogueRouter],
}
