import { UnstyledButton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentPropsWithRef } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { queryClient } from '#kit/web/queries.web.ts'
import { useConnected, useTopic } from '#kit/web/realtime.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { messages } from './messages.contract.ts'
import css from './messages.module.css'

export const api = bindContract(messages)
/** The first word of every key under which something of the messages is kept. */
export const messagesKey = 'notifications'

/** Fetches the lists on screen and the count again. */
export const reload = () => queryClient.invalidateQueries({ queryKey: [messagesKey] })

const pollEvery = 30_000
/** For `useQuery`: while the socket is down the server is asked. */
export const usePolling = () => ({ refetchInterval: useConnected() ? (false as const) : pollEvery })

const most = 99

/** The bell: how many messages are unread, kept right by the socket, or by asking while it is down. */
export function Bell(props: ComponentPropsWithRef<'button'>) {
  const texts = useTexts('notifications:messages')
  const { data } = useQuery({
    queryKey: [messagesKey, 'count'],
    queryFn: ({ signal }) => api.countUnread.call({}, { signal, quiet: true }),
    ...usePolling(),
  })
  useTopic('notifications', () => void reload())
  // What was said while the socket was down was not heard.
  useTopic('welcome', () => void reload())
  const unread = data?.count ?? 0
  const label = unread > 0 ? texts('bell', { number: unread }) : texts('title')
  return (
    <>
      <UnstyledButton {...props} className={css.bell} aria-label={label}>
        <IconBell size={18} stroke={1.75} aria-hidden />
        {unread > 0 && (
          <span className={css.count} aria-hidden>
            {unread > most ? `${most}+` : unread}
          </span>
        )}
      </UnstyledButton>
      <span role="status" className="agio-sr">
        {unread > 0 && label}
      </span>
    </>
  )
}
