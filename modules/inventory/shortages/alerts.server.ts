import { type Db, inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { holdersOf } from '#modules/access/public.server.ts'
import { notify, withdraw } from '#modules/notifications/public.server.ts'
import { companies, currentCompany, mayActAt } from '#modules/organisation/public.server.ts'
import { keepsStock } from '#modules/settings/public.server.ts'
import { type NamedPosition, positionsOf } from './positions.server.ts'
import * as queries from './shortages.queries.ts'

interface Breach {
  branchId: string
  counterId: string | null
  itemId: string | null
  kind: 'maximum' | 'minimum'
}

/** What tells one alert from another. */
export const breachKey = ({ branchId, counterId, itemId, kind }: Breach): string =>
  [branchId, counterId, itemId, kind].join(' ')

const textOf = ({ kind, itemId }: Breach) => `limits.${itemId === null ? 'cash' : kind}`

/**
 * Brings the alerts to what lies beyond limits now: whoever keeps the vault hears once of what is, and what no longer is so is taken
 * back. Answers how many were opened.
 */
async function refreshAlerts(db: Db, now: Date): Promise<number> {
  const positions = (await keepsStock(db)) ? await positionsOf(db) : []
  const found = new Map(
    positions.flatMap((one) =>
      one.beyond ? [[breachKey({ ...one, kind: one.beyond.kind }), one] as const] : [],
    ),
  )
  for (const row of await queries.breaches(db)) {
    if (found.has(breachKey(row))) continue
    await queries.close(db, row)
    await withdraw(db, textOf(row), { breach: breachKey(row) })
  }
  let opened = 0
  for (const one of found.values()) if (await alert(db, one, now)) opened += 1
  return opened
}

/** Whether it is a new alert, of which those who keep the vault of the branch were told. */
async function alert(db: Db, one: NamedPosition, now: Date): Promise<boolean> {
  const { branchId, counterId, itemId, beyond, branch, counter, code } = one
  if (!beyond) return false
  const breach = { branchId, counterId, itemId, kind: beyond.kind }
  if (!(await queries.open(db, breach, now))) return false
  const keepers = (await holdersOf(db, ['transfer_counter_stock'])).filter((person) =>
    mayActAt(person, { branchId }),
  )
  if (keepers.length > 0)
    await notify(db, {
      to: { users: keepers.map(({ userId }) => userId) },
      type: 'WARNING',
      text: textOf(breach),
      values: {
        breach: breachKey(breach),
        place: [branch, counter].filter((name) => name !== null).join(' · '),
        code: code || (await currentCompany(db)).localCurrency,
        value: beyond.value,
        limit: beyond.limit.value,
      },
      data: { page: '/inventory/limits' },
    })
  return true
}

/** Looks every few minutes whether something lies beyond its limits. */
export const alertJobs: readonly Job[] = [
  {
    name: 'inventory.limitAlerts',
    cron: '*/5 * * * *',
    run: async (_payload, { services: { db, now } }) => {
      for (const { id } of await companies(db))
        await inCompany(id, () => db.transaction().execute((tx) => refreshAlerts(tx, now())))
    },
  },
]
