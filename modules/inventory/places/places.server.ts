import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { mayActAt, tree } from '#modules/organisation/public.server.ts'
import { places } from './places.contract.ts'

export const placesRouter = serve(places, { list })

/** Branch by branch, the vault before its counters; those where the person may act come first. */
async function list({ db, actor }: Pick<Ctx, 'actor' | 'db'>) {
  const { branches, counters } = await tree(db)
  const all = branches.flatMap(({ id: branchId, name: branch }) => [
    { branchId, branch, counterId: null, counter: null },
    ...counters
      .filter((counter) => counter.branchId === branchId)
      .map(({ id, name }) => ({ branchId, branch, counterId: id, counter: name })),
  ])
  const { branchId: seat, counterId: drawer } = actor.workspace
  const marked = all.map((place) => ({
    ...place,
    isOwn: mayActAt(actor, place),
    isCurrent: place.branchId === seat && place.counterId === drawer,
  }))
  return marked.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))
}
