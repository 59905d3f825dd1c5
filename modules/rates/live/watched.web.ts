import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { watched } from './live-cache.web.ts'
import { liveProfile } from './live-profile.contract.ts'

const api = bindContract(liveProfile)

/** The pairs that the person watches: kept with the person, and in this browser until the server has answered. */
export function useWatched() {
  const { codes } = watched.use()
  const { data } = useQuery(api.get.queryOptions())
  const known = data?.codes
  useEffect(() => {
    if (known) watched.change({ codes: known })
  }, [known])
  const update = useMutation({ mutationFn: (next: string[]) => api.update.call({ codes: next }) })
  const keep = (next: readonly string[]) => {
    watched.change({ codes: [...next] })
    update.mutate([...next])
  }
  return { codes, keep }
}
