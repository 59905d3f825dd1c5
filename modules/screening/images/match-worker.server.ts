import { parentPort, workerData } from 'node:worker_threads'
import type { IndexImage } from '#modules/screening/lookup/image.domain.ts'
import { openIndex } from '#modules/screening/lookup/search.domain.ts'
import type { MatchOptions } from '#modules/screening/matching/options.domain.ts'
import type { Asked } from '../screenings/ask.server.ts'

// A thread that says of many people which of them a list has anything of; what it has is looked up by whoever asked.

const { image, options } = workerData as { image: IndexImage; options: MatchOptions }
const searcher = openIndex(image)
const isFound = ({ entityType, query }: Asked) =>
  query.names.some((name) => searcher.search({ ...query, name, schema: entityType }, 1, options).length > 0)

parentPort?.on('message', (people: Asked[]) =>
  parentPort?.postMessage(
    people.flatMap((one, at) => (isFound(one) ? [at] : [])),
    [],
  ),
)
