export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** Why an attempt was not accepted; `STATUS` is any answer other than 2xx. */
export const deliveryErrors = [
  'STATUS',
  'REDIRECT',
  'TIMEOUT',
  'UNREACHABLE',
  'ADDRESS_INSIDE',
  'ADDRESS_INSECURE',
  'SECRET_UNREADABLE',
  'PAUSED',
] as const
export type DeliveryError = (typeof deliveryErrors)[number]

/** Minutes from one attempt to the next: eight attempts within a day. */
const waits = [1, 5, 15, 60, 180, 420, 720]

/** When it is tried again after so many attempts; undefined where that was the last. */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const minutes = waits[attempts - 1]
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000)
}

const pausedAfter = 3 * 86_400_000

/** Whether a webhook that has just failed is paused: it is gone (410), or has accepted nothing for three days. */
export const isGivenUp = (status: number | null, failingSince: string, now: Date): boolean =>
  status === 410 || now.getTime() - Date.parse(failingSince) >= pausedAfter
