import { parentPort } from 'node:worker_threads'
import { indexBuilder } from '#modules/names/lookup/build.domain.ts'
import type { ScreenedEntity } from '#modules/names/matching/entity.domain.ts'

// A thread that makes one index: it takes entries page by page, and answers the image when there are no more.

const builder = indexBuilder()
parentPort?.on('message', (page: ScreenedEntity[] | null) => {
  if (page) for (const entity of page) builder.add(entity)
  else parentPort?.postMessage(builder.finish(), [])
})
