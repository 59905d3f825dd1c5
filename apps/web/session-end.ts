import type { AnyRouter } from '@tanstack/react-router'
import i18next from 'i18next'
import { leave, session } from '#kit/web/api.web.ts'
import { closeDialogs, warn } from '#kit/web/dialogs.web.tsx'

/** Ends what is on screen when the session ends: said by the server here, or signed out in another tab. */
export function watchSession(router: AnyRouter) {
  session.onExpired(() => void end())
  addEventListener('storage', (event) => {
    if ((event.key === null || event.key === 'credentials') && !session.read()) {
      leave()
      void router.invalidate()
    }
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
