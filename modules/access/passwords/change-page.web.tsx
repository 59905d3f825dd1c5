import { useNavigate } from '@tanstack/react-router'
import { PageHeader } from '#kit/web/parts.web.tsx'
import { useTranslation } from 'react-i18next'
import { logOut } from '../public.web.tsx'
import { ChangePassword } from './passwords.web.tsx'

/** The dialog of the own password by an address; who closes it goes home, who changes the password signs in again. */
export function ChangePasswordPage() {
  const navigate = useNavigate()
  const { t } = useTranslation('access')
  const out = async () => {
    logOut()
    await navigate({ to: '/login', ignoreBlocker: true })
  }
  return (
    <>
      <PageHeader title={t('change.title')} />
      <ChangePassword onClose={() => void navigate({ to: '/' })} onDone={() => void out()} />
    </>
  )
}
