import * as z from 'zod'
import { Id } from '#kit/contract/shapes.contract.ts'
import { publicEvent } from '#modules/access/webhooks/events.contract.ts'
import { causes, screeningStates } from '../screenings/screenings.domain.ts'

const permission = 'view_screening'

/** Somebody who was screened must be looked at by a person. */
export const alertRaised = publicEvent('screening.alert_raised', permission, {
  screeningId: Id,
  customerId: Id.nullable(),
  dealId: Id.nullable(),
  cause: z.enum(causes),
  state: z.enum(screeningStates),
  matches: z.int(),
})
/** A person has decided on an alert, or on a part of its matches. */
export const alertDecided = publicEvent('screening.alert_decided', permission, {
  screeningId: Id,
  customerId: Id.nullable(),
  decision: z.enum(['decide', 'accept', 'close', 'reopen']),
  state: z.enum(screeningStates),
})

export const alertEvents = [alertRaised, alertDecided]
