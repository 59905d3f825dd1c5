import { useEffect, useEffectEvent } from 'react'
import { client, session } from './api.web.ts'
import { createStore } from './store.web.ts'

/** The close codes with which the server refuses a token: the session has ended, or the token has run out. */
const refusals = [4401, 4408]
const longestPause = 30_000

type Listener = (data: unknown) => void
const listeners = new Map<string, Set<Listener>>()
let socket: WebSocket | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0
let spent: string | undefined
const connected = createStore(false)

/** Whether the server's messages arrive: while they do not, what must be fresh is asked for. Each arrival begins with `welcome`. */
export const useConnected = connected.use

/**
 * Called with every message `{ topic, data }` of one topic, over the one WebSocket of this tab. It is opened with the first
 * listener, opened again after a break (1 s, 2 s, 4 s … 30 s), and closed with the last one. Answers how to stop.
 */
function listen(topic: string, listener: Listener) {
  const topics = listeners.get(topic) ?? new Set()
  listeners.set(topic, topics.add(listener))
  if (!socket && !timer) void open()
  return () => {
    topics.delete(listener)
    if (topics.size === 0) listeners.delete(topic)
    if (listeners.size === 0) close()
  }
}

/** As `listen`, while the component is shown. */
export function useTopic<T>(topic: string, onMessage: (data: T) => void) {
  const receive = useEffectEvent((data: unknown) => onMessage(data as T))
  useEffect(() => listen(topic, receive), [topic])
}

/** Reloads when something below this address was changed by anybody, or may have been while the socket was down. */
export function useChanged(home: string, reload: () => void) {
  useTopic<{ home: string }>('changed', (changed) => changed.home === home && reload())
  useTopic('welcome', reload)
}

async function open() {
  timer = undefined
  if (!(await client.ensureSession(spent))) return session.expire()
  if (socket || listeners.size === 0) return
  const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/ws`)
  socket = opened
  const token = session.read()?.userInfo.accessToken
  opened.onopen = () => opened.send(JSON.stringify({ token }))
  opened.onmessage = ({ data }: MessageEvent<string>) => {
    failures = 0
    connected.set(true)
    const message = JSON.parse(data) as { topic: string; data: unknown }
    listeners.get(message.topic)?.forEach((listener) => listener(message.data))
  }
  opened.onclose = ({ code }) => {
    if (socket !== opened) return
    // Which of the two it is, the attempt to renew it tells.
    if (refusals.includes(code)) spent = token
    lost()
  }
}

function lost() {
  socket = undefined
  connected.set(false)
  if (listeners.size > 0) timer = setTimeout(() => void open(), pause())
}

// A socket without a network may look open for minutes; and when the network is back nobody wants to wait.
addEventListener('offline', () => {
  const former = socket
  if (!former) return
  lost()
  end(former)
})
addEventListener('online', () => {
  if (!timer) return
  clearTimeout(timer)
  failures = 0
  void open()
})

/** One that is closed before it stands is a failure to the browser, which says so. */
function end(former: WebSocket | undefined) {
  if (former?.readyState !== WebSocket.CONNECTING) return former?.close()
  former.onopen = () => former.close()
}

function close() {
  clearTimeout(timer)
  timer = undefined
  failures = 0
  const former = socket
  socket = undefined
  connected.set(false)
  end(former)
}

/** Twice as long after each failure, and never quite the same, so that a thousand tabs do not come back at once. */
const pause = () => Math.min(longestPause, 1000 * 2 ** failures++) * (0.75 + Math.random() / 2)

// Another person, or nobody, is signed in now: the open socket speaks for the old session.
let known = session.read()?.company.userId
session.watch(() => {
  const user = session.read()?.company.userId
  if (user === known) return
  known = user
  const wanted = listeners.size > 0 && user !== undefined
  close()
  if (wanted) void open()
})
