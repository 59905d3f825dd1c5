import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { remember } from '#kit/server/remembered.server.ts'

/** The enabled regions, branches and counters of the company, each by name. */
export async function tree(db: Db) {
  const regions = await db
    .selectFrom('organisation.region')
    .select(['id', 'name'])
    .where('isEnabled', '=', true)
    .orderBy('name')
    .execute()
  const branches = await db
    .selectFrom('organisation.branch')
    .select(['id', 'name', 'regionId', 'isOnlyView'])
    .where('isEnabled', '=', true)
    .orderBy('name')
    .execute()
  const counters = await db
    .selectFrom('organisation.counter')
    .select(['id', 'name', 'branchId'])
    .where('isEnabled', '=', true)
    .orderBy('name')
    .execute()
  const open = new Set(branches.map((branch) => branch.id))
  return { regions, branches, counters: counters.filter((counter) => open.has(counter.branchId)) }
}

/** Every branch with its region, disabled ones included: what an assignment reaches does not depend on the switch. */
export const branchRegions = remember((db) =>
  db.selectFrom('organisation.branch').select(['id', 'regionId', 'code', 'name', 'timeZone']).execute(),
)

/** Every counter with its branch, disabled ones included. */
export const counterBranches = remember((db) =>
  db.selectFrom('organisation.counter').select(['id', 'branchId', 'name']).execute(),
)

/** What a counter and its branch are called. Throws NOT_FOUND. */
export async function namesOf(db: Db, counterId: string) {
  const counter = (await counterBranches(db)).find(({ id }) => id === counterId)
  const branch = (await branchRegions(db)).find(({ id }) => id === counter?.branchId)
  if (!counter || !branch) throw notFound()
  return { counterName: counter.name, branchName: branch.name, branchCode: branch.code }
}

const enabled = (db: Db, id: string) =>
  db
    .selectFrom('organisation.counter as c')
    .innerJoin('organisation.branch as b', (join) =>
      join.onRef('b.companyId', '=', 'c.companyId').onRef('b.id', '=', 'c.branchId'),
    )
    .select(['b.regionId', 'b.id as branchId', 'c.id as counterId', 'b.isOnlyView'])
    .where('c.id', '=', id)
    .where('c.isEnabled', '=', true)
    .where('b.isEnabled', '=', true)

/** An enabled counter and where it lies; it is neither closed nor moved until the caller's transaction ends. */
export const holdCounter = (db: Db, id: string) => enabled(db, id).forShare().executeTakeFirst()

/** As `holdCounter`, and nobody else holds the counter meanwhile: of two at once the second sees what the first did. */
export const holdCounterAlone = (db: Db, id: string) => enabled(db, id).forNoKeyUpdate('c').executeTakeFirst()
