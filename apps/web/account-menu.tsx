import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconChevronDown, IconCreditCard, IconKey, IconLogout } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#kit/web/api.web.ts'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { speak } from '#kit/web/i18n.web.ts'
import { layout, offeredLanguages } from '#kit/web/layout.web.ts'
import { ChangePassword, logOut } from '#modules/access/public.web.tsx'
import { mayOpen, screens } from './manifests.ts'
import css from './account-menu.module.css'

const subscription = '/company-subscription'
const schemes = ['auto', 'light', 'dark'] as const
const iconOf = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** Who is signed in, and what concerns that person: password, language, appearance, subscription, leaving. */
export function AccountMenu() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const user = useSession()?.userInfo
  const { language } = layout.use()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [isChanging, setChanging] = useState(false)
  const fullName = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  const hasSubscription = screens.some((screen) => screen.path === subscription && mayOpen(screen))

  const out = async () => {
    await logOut()
    await navigate({ to: '/login' })
  }
  const askOut = async () => {
    if (await confirm({ message: t('account.logoutQuestion'), confirm: t('account.logout') })) await out()
  }
  const choice = (label: string, isChosen: boolean, choose: () => void) => (
    <Menu.Item
      key={label}
      role="menuitemradio"
      aria-checked={isChosen}
      closeMenuOnClick={false}
      leftSection={<span className={css.check}>{isChosen && <IconCheck {...iconOf} />}</span>}
      onClick={choose}
    >
      {label}
    </Menu.Item>
  )
  return (
    <>
      <Menu position="bottom-end" width={240} shadow="md" offset={6}>
        <Menu.Target>
          <UnstyledButton className={css.target} aria-label={t('account.label', { name: fullName })}>
            <span className={css.initials} aria-hidden>
              {initials(user?.firstName, user?.lastName)}
            </span>
            <span className={css.name}>{fullName}</span>
            <IconChevronDown size={16} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown aria-label={t('account.title')}>
          <div className={css.person}>{fullName}</div>
          <Menu.Item leftSection={<IconKey {...iconOf} />} onClick={() => setChanging(true)}>
            {t('account.changePassword')}
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
          <Menu.Label>{t('account.language')}</Menu.Label>
          {offeredLanguages.map((one) =>
            choice(t(`kit:languages.${one}`), one === language, () => void speak(one)),
          )}
          <Menu.Divider />
          <Menu.Label>{t('account.appearance')}</Menu.Label>
          {schemes.map((scheme) =>
            choice(t(`account.schemes.${scheme}`), scheme === colorScheme, () => setColorScheme(scheme)),
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout {...iconOf} />} onClick={() => void askOut()}>
            {t('account.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isChanging && (
        <Suspense>
          <ChangePassword onClose={() => setChanging(false)} onDone={() => void out()} />
        </Suspense>
      )}
    </>
  )
}

const initials = (...names: (string | undefined)[]) =>
  names.map((name) => Array.from(name ?? '')[0] ?? '').join('')
