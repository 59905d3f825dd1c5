import { Menu } from '@mantine/core'
import {
  IconAdjustments,
  IconCreditCard,
  IconKey,
  IconLogout,
  IconPalette,
  IconShieldLock,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { switchLanguage } from '#kit/web/i18n.web.ts'
import { type Language, layout, offeredLanguages } from '#kit/web/layout.web.ts'
import { showError } from '#kit/web/failures.web.ts'
import { keepSettings } from '#modules/settings/public.web.ts'
import { ChangePassword, logOut } from '#modules/access/public.web.tsx'
import { AccountButton, useFullName } from './account-button.tsx'
import { mayOpen, screens } from './manifests.ts'
import { iconOf } from './menu-icons.ts'
import css from './account-menu.module.css'

const LayoutPanel = lazy(() => import('./layout-panel.tsx').then((m) => ({ default: m.LayoutPanel })))

const subscription = '/company-subscription'

/** Who is signed in, and what concerns that person: password, language, appearance, subscription, leaving. */
export function AccountMenu() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const { language } = layout.use()
  const [isChanging, setChanging] = useState(false)
  const [showsLayout, setShowsLayout] = useState(false)
  const fullName = useFullName()
  const hasSubscription = screens.some((screen) => screen.path === subscription && mayOpen(screen))

  const out = async () => {
    logOut()
    await navigate({ to: '/login', ignoreBlocker: true })
  }
  const choose = async (one: Language) => {
    await switchLanguage(one)
    await keepSettings([{ settingType: 'Language', value: { code: one } }]).catch(showError)
  }
  const askOut = async () => {
    if (await confirm({ message: t('account.logoutQuestion'), confirm: t('account.logout') })) await out()
  }
  return (
    <>
      <Menu position="bottom-end" width={240} shadow="md" offset={6} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <AccountButton />
        </Menu.Target>
        <Menu.Dropdown aria-label={t('account.title')}>
          <Menu.Label className={css.person}>{fullName}</Menu.Label>
          <Menu.Item leftSection={<IconKey {...iconOf} />} onClick={() => setChanging(true)}>
            {t('account.changePassword')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShieldLock {...iconOf} />}
            onClick={() => void navigate({ to: '/account-management/security' })}
          >
            {t('account.security')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconAdjustments {...iconOf} />}
            onClick={() => void navigate({ to: '/account-management/customizable-user-setting' })}
          >
            {t('account.settings')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPalette {...iconOf} />} onClick={() => setShowsLayout(true)}>
            {t('account.layout')}
          </Menu.Item>
          {hasSubscription && (
            <Menu.Item
              leftSection={<IconCreditCard {...iconOf} />}
              onClick={() => void navigate({ to: subscription })}
            >
              {t('account.subscription')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Label id="account-language">{t('account.language')}</Menu.Label>
          <Menu.RadioGroup
            aria-labelledby="account-language"
            value={language}
            onChange={(one) => void choose(one as Language)}
          >
            {offeredLanguages.map((one) => (
              <Menu.RadioItem key={one} value={one} closeMenuOnClick={false}>
                {t(`kit:languages.${one}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout {...iconOf} />} onClick={() => void askOut()}>
            {t('account.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {showsLayout && <LayoutPanel onLanguage={choose} onClose={() => setShowsLayout(false)} />}
      </Suspense>
      {isChanging && (
        <Suspense>
          <ChangePassword onClose={() => setChanging(false)} onDone={() => void out()} />
        </Suspense>
      )}
    </>
  )
}
