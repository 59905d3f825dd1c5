import type { AnyRouter } from '@tanstack/react-router'
import i18next from 'i18next'
import { leave, session } from '#kit/web/api.web.ts'
import { closeDialogs, warn } from '#kit/web/dialogs.web.tsx'

/**
 * Ends what is on screen when the session ends: said by the server here, or signed out in another tab. Where another tab signs
 * in, this one begins anew, so that nothing of one person is shown to the next.
 */
export function watchSession(router: AnyRouter) {
  const person = () => session.read()?.company.userId
  let shown = person()
  for (const act of ['login-success', 'logout-success']) addEventListener(act, () => (shown = person()))
  session.onExpired(() => void end())
  addEventListener('storage', ({ key }) => {
    if ((key !== null && key !== 'credentials') || person() === shown) return
    if (person() !== undefined) return location.reload()
    closeDialogs()
    leave()
    void router.invalidate()
  })

  async function end() {
    const ended = session.read()?.userInfo.accessToken
    closeDialogs()
    await warn({
      title: i18next.t('expired.title', { ns: 'shell' }),
      message: i18next.t('expired.text', { ns: 'shell' }),
    })
    closeDialogs()
    // Another tab may have signed in again while the dialog was open.
    if (session.read()?.userInfo.accessToken !== ended) return router.invalidate()
    leave()
    await router.navigate({
      to: '/login',
      search: { redirect: router.state.location.href },
      ignoreBlocker: true,
    })
  }
}
