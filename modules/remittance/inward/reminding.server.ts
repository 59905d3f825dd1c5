import type { Job } from '#kit/server/jobs.server.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import { holdersOf } from '#modules/access/public.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { companies, todayOf } from '#modules/organisation/public.server.ts'
import { listUnclaimed } from './inward.queries.ts'

/** So many days before it ends people hear of an inward remittance that nobody has asked for. */
const daysBefore = 3

/** Says once of each inward remittance that it is about to go back. */
export const inwardJobs: readonly Job[] = [
  {
    name: 'remittance.remind',
    cron: '40 0 * * *',
    run: async (_payload, { services: { db, now } }) => {
      for (const { id: companyId } of await companies(db))
        await inCompany(companyId, () =>
          runAct(db, { companyId, userId: null, name: 'Agio' }, 'remittance.remind', async (tx) => {
            const today = Temporal.PlainDate.from(await todayOf({ db: tx, now: now() }))
            const found = await listUnclaimed(tx, today.add({ days: daysBefore }).toString())
            const users = (await holdersOf(tx, ['manage_inward_remittances'])).map(({ userId }) => userId)
            if (users.length === 0) return
            for (const { id, number, recipientName: name, expiresOn: date } of found) {
              const data = { page: `/remittance/inward/${id}` }
              const values = { number, name, date }
              await notify(tx, { to: { users }, type: 'WARNING', text: 'inward.unclaimed', values, data })
            }
          }),
        )
    },
  },
]
