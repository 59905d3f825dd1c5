import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#kit/web/parts.web.tsx'

/** A screen that failed by itself: a new version of the application is the usual reason, and loading again the cure. */
export function Crash({ error }: ErrorComponentProps) {
  const { t } = useTranslation('shell')
  // oxlint-disable-next-line no-console -- the one place where a failure of the program is left for whoever looks
  console.error(error)
  return <ErrorState message={t('crash')} onRetry={() => location.reload()} />
}
