import '@mantine/spotlight/styles.layer.css'
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keptSettings, shortcutsOf } from '#modules/settings/public.web.ts'
import { openPages } from './menu.ts'
import { groupIcons, iconOf } from './menu-icons.ts'

/** Goes to any page that the person may open, by a few letters of its name; the person's own shortcuts come first. */
export function Palette({ asked }: { asked: number }) {
  const { t } = useTranslation(['shell', 'modules'])
  const navigate = useNavigate()
  const pages = useQuery({ queryKey: ['palette'], queryFn: openPages, staleTime: 0 }).data ?? []
  const kept = shortcutsOf(useQuery(keptSettings).data)
  useEffect(() => {
    if (asked > 0) spotlight.open()
  }, [asked])
  const to = (link: string) => () => void navigate({ to: link })
  const shortcuts = kept.filter(({ link }) => pages.some(({ page }) => page.link === link))
  const own = shortcuts.map(({ name, link }, index): SpotlightActionData => ({
    id: `shortcut ${index}`,
    label: name,
    onClick: to(link),
  }))
  const all = pages.map(({ group, page }): SpotlightActionData => ({
    id: page.key,
    label: t(`modules:pages.${page.key}`),
    description: t(`modules:groups.${group.key}`),
    keywords: [page.link],
    leftSection: createElement(groupIcons[group.key] ?? IconSearch, iconOf),
    onClick: to(page.link),
  }))
  return (
    <Spotlight
      shortcut={null}
      actions={[
        ...(own.length > 0 ? [{ group: t('palette.shortcuts'), actions: own }] : []),
        { group: t('palette.pages'), actions: all },
      ]}
      nothingFound={t('palette.nothing')}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch {...iconOf} />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
      }}
    />
  )
}
