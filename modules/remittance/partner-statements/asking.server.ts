import type { Services } from '#kit/server/context.server.ts'
import { inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { companies } from '#modules/organisation/public.server.ts'
import { ofProvider } from '../prefunds/prefunds.queries.ts'
import { listEnabled, rows as providerRows } from '../providers/providers.queries.ts'
import { isCalled } from '../queue/queue.server.ts'
import { partnerOf } from '../sending/sending.server.ts'
import { lastDays, latestOf } from './partner-statements.queries.ts'
import { takeStatement } from './reconciling.server.ts'
import { daysToAsk } from './days.domain.ts'

const askName = 'remittance.askStatement'
/** Of a day that a person has chosen. */
export const askAgainName = 'remittance.askStatementAgain'

/** Asks partners that are called for the statement of each day, once it is over and their cut-off is past. */
export const statementJobs: readonly Job[] = [
  {
    name: 'remittance.statements',
    cron: '20 * * * *',
    run: async (_payload, { services: { db, now } }) => {
      for (const { id: companyId } of await companies(db))
        await inCompany(companyId, async () => {
          const last = await lastDays(db)
          for (const provider of await listEnabled(db))
            if (isCalled(provider) && daysToAsk(provider, last.get(provider.id) ?? null, now()).length > 0)
              await enqueue(db, askName, { providerId: provider.id })
        })
    },
  },
  {
    name: askName,
    isOutgoing: true,
    sameBy: 'providerId',
    run: async ({ companyId, providerId }, { services }) => {
      if (companyId) await askStatements(services, companyId, String(providerId))
    },
  },
  {
    name: askAgainName,
    isOutgoing: true,
    run: async ({ companyId, providerId, day, userId, userName }, { services }) => {
      if (!companyId) return
      const asker = { userId: String(userId), name: String(userName) }
      await askAgain(services, companyId, { providerId: String(providerId), day: String(day), asker })
    },
  },
]

/** Each day after the last that is known; where the partner says nothing of one, it is asked again the next time. */
async function askStatements(services: Services, companyId: string, providerId: string): Promise<void> {
  const { db, now } = services
  const provider = await providerRows.get(db, providerId)
  if (!(await ofProvider(db, providerId))) return
  const partner = await partnerOf(services, companyId, provider)
  if (!partner) return
  const last = await latestOf(db, providerId)
  for (const day of daysToAsk(provider, last?.day ?? null, now())) {
    const said = await partner.adapter.statement(day)
    await partner.note()
    if (!said) return
    const by = { userId: null, name: provider.name }
    await runAct(db, { companyId, ...by }, 'remittance.statement', (tx) =>
      takeStatement({ db: tx, now: now(), actor: by }, providerId, { ...said, day, source: 'api' }),
    )
  }
}

interface AskedAgain {
  providerId: string
  day: string
  asker: { userId: string; name: string }
}

/** One day that a person has chosen: what came of it is told to that person, also that nothing did. */
async function askAgain(services: Services, companyId: string, { providerId, day, asker }: AskedAgain) {
  const { db, now } = services
  const provider = await providerRows.get(db, providerId)
  const partner = await partnerOf(services, companyId, provider)
  const said = await partner?.adapter.statement(day)
  await partner?.note()
  await runAct(db, { companyId, ...asker }, 'remittance.statement', async (tx) => {
    const by = { userId: asker.userId, name: provider.name }
    const taken =
      said &&
      (await takeStatement({ db: tx, now: now(), actor: by }, providerId, { ...said, day, source: 'api' }))
    const { news, differences } = taken ?? { news: 'silent' as const, differences: 0 }
    await notify(tx, {
      to: { users: [asker.userId] },
      type: news === 'same' || news === 'new' ? 'SUCCESS' : 'WARNING',
      text: `providerStatement.${news}`,
      values: { name: provider.name, date: day, count: differences },
      data: {
        page: differences > 0 ? '/remittance/statement-differences' : '/remittance/provider-statements',
      },
    })
  })
}
