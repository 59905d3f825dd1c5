import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { IndexImage } from '#modules/names/lookup/image.domain.ts'
import { openIndex, type Query } from '#modules/names/lookup/search.domain.ts'
import type { MatchOptions } from '#modules/names/matching/options.domain.ts'

/** What is shown of a hit in a result file. */
export interface FoundRow {
  score: number
  list: string
  id: string
  matchedName: string
}
export interface Answer {
  hits: FoundRow[]
  milliseconds: number
}
export interface Work {
  image: IndexImage
  limit: number
  options: MatchOptions
}

/** Searches queries one after another, and measures each. */
export function searcherOf({ image, limit, options }: Work): (queries: readonly Query[]) => Answer[] {
  const searcher = openIndex(image)
  return (queries) =>
    queries.map((query) => {
      const begun = performance.now()
      const hits = searcher
        .search(query, limit, options)
        .map(({ score, list, id, matchedName }) => ({ score, list, id, matchedName }))
      return { hits, milliseconds: performance.now() - begun }
    })
}

const piece = 500

/** The answers to all queries, in their order; many are divided among threads that share one index. */
export async function searchAll(
  queries: readonly Query[],
  work: Work,
  progress: (done: number) => void,
): Promise<Answer[]> {
  if (queries.length <= piece * 2) return searcherOf(work)(queries)
  const answers: Answer[] = []
  let next = 0
  let done = 0
  const threads = Math.min(availableParallelism(), 8)
  await Promise.all(
    Array.from({ length: threads }, async () => {
      const worker = new Worker(new URL('screening-worker.ts', import.meta.url), { workerData: work })
      try {
        while (next < queries.length) {
          const from = next
          next += piece
          const part = queries.slice(from, from + piece)
          const found = await asked(worker, part)
          for (const [at, answer] of found.entries()) answers[from + at] = answer
          done += part.length
          progress(done)
        }
      } finally {
        await worker.terminate()
      }
    }),
  )
  return answers
}

async function asked(worker: Worker, queries: readonly Query[]): Promise<Answer[]> {
  worker.postMessage(queries, [])
  const [answers] = (await once(worker, 'message')) as [Answer[]]
  return answers
}
