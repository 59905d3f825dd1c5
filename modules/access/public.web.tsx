import { lazy } from 'react'
import { leave, session } from '#kit/web/api.web.ts'
import { queryClient } from '#kit/web/queries.web.ts'
import { workspaceTypes } from '#modules/organisation/structure/structure.domain.ts'
import { currentWorkspace, signInCalls } from './calls.web.ts'

/** Where the person works now, as a button that opens the choice of another place. */
export const WorkspaceChip = lazy(() =>
  import('./workspaces/workspaces.web.tsx').then((m) => ({ default: m.WorkspaceChip })),
)

/** The dialog in which a person changes the own password. */
export const ChangePassword = lazy(() =>
  import('./sign-in/passwords.web.tsx').then((m) => ({ default: m.ChangePassword })),
)

/** Whether the person works at a counter now; false where that cannot be found out. */
export const isAtCounter = () =>
  queryClient.fetchQuery(currentWorkspace).then(
    ({ type, counterId }) => type === workspaceTypes.Counter && counterId !== null,
    () => false,
  )

/** Ends the session here and on the server; here also when the server cannot be reached. */
export async function logOut() {
  const refreshToken = session.read()?.userInfo.refreshToken
  try {
    await (await signInCalls()).logout.call({ refreshToken })
  } catch {
    // The server ends it by itself when the tokens run out.
  }
  leave()
}
