import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#kit/web/parts.web.tsx'

/**
 * A screen that failed by itself: a newer version of the application is the usual reason, and loading again the cure. A screen
 * that could not be loaded without a network is loaded when there is one again.
 */
export function Crash({ error }: ErrorComponentProps) {
  const { t } = useTranslation('shell')
  const isOnline = navigator.onLine
  useEffect(() => {
    if (isOnline) return
    const again = () => location.reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isOnline])
  // oxlint-disable-next-line no-console -- the one place where a failure of the program is left for whoever looks
  console.error(error)
  return (
    <ErrorState message={t(isOnline ? 'crash' : 'kit:errors.offline')} onRetry={() => location.reload()} />
  )
}
