/** One at a time over all tabs where the browser can (Web Locks), else within this one. */
export const exclusively = <T>(act: () => Promise<T>): Promise<T> => {
  const locks = globalThis.navigator?.locks
  return locks ? locks.request('agio-refresh', act) : act()
}

/** At most so many milliseconds after it was written a value is read in every tab. */
const storageDelay = 5000
const renewalOf = (token: string) => `agio-renewed ${token.slice(-16)}`

/** Tells the other tabs, sooner than storage does, that a token has a successor: by a lock, which all see at once. */
export const announceRenewal = (token: string) =>
  void globalThis.navigator?.locks?.request(
    renewalOf(token),
    () => new Promise<void>((resolve) => void setTimeout(resolve, storageDelay)),
  )

export async function wasRenewed(token: string): Promise<boolean> {
  const { held = [] } = (await globalThis.navigator?.locks?.query()) ?? {}
  return held.some(({ name }) => name === renewalOf(token))
}

/** Waits until what another tab has stored is here: a moment after its lock is free, on a busy machine a long one. */
export async function arrival(isHere: () => boolean): Promise<void> {
  const until = Date.now() + storageDelay
  while (!isHere() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
}
