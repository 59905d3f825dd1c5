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
 * `transfer` move there and are gone here. The heap does not count buffers: whoever reads bounds those itself.
 * @throws Refusal of the thread, READER_MEMORY where its heap did not suffice
 */
export async function* inThread<P>(
  module: URL,
  data: unknown,
  { megabytes, transfer = [] }: { megabytes: number; transfer?: ArrayBuffer[] },
): AsyncGenerator<P> {
  const thread = new Worker(worker, {
    workerData: { module: module.href, data },
    transferList: transfer,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 },
  })
  const next = () => {
    const answered = once(thread, 'message') as Promise<[Said]>
    // It is awaited later, or never where nobody reads on.
    answered.catch(() => undefined)
    thread.postMessage('next', [])
    return answered
  }
  try {
    let coming = next()
    for (;;) {
      const [said] = await coming
      if ('isDone' in said) return
      if ('refusal' in said) throw new Refusal(said.refusal.code, said.refusal.data)
      if ('error' in said) throw new Error(said.error)
      coming = next()
      yield said.value as P
    }
  } catch (error) {
    const isFull = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    throw isFull ? new Refusal('READER_MEMORY', { most: megabytes }) : error
  } finally {
    await thread.terminate()
  }
}
