import { Readable } from 'node:stream'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { compareAnchor, contentOf, fingerprintOf, headOf } from './anchoring.server.ts'
import { type Anchor, anchors, type ComparedAnchor } from './anchors.contract.ts'
import { readAnchor, readHead } from './anchors.domain.ts'
import * as queries from './anchors.queries.ts'

export const anchorsRouter = serve(anchors, {
  head: async ({ db }) => ({ head: (await headOf(db)) ?? null }),
  list: async ({ db, input }) => {
    const { items, pagination } = await queries.list(db, input)
    return { items: items.map(shown), pagination }
  },
  download,
  compare,
})

function shown(kept: queries.StampedAnchor): Anchor {
  const { head, signature, at, mailedTo, stampedBy, stampedAt } = kept
  const said = readHead(head)
  if (!said) throw new Error('The head of an anchor that we made does not read')
  const { first, last, rows, hash } = said
  return {
    first,
    last,
    rows,
    hash,
    fingerprint: fingerprintOf(signature),
    at,
    mailedTo,
    stampedBy,
    stampedAt,
  }
}

async function download({ db, input }: Ctx<{ last: string }>) {
  const kept = await queries.get(db, input.last)
  if (!kept) throw notFound()
  const content = await contentOf(db, kept)
  if (content === undefined) throw new Refusal('ANCHOR_ROWS')
  return {
    name: `${kept.at.slice(0, 10)}-${kept.number}.anchor`,
    mediaType: 'text/plain; charset=utf-8',
    stream: Readable.from([content]),
  }
}

async function compare({ db, file, services }: Ctx): Promise<ComparedAnchor> {
  const content = file?.bytes.toString('utf8') ?? ''
  const head = readAnchor(content)?.head
  const nowhere = { seal: null, rowId: null, isEntry: false, stampedBy: null, stampedAt: null }
  if (!head) return { result: 'none', isOurs: false, first: null, last: null, ...nowhere }
  const { isOurs, broken, stamp } = await compareAnchor(db, content, services.secret)
  const { first, last } = broken?.why === 'signature' ? { first: null, last: null } : head
  const stamped = { stampedBy: stamp?.by ?? null, stampedAt: stamp?.at ?? null }
  if (!broken) return { result: 'whole', isOurs, first, last, ...nowhere, ...stamped }
  const { why, seal = null, id = null } = broken
  const isEntry = id !== null && (await queries.isEntry(db, id))
  return { result: why, isOurs, first, last, seal, rowId: id, isEntry, ...stamped }
}
