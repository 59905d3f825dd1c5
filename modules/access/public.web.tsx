import { lazy, Suspense } from 'react'
import { bindContract, leave, session } from '#kit/web/api.web.ts'
import { loadTexts } from '#kit/web/i18n.web.ts'
import { signIn } from './sign-in/sign-in.contract.ts'
import { asking } from './step-up/ask.web.ts'

export { askForCounter } from './ask-counter.web.ts'
export { preferCounter } from './preferred.web.ts'
export { askProof } from './step-up/ask.web.ts'

const api = bindContract(signIn)

/** Where the person works now, as a button that opens the choice of another place. */
export const WorkspaceChip = lazy(() =>
  import('./workspaces/chip.web.tsx').then((m) => ({ default: m.WorkspaceChip })),
)

/** The dialog in which a person changes the own password. */
export const ChangePassword = lazy(() =>
  import('./passwords/passwords.web.tsx').then((m) => ({ default: m.ChangePassword })),
)

const StepUpDialog = lazy(async () => {
  const [{ StepUp: dialog }] = await Promise.all([import('./step-up/step-up.web.tsx'), loadTexts('access')])
  return { default: dialog }
})

/** Where a person is asked to show again who they are; once in the application. */
export function StepUp() {
  const answer = asking.use()
  return answer ? (
    <Suspense>
      <StepUpDialog onAnswer={answer} />
    </Suspense>
  ) : null
}

/** Whether the person works at a counter now; false where that cannot be found out. */
export const isAtCounter = async () => (await import('./calls.web.ts')).isAtCounter()
export const askCalendar = async () => (await import('./calls.web.ts')).askCalendar()

/** Ends the session here and on the server; here also when the server cannot be reached. */
export function logOut() {
  const refreshToken = session.read()?.userInfo.refreshToken
  // Here first: what the server then says about the ended session is no news.
  leave()
  // Unheard, the server ends it by itself when the tokens run out.
  api.logout.call({ refreshToken }).catch(() => {})
}

/** The page around what is open to anyone: brand, language, and a box in the middle. */
export const Frame = lazy(async () => {
  const [{ Frame: page }] = await Promise.all([import('./frame.web.tsx'), loadTexts('access')])
  return { default: page }
})
