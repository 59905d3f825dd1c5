import { UnstyledButton } from '@mantine/core'
import { IconLayoutGrid, IconChevronDown } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppCode } from '#modules/pages.domain.ts'
import { iconOf } from './menu-icons.ts'
import css from './app-button.module.css'

/** The current app. It is there at once; the menu that it opens is loaded behind it. */
export function AppButton({ app, ...rest }: ComponentPropsWithRef<'button'> & { app: AppCode }) {
  const { t } = useTranslation(['shell', 'modules'])
  const name = t(`modules:apps.${app}`)
  return (
    <UnstyledButton {...rest} className={css.target} aria-label={t('apps.label', { name })}>
      <IconLayoutGrid {...iconOf} />
      <span className={css.name}>{name}</span>
      <IconChevronDown size={16} stroke={1.75} className={css.chevron} aria-hidden />
    </UnstyledButton>
  )
}
