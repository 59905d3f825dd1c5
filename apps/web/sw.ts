import { PrecacheFallbackPlugin, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'

declare const self: {
  /** Written into the built worker by vite.config.ts: the page, and all that it needs to open. */
  readonly shellFiles: readonly PrecacheEntry[]
  readonly registration: { readonly navigationPreload?: { enable: () => Promise<void> } }
  addEventListener: (
    type: 'activate',
    listen: (event: { waitUntil: (work: unknown) => void }) => void,
  ) => void
  skipWaiting: () => Promise<void>
}

// The page always comes from the server, so whatever it names is there; the kept one opens where no server is reached.
// Answers of the API are neither kept nor touched.
void self.skipWaiting()
self.addEventListener('activate', (event) => event.waitUntil(self.registration.navigationPreload?.enable()))
const kept = new PrecacheFallbackPlugin({ fallbackURL: '/index.html' })
registerRoute(new NavigationRoute(new NetworkOnly({ plugins: [kept] }), { denylist: [/^\/api\//] }))
precacheAndRoute([...self.shellFiles])
