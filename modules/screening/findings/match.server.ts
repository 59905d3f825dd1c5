import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { IndexImage } from '#modules/names/lookup/image.domain.ts'
import type { MatchOptions } from '#modules/names/matching/options.domain.ts'
import type { Asked } from '../screenings/subjects.server.ts'

/** A server goes on answering people meanwhile. */
const mostThreads = 4

export interface Crowd {
  /** Those of many of whom a list has something. */
  found<A extends Asked>(people: readonly A[]): Promise<A[]>
  stop(): Promise<void>
}

/** Matches many people against these indexes, in threads that share them. */
export function crowdOf(images: readonly IndexImage[], options: MatchOptions): Crowd {
  const workers: Worker[] = []
  const threads = Math.min(availableParallelism(), mostThreads)
  const ask = async <A extends Asked>(thread: number, people: readonly A[]): Promise<A[]> => {
    const worker = (workers[thread] ??= new Worker(new URL('match-worker.server.ts', import.meta.url), {
      workerData: { images, options },
    }))
    worker.postMessage(
      people.map(({ entityType, query }) => ({ entityType, query })),
      [],
    )
    const [places] = (await once(worker, 'message')) as [number[]]
    return places.flatMap((at) => people[at] ?? [])
  }
  return {
    async found(people) {
      const each = Math.ceil(people.length / threads)
      const parts = Array.from({ length: threads }, (_, thread) =>
        people.slice(thread * each, (thread + 1) * each),
      )
      const answers = parts.map((part, thread) => (part.length > 0 ? ask(thread, part) : Promise.resolve([])))
      return (await Promise.all(answers)).flat()
    },
    async stop() {
      for (const worker of workers) await worker.terminate()
    },
  }
}
