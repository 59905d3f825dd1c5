import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { refusePile } from '#kit/server/files.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import { bulkWorkflow } from './bulk.domain.ts'

export const rows = rowsOf('screening.bulk')

const columns = {
  fileName: 'b.fileName',
  dataSource: 'b.dataSource',
  state: 'b.state',
  createdAt: 'b.createdAt',
}

/** Files of the company; only those that `byId` sent, where it is given. */
export const list = (db: Db, input: ListInput, byId: string | null) =>
  listPage(
    db,
    db
      .selectFrom('screening.bulk as b')
      .selectAll('b')
      .$if(byId !== null, (query) => query.where('b.byId', '=', byId)),
    input,
    { columns, order: ['createdAt-desc'], tie: 'b.id' },
  )

/** Refuses a further file while too many of the company wait. */
export const refuseMore = (db: Db) => refusePile(db, 'screening.bulk', ['waiting', 'running'])

type Progress = Omit<Parameters<typeof rows.update>[2], 'state'>
type Move = 'begin' | 'fail' | 'finish' | 'goOn'

/**
 * Moves a file by what the job did, and notes how far it has come from the row `from`, unless it was cancelled or another run was
 * there first; whether it goes on.
 */
export async function move(
  db: Db,
  id: string,
  act: Move,
  { from, ...values }: Progress & { from?: number },
): Promise<boolean> {
  const changed = await db
    .updateTable('screening.bulk')
    .set({
      ...values,
      ...(act !== 'goOn' && { state: bulkWorkflow.actions[act].to }),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('state', 'in', bulkWorkflow.actions[act].from)
    .$if(from !== undefined, (query) => query.where('done', '=', from ?? 0))
    .returning('id')
    .execute()
  return changed.length > 0
}
