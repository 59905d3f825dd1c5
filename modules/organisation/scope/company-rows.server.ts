import { notFound, type Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { actOnWhole } from './scope.server.ts'

type Key = { id: string; version: number }

interface Settings<Row extends { id: string }, Shown, Draft, Asked, Page> {
  /** The plain statements of its table, as `rowsOf` makes them. */
  rows: {
    lock(db: Db, key: Key): Promise<unknown>
    insert(db: Db, values: never): Promise<{ id: string }>
    update(db: Db, key: Key, values: never): Promise<unknown>
    remove(db: Db, key: Key): Promise<void>
  }
  list: (db: Db, asked: Asked) => Promise<{ items: Row[]; pagination: Page }>
  get: (db: Db, id: string) => Promise<Row | undefined>
  /** Asked once for a page of rows. */
  presenter: (db: Db) => Promise<(row: Row) => Shown> | ((row: Row) => Shown)
  /** Judges a draft, of a new row or of the one that it changes, and answers what is stored of it. */
  store: (db: Db, draft: Draft, id?: string) => Promise<object> | object
  /** The refusal of a row that something else needs: it is not deleted. */
  needed?: (db: Db, id: string) => Promise<Refusal | undefined>
}

/**
 * The handlers of rows that belong to the whole company and are edited, enabled and deleted one by one, for a contract of `crud`
 * and `toggles`: `serve(purposeCodes, companyRows({ … }))`. They throw OUT_OF_SCOPE for a person of a part of the company,
 * NOT_FOUND, STALE_VERSION, and what `store` and `needed` refuse.
 */
export function companyRows<Row extends { id: string }, Shown, Draft extends object, Asked, Page>(
  settings: Settings<Row, Shown, Draft, Asked, Page>,
) {
  const { rows, list, get, presenter, store, needed } = settings
  async function one(db: Db, id: string): Promise<Shown> {
    const row = await get(db, id)
    if (!row) throw notFound()
    return (await presenter(db))(row)
  }
  const turn =
    (isEnabled: boolean) =>
    async ({ db, input, actor }: Ctx<Key>) => {
      actOnWhole(actor.assigned)
      await rows.update(db, input, { isEnabled } as never)
      return one(db, input.id)
    }
  return {
    list: async ({ db, input }: Ctx<Asked>) => {
      const [page, present] = [await list(db, input), await presenter(db)]
      return { ...page, items: page.items.map(present) }
    },
    getById: ({ db, input }: Ctx<{ id: string }>) => one(db, input.id),
    create: async ({ db, input, actor }: Ctx<Draft>) => {
      actOnWhole(actor.assigned)
      return one(db, (await rows.insert(db, (await store(db, input)) as never)).id)
    },
    update: async ({ db, input: { id, version, ...draft }, actor }: Ctx<Draft & Key>) => {
      actOnWhole(actor.assigned)
      await rows.lock(db, { id, version })
      await rows.update(db, { id, version }, (await store(db, draft as unknown as Draft, id)) as never)
      return one(db, id)
    },
    delete: async (ctx: Ctx<Key>) => {
      const { db, input, actor } = ctx
      actOnWhole(actor.assigned)
      await rows.lock(db, input)
      const refusal = await needed?.(db, input.id)
      if (refusal) throw refusal
      await rows.remove(db, input)
      return replyMessage(ctx, 'removed')
    },
    enable: turn(true),
    disable: turn(false),
  }
}
