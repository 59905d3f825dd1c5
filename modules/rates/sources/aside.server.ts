import { Refusal } from '#kit/domain/refusal.domain.ts'
import { inThread } from '#kit/server/thread.server.ts'
import type { Feed } from './sources.domain.ts'
import { readFeed } from './adapters.server.ts'

/** Larger ones, and all that are packed, are read in a thread. */
const atOnce = 262_144
const bounds = { megabytes: 256, seconds: 60 }

/**
 * As `readFeed`, while others are served and with a memory of its own.
 * @throws Refusal as `readFeed`
 */
export async function readFeedAside(bytes: Uint8Array, now: Date): Promise<Feed> {
  const isPacked = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (!isPacked && bytes.length <= atOnce) return readFeed(bytes, now)
  const module = new URL('feed-thread.server.ts', import.meta.url)
  try {
    for await (const feed of inThread<Feed>(module, { bytes, now }, bounds)) return feed
  } catch (error) {
    throw error instanceof Refusal && error.code === 'READER_MEMORY' ? new Refusal('FEED_TOO_LARGE') : error
  }
  throw new Refusal('FEED_EMPTY')
}
