import * as z from 'zod'
import { openList } from '#kit/domain/open-list.domain.ts'
import type { PermissionCode } from '#modules/permissions.domain.ts'

/** An event that programs outside may hear of. */
export interface PublicEvent<P extends z.ZodObject = z.ZodObject> {
  /** `deal.settled`; its text in four languages is `webhookEvents.deal.settled` of the server's catalogue. */
  code: string
  /** Whoever has an event sent somewhere must hold this. */
  permission: PermissionCode
  /** What travels: ids, numbers and states; of people no more than their id. */
  payload: P
}

/** Every event that a module declares as public in its manifest. */
export const publicEvents = openList<PublicEvent>('access.publicEvents')

/** Names an event with its shape; whoever emits it is checked against that. */
export const publicEvent = <P extends z.ZodRawShape>(
  code: string,
  permission: PermissionCode,
  payload: P,
): PublicEvent<z.ZodObject<P, z.core.$strict>> => ({ code, permission, payload: z.strictObject(payload) })

/** What *Send test event* sends. */
export const testEvent = publicEvent('webhook.test', 'view_webhooks', { webhookId: z.uuid() })
