import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { adjustmentEvents, adjustmentStates } from '../adjustments/adjustments.domain.ts'
import { countWorkflow } from '../counts/counts.domain.ts'
import { countEvent } from '../differences/differences.domain.ts'
import { transferEvents, transferWorkflow } from '../transfers/transfers.domain.ts'
import { inventoryCatalogue } from './catalogue.contract.ts'

/** What lies in a drawer: the local currency, other currencies, and parts of one that have a stock of their own. */
const stockTypes = ['localCash', 'currency', 'subCurrency'] as const
const events = [...Object.values(adjustmentEvents), ...Object.values(transferEvents), countEvent]

const named =
  (place: string, codes: readonly string[]) =>
  ({ language }: Pick<Ctx, 'language'>) =>
    Promise.resolve(
      codes.map((code) => ({ code, name: text(language, `messages.catalogue.${place}.${code}`) })),
    )

export const inventoryCatalogueRouter = serve(inventoryCatalogue, {
  transferStates: named('transferStates', Object.keys(transferWorkflow.states)),
  adjustmentStates: named('adjustmentStates', adjustmentStates),
  stockTypes: named('stockTypes', stockTypes),
  transactions: named(
    'transactions',
    events.map(({ code }) => code),
  ),
  auditStates: named('auditStates', Object.keys(countWorkflow.states)),
})
