import { answer } from '#kit/server/hooks.server.ts'
import { pendingDocuments } from '#modules/approvals/public.server.ts'
import { acceptedToday } from '../differences/differences.server.ts'
import { countWorkflow } from './counts.domain.ts'
import * as queries from './counts.queries.ts'
import { shown } from './counts.server.ts'

/** Differences that others have counted, and this person may accept. */
export const pendingCounts = answer(pendingDocuments, async (db, asking) => {
  const { actor } = asking
  const accepted = await acceptedToday({ db, ...asking })
  return (await queries.submitted(db))
    .filter((row) => shown(row, actor, accepted).can.includes('accept'))
    .map((row) => ({
      subject: { type: 'count', id: row.id },
      name: [row.branchName, row.counterName].filter(Boolean).join(' · '),
      kind: 'difference',
      since: new Date(row.takenAt).toISOString(),
      permission: countWorkflow.actions.accept.permission,
      roles: [],
      inStead: null,
    }))
})
