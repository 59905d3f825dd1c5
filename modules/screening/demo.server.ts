import type { Services } from '#kit/server/context.server.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import { customersChanged, insertCustomers } from '#modules/customers/public.server.ts'
import { namesakes, regulars } from '#modules/customers/demo.server.ts'

/**
 * Registers two customers with names of the demonstration's lists, and screens them and those who come often, so that the pages
 * of screening show something. Once; what follows is done by whoever works there.
 */
export const screenDemo = ({ db, now }: Pick<Services, 'db' | 'now'>, companyId: string): Promise<void> =>
  inCompany(companyId, async () => {
    const done = await db.selectFrom('screening.screening').select('id').limit(1).executeTakeFirst()
    if (done) return
    const who = { companyId, userId: null, name: 'Aisyah Rahman' }
    await runAct(db, who, 'demo.trade', async (tx) => {
      const listed = namesakes()
      const known = await regulars(tx)
      await insertCustomers(tx, listed)
      const ids = [...listed.map(({ id }) => id), ...known]
      const by = { id: null, name: who.name }
      // More at once are screened by a job, but their deals come next.
      for (let at = 0; at < ids.length; at += 20)
        await customersChanged.ask(tx, { ids: ids.slice(at, at + 20), isNew: true, by, now: now() })
    })
  })
