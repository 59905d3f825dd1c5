import { answer } from '#kit/server/hooks.server.ts'
import { evidenceOf, listLeaving } from '#modules/watchlists/public.server.ts'
import { forgetList } from './screenings.queries.ts'
import { detailOf } from './shown.server.ts'

/** What the page of an entry shows of the screening that found it. */
export const profileEvidence = answer(evidenceOf, (db, { id, actor, language }) =>
  detailOf({ db, actor, language }, id),
)

/** Only a list that nobody was asked against can be taken away. */
export const leavingList = answer(listLeaving, (db, { list }) => forgetList(db, list))
