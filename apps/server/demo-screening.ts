import type { Services } from '#kit/server/context.server.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import { customersChanged, insertCustomers } from '#modules/customers/public.server.ts'
import { namesakes } from './demo-customers.ts'

/** So many of the customers who are there are screened beside those whose names are listed. */
const others = 12

/**
 * Registers two customers with names of the demonstration's lists, and screens them and a few others, so that the pages of
 * screening show something. Once; what follows is done by whoever works there.
 */
export const screenDemo = ({ db, now }: Pick<Services, 'db' | 'now'>, companyId: string): Promise<void> =>
  inCompany(companyId, async () => {
    const done = await db.selectFrom('screening.screening').select('id').limit(1).executeTakeFirst()
    if (done) return
    const who = { companyId, userId: null, name: 'Aisyah Rahman' }
    await runAct(db, who, 'demo.trade', async (tx) => {
      const listed = namesakes()
      const known = await tx
        .selectFrom('customers.customer')
        .select('id')
        .orderBy('id')
        .limit(others)
        .execute()
      await insertCustomers(tx, listed)
      const ids = [...listed, ...known].map(({ id }) => id)
      const by = { id: null, name: who.name }
      await customersChanged.ask(tx, { ids, isNew: true, by, now: now() })
    })
  })
