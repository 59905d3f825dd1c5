import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { bindContract, can } from '#kit/web/api.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { companyStructure } from '../calls.web.ts'
import { roles } from '../roles/roles.contract.ts'
import { users } from '../users/users.contract.ts'
import { below } from '../workspaces/places.domain.ts'

const userApi = bindContract(users)
const roleApi = bindContract(roles)

/** What an act of the audit is called, such as `branch.update`; the act itself where there are no words for it. */
export function useActText() {
  const texts = useTexts('access:userAudit')
  return useCallback((act: string) => texts(`acts.${act}`, { defaultValue: act }), [texts])
}

/** The audit of one person, as an address of the list. */
export const auditOf = (userId: string) => ({
  to: '/account-management/user-audit',
  search: { filter: [['userId', 'Equals', [userId]]] },
})

/** The name behind an id, where it is one of a person, a role or a place that the reader can see. */
export function useNames(): (id: string) => string | undefined {
  const people = useQuery(userApi.listSelection.queryOptions()).data
  const root = useQuery(companyStructure).data
  const mayRead = can('view_roles', 'view_users')
  const held = useQuery({ ...roleApi.listSelection.queryOptions(), enabled: mayRead }).data
  const names = useMemo(() => {
    const places = root ? [root, ...below(root)] : []
    return new Map([...(people ?? []), ...(held ?? []), ...places].map(({ id, name }) => [id, name]))
  }, [people, root, held])
  return useCallback((id: string) => names.get(id), [names])
}
