import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refusal } from '#kit/domain/refusal.domain.ts'

/** What a thread answers to each request for the next piece. */
export type Said =
  | { value: unknown }
  | { isDone: true }
  | { refusal: Pick<Refusal, 'code' | 'data'> }
  | { error: string }

const worker = new URL('thread-worker.server.ts', import.meta.url)

/**
 * Runs the `run` of a module in a thread with a heap of its own and gives what it yields, at most one piece ahead. The bytes in
 * `transfer` move there and are gone here. The heap does not count buffers: the reader bounds those itself. `seconds` are the
 * thread's own, over all pieces.
 * @throws Refusal of the thread, READER_MEMORY where its heap did not suffice, READER_SLOW where its time did not
 */
export async function* inThread<P>(
  module: URL,
  data: unknown,
  { megabytes, seconds, transfer = [] }: { megabytes: number; seconds: number; transfer?: ArrayBuffer[] },
): AsyncGenerator<P> {
  const thread = new Worker(worker, {
    workerData: { module: module.href, data },
    transferList: transfer,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 },
  })
  let left = seconds * 1000
  const next = async () => {
    const asked = performance.now()
    const answered = once(thread, 'message', { signal: AbortSignal.timeout(Math.ceil(left)) })
    thread.postMessage('next', [])
    const [said] = (await answered) as [Said]
    left = Math.max(0, left - (performance.now() - asked))
    return said
  }
  const ask = () => {
    const answered = next()
    // It is awaited later, or never where nobody reads on.
    answered.catch(() => undefined)
    return answered
  }
  try {
    let coming = ask()
    for (;;) {
      const said = await coming
      if ('isDone' in said) return
      if ('refusal' in said) throw new Refusal(said.refusal.code, said.refusal.data)
      if ('error' in said) throw new Error(said.error)
      coming = ask()
      yield said.value as P
    }
  } catch (error) {
    const isFull = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isFull) throw new Refusal('READER_MEMORY', { most: megabytes })
    const isLate = (error as Error).name === 'AbortError'
    throw isLate ? new Refusal('READER_SLOW', { minutes: Math.ceil(seconds / 60) }) : error
  } finally {
    await thread.terminate()
  }
}
