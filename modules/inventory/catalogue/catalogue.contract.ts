import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'

const path = '/poscatalogue/inventory'
const named = (name: string) =>
  read({
    path: `${path}/${name}`,
    permission: 'signedIn',
    output: z.array(z.strictObject({ code: z.string(), name: z.string() })),
  })

/** What documents of stock can be, each by its code and its name in the language of the request. */
export const inventoryCatalogue = {
  transferStates: named('getTransferStates'),
  adjustmentStates: named('getAdjustmentStates'),
  stockTypes: named('getstockTypes'),
  transactions: named('getInventoryTransactions'),
  auditStates: named('getAuditStates'),
}
