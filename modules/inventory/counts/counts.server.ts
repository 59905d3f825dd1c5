import { serve } from '#kit/server/module.server.ts'
import { countDocuments } from './count-documents.server.ts'
import { countHandlers, prepare } from './count-handlers.server.ts'
import { counts } from './counts.contract.ts'
import { moneyActs } from './process.server.ts'

export const countAnswers = countDocuments.answers
export const countsRouter = serve(counts, countHandlers(countDocuments, moneyActs, 'money'))

/** Begins a count of a place with what was counted there. Throws COUNT_GOING_ON. */
export const begin = countDocuments.make('create', prepare)
