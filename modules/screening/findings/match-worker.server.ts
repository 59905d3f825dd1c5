import { parentPort, workerData } from 'node:worker_threads'
import type { IndexImage } from '#modules/names/lookup/image.domain.ts'
import { openIndex } from '#modules/names/lookup/search.domain.ts'
import type { MatchOptions } from '#modules/names/matching/options.domain.ts'
import type { Asked } from '../screenings/subjects.server.ts'
import { unreadable } from '../screenings/screenings.domain.ts'

// A thread that says of many people which of them lists have anything of; what they have is looked up by whoever asked.

const { images, options } = workerData as { images: IndexImage[]; options: MatchOptions }
const searchers = images.map(openIndex)
const isFound = ({ entityType, query }: Asked) =>
  searchers.some(({ search }) =>
    query.names.some(
      (name) =>
        unreadable(name, entityType) === undefined &&
        search({ ...query, name, schema: entityType }, 1, options).length > 0,
    ),
  )

parentPort?.on('message', (people: Asked[]) =>
  parentPort?.postMessage(
    people.flatMap((one, at) => (isFound(one) ? [at] : [])),
    [],
  ),
)
