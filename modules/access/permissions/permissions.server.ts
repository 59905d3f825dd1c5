import { serve } from '#kit/server/module.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { permissionCatalogue } from '#modules/permissions.domain.ts'
import { permissions } from './permissions.contract.ts'

export const permissionsRouter = serve(permissions, {
  listSelection: ({ actor, language }) =>
    Promise.resolve(
      permissionCatalogue.map(({ code, group }) => ({
        code,
        group,
        groupLabel: text(language, `messages.permissionGroups.${group}`),
        label: text(language, `messages.permissions.${code}.label`),
        description: text(language, `messages.permissions.${code}.description`),
        isHeld: actor.permissions.has(code),
      })),
    ),
})
