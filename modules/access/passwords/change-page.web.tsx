import { useNavigate } from '@tanstack/react-router'
import { logOut } from '../public.web.tsx'
import { ChangePassword } from './passwords.web.tsx'

/** The dialog of the own password by an address; who closes it goes home, who changes the password signs in again. */
export function ChangePasswordPage() {
  const navigate = useNavigate()
  const out = async () => {
    logOut()
    await navigate({ to: '/login', ignoreBlocker: true })
  }
  return <ChangePassword onClose={() => void navigate({ to: '/' })} onDone={() => void out()} />
}
