import { UnstyledButton } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnected } from '#kit/web/realtime.web.ts'
import { isOld, lookForNewer } from './keep-shell.ts'
import css from './shell.module.css'

/** Offers to load the page again when the server has a newer version; a form with changes asks before it is left. */
export function NewVersion() {
  const { t } = useTranslation('shell')
  const isConnected = useConnected()
  // A server that was away may have come back as another.
  useEffect(() => {
    if (isConnected) lookForNewer()
  }, [isConnected])
  return (
    <div role="status" className={css.newer}>
      {isOld.use() && (
        <>
          {t('newer')}{' '}
          <UnstyledButton onClick={() => location.reload()}>{t('kit:form.reload')}</UnstyledButton>
        </>
      )}
    </div>
  )
}
