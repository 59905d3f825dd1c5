import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Late } from '#kit/web/late.web.tsx'
import { layout } from '#kit/web/layout.web.ts'
import { AppButton } from './app-button.tsx'
import { useMenu } from './menu.ts'

const menu = () => import('./app-menu.tsx').then((m) => m.AppMenu)

/** The current app in the header, and the choice of another; not there for who has one app only. */
export function AppSwitcher() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const { apps = [], app } = useMenu(pathname) ?? {}
  useEffect(() => {
    if (app && app !== layout.get().app) layout.change({ app })
  }, [app])
  if (!app || apps.length < 2) return null
  return (
    <Late load={menu}>
      <AppButton app={app} aria-haspopup="menu" />
    </Late>
  )
}
