import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Said } from './thread.server.ts'

// A thread of `inThread`: it answers one piece for each request.

const { module, data } = workerData as { module: string; data: unknown }
const { run } = (await import(module)) as { run: (data: unknown) => AsyncIterable<unknown> }
const pieces = run(data)[Symbol.asyncIterator]()

async function answer(): Promise<Said> {
  try {
    const { done, value } = await pieces.next()
    return done ? { isDone: true } : { value }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { code: error.code, data: error.data } }
    return { error: (error as Error).message }
  }
}

parentPort?.on('message', () => void answer().then((said) => parentPort?.postMessage(said, [])))
