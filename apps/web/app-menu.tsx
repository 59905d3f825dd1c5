import { Menu } from '@mantine/core'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { layout } from '#kit/web/layout.web.ts'
import type { AppCode } from '#modules/pages.domain.ts'
import { AppButton } from './app-button.tsx'
import { firstLink, useMenu } from './menu.ts'

/** The apps to switch between; another one begins at the first page of its menu. */
export function AppMenu() {
  const { t } = useTranslation(['shell', 'modules'])
  const navigate = useNavigate()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const { apps = [], app } = useMenu(pathname) ?? {}
  if (!app) return null
  const choose = async (code: AppCode) => {
    if (code === app) return
    const to = await firstLink(code)
    await navigate({ to })
    // Who stays with what they were typing stays in the app.
    if (location.pathname === to) layout.change({ app: code })
  }
  return (
    <Menu position="bottom-start" width={220} shadow="md" offset={6} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <AppButton app={app} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('apps.title')}>
        <Menu.RadioGroup value={app} onChange={(code) => void choose(code as AppCode)}>
          {apps.map((code) => (
            <Menu.RadioItem key={code} value={code}>
              {t(`modules:apps.${code}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
