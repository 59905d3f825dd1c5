import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isAtCounter } from '#modules/access/public.web.tsx'
import { keptSettings, shortcutsOf } from '#modules/settings/public.web.ts'
import { landing, openPages } from './menu.ts'
import css from './shell.module.css'

const landingPage = {
  queryKey: ['shell', 'landing'],
  queryFn: async () => {
    const [pages, link] = await Promise.all([openPages(), landing(isAtCounter())])
    return { link, open: pages.map(({ page }) => page.link) }
  },
  staleTime: 60_000,
}

/** The shortcut links that the person keeps, above the page where they begin; those that they may not open are left out. */
export function LandingShortcuts({ pathname }: { pathname: string }) {
  const { t } = useTranslation('shell')
  const kept = shortcutsOf(useQuery(keptSettings).data)
  const { data } = useQuery({ ...landingPage, enabled: kept.length > 0 })
  const shown = kept.filter(({ link }) => data?.open.includes(link))
  if (data?.link !== pathname || shown.length === 0) return null
  return (
    <div className={css.shortcuts}>
      <nav aria-label={t('palette.shortcuts')}>
        {shown.map(({ name, link }, index) => (
          <Button
            key={index}
            size="compact-sm"
            variant="default"
            renderRoot={(rest) => <Link to={link} {...rest} />}
          >
            {name}
          </Button>
        ))}
      </nav>
    </div>
  )
}
