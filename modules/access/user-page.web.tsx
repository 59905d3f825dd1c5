import { can } from '#kit/web/api.web.ts'
import { UserFactors } from './factor-resets/factor-resets.web.tsx'
import { RoleRequests, Widenings } from './role-requests/role-requests.web.tsx'
import { RoleDetail } from './roles/roles.web.tsx'
import { RecentActs } from './user-audit/recent-acts.web.tsx'
import { UserDetail } from './users/users.web.tsx'

/** The page of a user, with the second factors and the last acts of the person. */
export const UserPage = () => (
  <UserDetail
    side={can('view_user_audit') ? ({ id }) => <RecentActs userId={id} /> : undefined}
    below={({ id }) => (
      <>
        <RoleRequests userId={id} />
        <UserFactors userId={id} />
      </>
    )}
  />
)

/** The page of a role, with the permissions that wait for a second person. */
export const RolePage = () => <RoleDetail below={({ id }) => <Widenings roleId={id} />} />
