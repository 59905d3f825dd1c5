import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { messageOf } from './failures.web.ts'
import { ErrorState } from './parts.web.tsx'

/** What a screen needs of `useQuery`: enough to wait for it, to say that it failed, and to try again. */
export interface Fetched<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

interface LoadedProps<T> {
  query: Fetched<T>
  /** Of the place that is kept while it loads, in pixels. */
  height?: number
  children: (data: Exclude<T, undefined>) => ReactNode
}

/** Shows what was fetched; until then a placeholder, or why it could not be fetched with a way to try again. */
export function Loaded<T>({ query, height = 64, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data as Exclude<T, undefined>)
  if (query.error) return <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
  return <Skeleton h={height} />
}
