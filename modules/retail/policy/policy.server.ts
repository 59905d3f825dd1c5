import { notFound, Refusal, refuseField, staleVersion } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { keepFile, storedFile } from '#kit/server/files.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { currentCompany, todayOf } from '#modules/organisation/public.server.ts'
import { type PolicyDraft, retailPolicy } from './policy.contract.ts'
import { asksApproval, faultsOfPolicy, mixesDealsIn } from './policy.domain.ts'
import * as queries from './policy.queries.ts'

const { rows } = queries
const unset = {
  version: 0,
  isOn: false,
  reference: '',
  approvedOn: null,
  documentId: null,
  taxBy: 'line' as const,
  mixesDeals: null,
}

export const policyRouter = serve(retailPolicy, {
  get: ({ db }) => present(db),
  update,
  uploadDocument: async ({ db, services, file, actor }) => {
    if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
    const documentId = await keepFile(db, services.files, file, actor)
    const row = await queries.hold(db)
    if (row) await rows.update(db, row, { documentId })
    else await rows.insert(db, { documentId })
    return present(db)
  },
  getDocument: async ({ db }) => {
    const { documentId } = await policyOf(db)
    if (documentId === null) throw notFound()
    return storedFile(db, documentId)
  },
})

/** What the company has set about selling goods, else that it sells none. */
export const policyOf = async (db: Db) => (await queries.current(db)) ?? unset

/** Throws RETAIL_OFF while the company may not sell goods. */
export async function refuseOff(db: Db): Promise<void> {
  if (!(await policyOf(db)).isOn) throw new Refusal('RETAIL_OFF')
}

/** Whether a deal and goods may be settled in one basket. */
export async function mayMixDeals(db: Db): Promise<boolean> {
  const { mixesDeals } = await policyOf(db)
  return mixesDeals ?? mixesDealsIn((await currentCompany(db)).country)
}

/** Throws DEAL_IN_BASKET_OFF while deals and goods are settled apart. */
export async function refuseMixed(db: Db): Promise<void> {
  if (!(await mayMixDeals(db))) throw refuseField('deal', 'DEAL_IN_BASKET_OFF')
}

async function present(db: Db) {
  const { version, isOn, reference, approvedOn, documentId, taxBy } = await policyOf(db)
  const { country } = await currentCompany(db)
  return {
    version,
    isOn,
    reference,
    approvedOn,
    taxBy,
    mixesDeals: await mayMixDeals(db),
    hasDocument: documentId !== null,
    asksApproval: asksApproval(country),
  }
}

async function update({ db, input, now }: Ctx<PolicyDraft & { version: number }>) {
  const { version, mixesDeals, ...sent } = input
  const draft = { ...sent, ...(mixesDeals !== undefined && { mixesDeals }) }
  const row = await queries.hold(db)
  if ((row?.version ?? 0) !== version) throw staleVersion()
  const { country } = await currentCompany(db)
  const [fault, ...more] = faultsOfPolicy(
    { ...draft, hasDocument: (row?.documentId ?? null) !== null },
    { country, today: await todayOf({ db, now }) },
  )
  if (fault) throw new Refusal(fault.code, {}, { fields: [fault, ...more] })
  if (row) await rows.update(db, row, draft)
  else await rows.insert(db, draft)
  return present(db)
}
