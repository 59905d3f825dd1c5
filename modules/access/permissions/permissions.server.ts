import { serve } from '#kit/server/module.server.ts'
import { type Language, text } from '#kit/server/texts.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { permissionCatalogue, permissionCodes } from '#modules/permissions.domain.ts'
import { type PermissionRow, permissions } from './permissions.contract.ts'

export const permissionsRouter = serve(permissions, {
  listSelection: ({ actor, language }) => Promise.resolve(listPermissions(permissionCodes, actor, language)),
})

/** These permissions of the catalogue, in its order and the reader's language. */
export const listPermissions = (
  codes: readonly string[],
  actor: Pick<Actor, 'permissions'>,
  language: Language,
): PermissionRow[] =>
  permissionCatalogue
    .filter(({ code }) => codes.includes(code))
    .map(({ code, group }) => ({
      code,
      group,
      groupLabel: text(language, `messages.permissionGroups.${group}`),
      label: text(language, `messages.permissions.${code}.label`),
      description: text(language, `messages.permissions.${code}.description`),
      isHeld: actor.permissions.has(code),
    }))
