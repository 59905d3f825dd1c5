import { UnstyledButton } from '@mantine/core'
import type { Query } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#kit/web/client.web.ts'
import { messageOf } from '#kit/web/failures.web.ts'
import { queryClient } from '#kit/web/queries.web.ts'
import { useConnected } from '#kit/web/realtime.web.ts'
import css from './stale-bar.module.css'

const cache = queryClient.getQueryCache()
const hasFailed = (query: Query) =>
  query.isActive() &&
  query.state.status === 'error' &&
  !(query.state.error instanceof ApiError && query.state.error.status === 401)
/** Shown, and older than it should be. */
const isStale = (query: Query) => hasFailed(query) && query.state.data !== undefined
const retry = () => void queryClient.refetchQueries({ predicate: hasFailed })

function watchNetwork(tell: () => void) {
  addEventListener('online', tell)
  addEventListener('offline', tell)
  return () => {
    removeEventListener('online', tell)
    removeEventListener('offline', tell)
  }
}

/** A thin bar over the page while there is no network, or what is shown could not be fetched again. The work stays on screen. */
export function StaleBar() {
  const { t } = useTranslation('kit')
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  const error = useSyncExternalStore(cache.subscribe, () => cache.getAll().find(isStale)?.state.error)
  const isConnected = useConnected()
  // The server can be reached again: what could not be fetched meanwhile is asked for once more.
  useEffect(() => {
    if (isConnected) retry()
  }, [isConnected])
  return (
    <div role="status" className={css.stale}>
      {!isOnline && t('errors.offline')}
      {isOnline && error && (
        <>
          {t('errors.stale')} {messageOf(error)}{' '}
          <UnstyledButton className={css.again} onClick={retry}>
            {t('tryAgain')}
          </UnstyledButton>
        </>
      )}
    </div>
  )
}
