import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'

export const places = {
  /** Every vault or store and every counter of the company, by name: where something can be sent to, or asked of. */
  list: read({
    path: '/posinventory/management/listPlaces',
    permission: ['view_transfers', 'view_retail_stock'],
    output: z.array(
      z.strictObject({
        branchId: Id,
        branch: z.string(),
        counterId: Id.nullable(),
        counter: z.string().nullable(),
        /** Whether this person may act there. */
        isOwn: z.boolean(),
        /** Whether they sit there now. */
        isCurrent: z.boolean(),
      }),
    ),
  }),
}
