import { inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import { companies, todayOf } from '#modules/organisation/public.server.ts'
import { outdate } from '../standings/standings.queries.ts'
import * as queries from './whitelist.queries.ts'

/** So many customers are screened by one job. */
const batch = 200

/** Pairs whose day has passed hold no more: each night those customers are asked about again. */
export const expiryJob: Job = {
  name: 'screening.expiredPairs',
  cron: '45 1 * * *',
  run: async (_payload, { services: { db, now } }) => {
    for (const { id: companyId } of await companies(db)) {
      await inCompany(companyId, async () => {
        const today = await todayOf({ db, now: now() })
        if (!(await queries.hasExpired(db, today))) return
        await runAct(db, { companyId, userId: null, name: 'Agio' }, 'screening.customers', async (tx) => {
          const ids = await queries.expire(tx, today)
          await outdate(tx, ids)
          const by = { id: null, name: '' }
          for (let at = 0; at < ids.length; at += batch)
            await enqueue(tx, 'screening.customers', {
              ids: ids.slice(at, at + batch),
              cause: 'object_updated',
              by,
            })
        })
      })
    }
  },
}
