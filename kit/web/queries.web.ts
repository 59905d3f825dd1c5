import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.web.ts'
import { showError } from './failures.web.ts'

export { messageOf } from './failures.web.ts'

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
