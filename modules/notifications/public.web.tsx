import { lazy, Suspense } from 'react'
import { Late } from '#kit/web/late.web.tsx'

const Bell = lazy(() => import('./messages/bell.web.tsx').then((m) => ({ default: m.Bell })))
const panel = () => import('./messages/messages.web.tsx').then((m) => m.MessagePanel)

/** The bell of the header with its number of unread messages; the panel that it opens is loaded behind it. */
export const Notifications = () => (
  <Suspense fallback={<span style={{ width: 36 }} />}>
    <Late load={panel}>
      <Bell aria-haspopup="dialog" />
    </Late>
  </Suspense>
)
