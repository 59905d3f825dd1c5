import { parentPort, workerData } from 'node:worker_threads'
import type { Query } from '#modules/names/lookup/search.domain.ts'
import { searcherOf, type Work } from './screening-search.ts'

// A thread of a search over many names: it answers each batch that it is sent.

const search = searcherOf(workerData as Work)
parentPort?.on('message', (queries: Query[]) => parentPort?.postMessage(search(queries), []))
