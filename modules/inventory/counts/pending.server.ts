import { answer } from '#kit/server/hooks.server.ts'
import { pendingDocuments } from '#modules/approvals/public.server.ts'
import { sumAcceptedToday } from '../differences/differences.server.ts'
import { differenceOf } from '../differences/differences.domain.ts'
import { countWorkflow } from './counts.domain.ts'
import * as queries from './counts.queries.ts'
import { listPermittedActs } from './counts.server.ts'

/** Differences that others have counted, and this person may accept. */
export const pendingCounts = answer(pendingDocuments, async (db, asking) => {
  const { actor } = asking
  const accepted = await sumAcceptedToday({ db, ...asking })
  return (await queries.listSubmitted(db))
    .filter((row) => listPermittedActs(row, actor, accepted).includes('accept'))
    .map((row) => ({
      subject: { type: 'count', id: row.id },
      name: [row.branchName, row.counterName].filter(Boolean).join(' · '),
      kind: differenceOf(row.short, row.over) ?? 'difference',
      since: new Date(row.takenAt).toISOString(),
      permission: countWorkflow.actions.accept.permission,
      roles: [],
      inStead: null,
      page: `/inventory/audit-or-count/${row.id}`,
      by: row.author,
      about: null,
      value: null,
    }))
})
