import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { ById } from '#kit/contract/shapes.contract.ts'

export const evidence = {
  /** A screening on paper: what was asked and against which lists, what was found, who decided what, when and why. */
  historyPdf: read({
    path: '/poscompliance/screening/historyPdf',
    kind: 'PRINT',
    permission: ['perform_screening', 'view_screening'],
    input: ById,
    output: z.unknown(),
    download: true,
  }),
}
