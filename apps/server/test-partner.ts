import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '#apps/partner-simulator/simulator.ts'
import { inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { sendingJobs } from '#modules/remittance/sending/sending.server.ts'
import { statementJobs } from '#modules/remittance/partner-statements/asking.server.ts'
import { signedHeaders } from '#modules/remittance/sending/signature.server.ts'
import { testApp } from './test-app.ts'
import { openPayouts } from './test-payout.ts'

export const partnerKey = 'a key of at least thirty-two characters'

type Asked = Parameters<typeof openPayouts>[1]

/** As `openPayouts`, with a partner that is called: the simulator, whose answers are planned. */
export async function openPartner({
  clock,
  partner,
  rate,
  bank,
  balance = '1000000000',
}: Asked & { balance?: string }) {
  const simulator = await startSimulator({ key: partnerKey, balance, now: () => clock.now })
  const folder = mkdtempSync(join(tmpdir(), 'agio-keys-'))
  const app = await testApp({
    env: (company) => {
      const file = join(folder, 'keys.json')
      writeFileSync(file, JSON.stringify({ [`${company}/SIM`]: [partnerKey] }))
      return { AGIO_PARTNER_KEYS: file, AGIO_WEBHOOK_ORIGINS: `${company}=${simulator.url}` }
    },
  })
  const payouts = await openPayouts(app, {
    clock,
    partner: { channel: 'api', endpoint: simulator.url, ...partner },
    ...(rate && { rate }),
    bank,
  })
  const { companyId } = payouts
  /** Runs a job of sending as a worker does. */
  const work = (name: string, more: object = {}) => {
    const job = [...sendingJobs, ...statementJobs].find((one) => one.name === name) as Job
    return inCompany(companyId, () =>
      job.run({ companyId, ...more }, { services: app.services, log: app.log as never }),
    )
  }
  return {
    ...payouts,
    app,
    simulator,
    send: ({ id }: { id: string }, more = {}) => work('remittance.send', { orderId: id, ...more }),
    ask: ({ id }: { id: string }) => work('remittance.ask', { orderId: id }),
    /** What the clock does each minute. */
    tick: () => work('remittance.follow'),
    /** What the clock does for a partner's statements. */
    askStatements: () => work('remittance.askStatement', { providerId: payouts.providerId }),
    /** What a worker does where a person has asked for statements again. */
    async askStatementsAgain() {
      const asked = await app.owner<{ payload: object }>(
        `delete from kit.outbox where name = 'remittance.askStatementAgain' returning payload`,
      )
      for (const { payload } of asked) await work('remittance.askStatementAgain', payload)
    },
    /** The partner reports by itself. */
    report(body: object, { at = clock.now, keys = [partnerKey] } = {}) {
      const payload = JSON.stringify(body)
      const headers = signedHeaders(payload, keys, at)
      return app.http.inject({ method: 'POST', url: payouts.reportPath, payload, headers })
    },
    /** What the books say that is not so. */
    wrong: () =>
      inCompany(companyId, async () => (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0)),
    async stop() {
      await app.stop()
      await simulator.stop()
    },
  }
}
