import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { queryClient } from '#kit/web/queries.web.ts'
import { StaleBar } from './stale-bar.tsx'

/** What surrounds a screen in a window of its own: nothing but the word that it is not up to date. */
export const Bare = () => (
  <QueryClientProvider client={queryClient}>
    <StaleBar />
    <main>
      <Outlet />
    </main>
  </QueryClientProvider>
)
