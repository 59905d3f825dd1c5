import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#kit/web/api.web.ts'
import css from './account-menu.module.css'

export function useFullName() {
  const user = useSession()?.userInfo
  return [user?.firstName, user?.lastName].filter(Boolean).join(' ')
}

/** Who is signed in. It is there at once; the menu that it opens is loaded behind it. */
export function AccountButton(props: ComponentPropsWithRef<'button'>) {
  const { t } = useTranslation('shell')
  const fullName = useFullName()
  const initials = fullName.split(' ').map((name) => Array.from(name)[0] ?? '')
  return (
    <UnstyledButton {...props} className={css.target} aria-label={t('account.label', { name: fullName })}>
      <span className={css.initials} aria-hidden>
        {initials.filter((_, at) => at === 0 || at === initials.length - 1)}
      </span>
      <span className={css.name}>{fullName}</span>
      <IconChevronDown size={16} stroke={1.75} aria-hidden />
    </UnstyledButton>
  )
}
