import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState, PageHeader } from '#kit/web/parts.web.tsx'

/** Where a person may not go, or where there is nothing: the page does not tell which. */
export function NoPermission() {
  const { t } = useTranslation('shell')
  return (
    <div>
      <PageHeader title={t('noPermission.title')} />
      <EmptyState text={t('noPermission.text')}>
        <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
          {t('noPermission.home')}
        </Button>
      </EmptyState>
    </div>
  )
}
