import { UnstyledButton } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#kit/web/api.web.ts'
import { Brand } from '#kit/web/brand.web.tsx'
import { type Crumb, Crumbs } from '#kit/web/crumbs.web.tsx'
import { checkFlagsBy } from '#kit/web/flags.web.ts'
import { Late } from '#kit/web/late.web.tsx'
import { layout } from '#kit/web/layout.web.ts'
import { queryClient } from '#kit/web/queries.web.ts'
import { useTopic } from '#kit/web/realtime.web.ts'
import { WorkspaceChip } from '#modules/access/public.web.tsx'
import { signIn } from '#modules/access/sign-in/sign-in.contract.ts'
import { Notifications } from '#modules/notifications/public.web.tsx'
import { pageAt } from '#modules/pages.domain.ts'
import { AccountButton } from './account-button.tsx'
import { AppSwitcher } from './app-switcher.tsx'
import { LandingShortcuts } from './landing-shortcuts.tsx'
import { iconOf } from './menu-icons.ts'
import { NewVersion } from './new-version.tsx'
import { openPalette, Overlays } from './overlays.tsx'
import { SideMenu } from './side-menu.tsx'
import { StaleBar } from './stale-bar.tsx'
import css from './shell.module.css'

checkFlagsBy(signIn.checkActive)

const accountMenu = () => import('./account-menu.tsx').then((m) => m.AccountMenu)

// To listen is to keep the socket open; closing it is how the server ends the session of an open page.
const closesItself = () => undefined

/** What surrounds every screen behind sign-in: header, side menu, and the screen in the middle. */
export function Shell() {
  const { t } = useTranslation('shell')
  const { expandMenuDocked } = layout.use()
  const company = useSession()?.company.companyName
  useTopic('session-ended', closesItself)
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  // On a narrow screen the menu is open for one address only: going somewhere closes it.
  const [menuAt, setMenuAt] = useState('')
  const isMenuOpen = menuAt === pathname
  const crumbs = useCrumbs(pathname)
  const burger = useRef<HTMLButtonElement>(null)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isMenuOpen) return
    setMenuAt('')
    burger.current?.focus()
  }
  return (
    <QueryClientProvider client={queryClient}>
      <div
        className={css.shell}
        data-docked={expandMenuDocked || undefined}
        data-menu={isMenuOpen || undefined}
        onKeyDown={onKeyDown}
      >
        <a href="#content" className={css.skip}>
          {t('skip')}
        </a>
        <header className={css.header}>
          <UnstyledButton
            ref={burger}
            className={css.burger}
            aria-label={t('menu.toggle')}
            aria-expanded={isMenuOpen}
            onClick={() => setMenuAt(isMenuOpen ? '' : pathname)}
          >
            <IconMenu2 size={18} stroke={1.75} />
          </UnstyledButton>
          <Link to="/" className={css.home} aria-label={t('home')}>
            <Brand />
          </Link>
          <AppSwitcher />
          <Suspense>
            <WorkspaceChip />
          </Suspense>
          <div className={css.spring} />
          <UnstyledButton className={css.search} aria-label={t('palette.placeholder')} onClick={openPalette}>
            <IconSearch {...iconOf} />
            <span>{t('palette.placeholder')}</span>
            <kbd>Ctrl K</kbd>
          </UnstyledButton>
          <Notifications />
          <Late load={accountMenu}>
            <AccountButton aria-haspopup="menu" />
          </Late>
          {isLoading && <div className={css.progress} role="progressbar" aria-label={t('kit:loading')} />}
        </header>
        <div className={css.bars}>
          <StaleBar />
          <NewVersion />
        </div>
        <Overlays />
        <SideMenu isDocked={expandMenuDocked || isMenuOpen} takesFocus={isMenuOpen} />
        {isMenuOpen && <div className={css.shade} onClick={() => setMenuAt('')} aria-hidden />}
        <LandingShortcuts pathname={pathname} />
        <main className={css.main} id="content" tabIndex={-1}>
          <p className={css.paper}>{company}</p>
          <Crumbs value={crumbs}>
            <Outlet />
          </Crumbs>
        </main>
      </div>
    </QueryClientProvider>
  )
}

/** The line of the menu that the open page is in, and below a page of the menu that page. */
function useCrumbs(pathname: string): Crumb[] {
  const { t } = useTranslation('modules')
  return useMemo(() => {
    const here = pageAt(pathname)
    if (!here) return []
    const { group, page } = here
    const own = { text: t(`pages.${page.key}`), to: page.link }
    const line = { text: t(`groups.${group.key}`) }
    return [...(line.text === own.text ? [] : [line]), ...(pathname === page.link ? [] : [own])]
  }, [pathname, t])
}
