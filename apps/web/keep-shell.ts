import { createStore } from '#kit/web/store.web.ts'

/** Whether the server has a newer version than this page. */
export const isOld = createStore(false)
let look = async () => {}

/**
 * Lets a service worker keep what the shell is made of, so that it opens without a network. `entry` is the address of this
 * page's first script: once the worker keeps another, the server has a newer version. In development there is no worker,
 * and one that a built application has left on this origin is sent away.
 */
export async function cacheShell(entry: string) {
  // Browsers offer workers on secure origins only; a branch that comes by plain http goes without.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers) return
  if (import.meta.env.DEV) {
    for (const one of await workers.getRegistrations()) await one.unregister()
    return
  }
  const registration = await workers.register('/sw.js')
  const compare = async () => isOld.set((await caches.match(entry)) === undefined)
  registration.addEventListener('updatefound', () => {
    const next = registration.installing
    next?.addEventListener('statechange', () => {
      if (next.state === 'activated') void compare()
    })
  })
  look = async () => {
    await registration.update()
    if (registration.active && !registration.installing && !registration.waiting) await compare()
  }
  addEventListener('vite:preloadError', lookForNewer)
  document.addEventListener('visibilitychange', () => document.hidden || lookForNewer())
  lookForNewer()
}

/** A server that is not reached now is asked again at the next occasion. */
export const lookForNewer = () => void look().catch(() => {})
