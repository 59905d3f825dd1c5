import { answer } from '#kit/server/hooks.server.ts'
import { agreeable } from '#modules/access/public.server.ts'
import { pendingDocuments } from './pending.server.ts'

/** Roles of accounts, and what roles gain, for which others have asked, and to which this person may agree. */
export const pendingAccounts = answer(pendingDocuments, async (db, { actor }) =>
  (await agreeable(db, actor)).map((row) => ({
    subject: { type: 'roleRequest', id: row.id },
    name: row.userName ?? row.roleName,
    kind: 'role',
    since: row.askedAt,
    permission: 'manage_users',
    roles: [],
    inStead: null,
    page: row.userId
      ? `/account-management/user/${row.userId}`
      : `/account-management/company-role/${row.roleId}`,
    by: row.askedBy,
    about: row.roleName,
    value: null,
  })),
)
