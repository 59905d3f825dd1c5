import { MutationCache, QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { ApiError } from './client.web.ts'
import { showError } from './failures.web.ts'

export { messageOf } from './failures.web.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The screen shows the failure itself. */
      handled?: boolean
    }
  }
}

/** Whether trying the same read again may help: the server was not reached, or not ready. */
const passing = (error: unknown) => error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    // `always`: offline is said, not waited for; an act must not go out by itself later.
    queries: {
      staleTime: 5000,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (count, error) => count < 2 && passing(error),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError: (error, _input, _result, mutation) => {
      if (!mutation.meta?.handled) showError(error)
    },
    // Also after a refusal: another user may have been quicker.
    onSettled: () => renew(),
  }),
})

/** Fetches again what is on screen; a form is not changed under the hand. Rows show names of others, so one change is for all. */
const renew = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'form' })

// The server's own texts come in the language that was spoken when they were fetched.
i18next.on('languageChanged', () => void renew())
// What was fetched for one person is not shown to the next.
addEventListener('logout-success', () => queryClient.clear())
