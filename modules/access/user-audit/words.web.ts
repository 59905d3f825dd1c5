import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { bindContract, can } from '#kit/web/api.web.ts'
import type { Texts } from '#kit/web/texts.web.ts'
import { companyStructure } from '../calls.web.ts'
import { permissions } from '../permissions/permissions.contract.ts'
import { roles } from '../roles/roles.contract.ts'
import { users } from '../users/users.contract.ts'
import { below } from '../workspaces/places.domain.ts'
import { speakers, termOfColumn } from './changes.domain.ts'

const userApi = bindContract(users)
const roleApi = bindContract(roles)
const permissionApi = bindContract(permissions)

/**
 * The words of the audit: those of its pages, then those that every module says under `audit` of its own catalogue. A column
 * that has none is called as the field is on the screens.
 */
export function useAuditTexts(): Texts {
  const { t } = useTranslation([...speakers, 'modules', 'kit'])
  return useCallback(
    (key, values) => {
      const own = [`access:userAudit.${key}`, ...speakers.map((module) => `${module}:audit.${key}`)]
      return t([...own, `modules:terms.${termOfColumn(key)}`, `kit:${key}`], values ?? {})
    },
    [t],
  )
}

/** What an act of the audit is called, such as `branch.update`; the act itself where there are no words for it. */
export function useActText() {
  const texts = useAuditTexts()
  return useCallback((act: string) => texts(`acts.${act}`, { defaultValue: act }), [texts])
}

/** The audit of one person, as an address of the list. */
export const auditOf = (userId: string) => ({
  to: '/account-management/user-audit',
  search: { filter: [['userId', 'Equals', [userId]]] },
})

/** The name behind an id or code: of a person, a role, a place or a permission that the reader can see. */
export function useNames(): (id: string) => string | undefined {
  const people = useQuery(userApi.listSelection.queryOptions()).data
  const root = useQuery(companyStructure).data
  const mayRead = can('view_roles', 'view_users')
  const held = useQuery({ ...roleApi.listSelection.queryOptions(), enabled: mayRead }).data
  const rights = useQuery({ ...permissionApi.listSelection.queryOptions(), enabled: can('view_roles') }).data
  const names = useMemo(() => {
    const places = root ? [root, ...below(root)] : []
    const named = [...(people ?? []), ...(held ?? []), ...places].map(({ id, name }) => [id, name] as const)
    return new Map([...named, ...(rights ?? []).map(({ code, label }) => [code, label] as const)])
  }, [people, root, held, rights])
  return useCallback((id: string) => names.get(id), [names])
}
