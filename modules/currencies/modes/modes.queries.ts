import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { remember } from '#kit/server/remembered.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export type Side = 'payment' | 'delivery'

export const rows = rowsOf('currencies.mode')

const columns = {
  code: 'code',
  name: 'name',
  kind: 'kind',
  isEnabled: 'isEnabled',
  createdAt: 'createdAt',
}

const ofSide = (db: Db, side: Side) => db.selectFrom('currencies.mode').where('side', '=', side)

export const list = (db: Db, side: Side, input: ListInput) =>
  listPage(db, ofSide(db, side).selectAll(), input, { columns, order: ['name-asc'], tie: 'id' })

/** The enabled ones, by name. */
export const selection = (db: Db, side: Side) =>
  ofSide(db, side).select(['id', 'name', 'kind']).where('isEnabled', '=', true).orderBy('name').execute()

/** The enabled ones of both sides, by code. */
export const listEnabled = remember((db) =>
  db
    .selectFrom('currencies.mode')
    .select(['id', 'side', 'code', 'name', 'kind', 'needsClearing'])
    .where('isEnabled', '=', true)
    .orderBy('code')
    .execute(),
)

/** Every mode of both sides, those that are off included. */
export const all = remember((db) =>
  db
    .selectFrom('currencies.mode')
    .select(['id', 'code', 'name', 'side', 'kind', 'isEnabled'])
    .orderBy('side', 'desc')
    .orderBy('name')
    .execute(),
)

/** What every mode of a side is called, switched off ones too, by its id. */
export const names = async (db: Db, side: Side): Promise<Map<string, string>> =>
  new Map((await all(db)).flatMap((mode) => (mode.side === side ? [[mode.id, mode.name]] : [])))
