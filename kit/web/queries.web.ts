import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.web.ts'
import { kitText } from './i18n.web.ts'
import { snackbar } from './snackbars.web.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Every read whose key begins with it is fetched again after success. */
      resource?: string
      /** The screen shows the failure itself. */
      handled?: boolean
    }
  }
}

/** Whether trying the same read again may help: the server was not reached, or not ready. */
const passing = (error: unknown) => error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

/** What the person reads about a failure. A 401 says nothing here: the session's own dialog does. */
export const messageOf = (error: unknown) =>
  error instanceof Error && error.message ? error.message : kitText('errors.failed')

export function showError(error: unknown) {
  if (!(error instanceof ApiError && error.status === 401)) snackbar.error(messageOf(error))
}

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    // `always`: offline is said, not waited for; an act must not go out by itself later.
    queries: {
      staleTime: 5000,
      networkMode: 'always',
      retry: (count, error) => count < 2 && passing(error),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onSuccess: async (_data, _input, _result, mutation) => {
      const resource = mutation.meta?.resource
      if (resource) await queryClient.invalidateQueries({ queryKey: [resource] })
    },
    onError: (error, _input, _result, mutation) => {
      if (!mutation.meta?.handled) showError(error)
    },
  }),
})

// What was fetched for one person is not shown to the next.
addEventListener('logout-success', () => queryClient.clear())
