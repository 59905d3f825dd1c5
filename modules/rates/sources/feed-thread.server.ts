import type { Feed } from './sources.domain.ts'
import { readFeed } from './adapters.server.ts'

/** Reads a feed in a thread of `inThread`. */
export async function* run({ bytes, now }: { bytes: Uint8Array; now: Date }): AsyncGenerator<Feed> {
  yield await Promise.resolve(readFeed(bytes, now))
}
