import type { FunctionComponent } from 'react'

type Load = () => Promise<FunctionComponent>

let find: (address: string) => { path: string; load: Load } | undefined = () => undefined

/** Said once at start: which screen stands at an address, with its texts, for whoever may open it. */
export const screensBy = (finder: typeof find) => {
  find = finder
}

/**
 * The screen at an address, to be shown inside another page: `path` is that of its route, `$id` in it. A screen reads `id` from
 * the address that is open, so whoever shows it has such a parameter too. Undefined where there is none, or it may not be opened.
 */
export const screenAt = (address: string) => find(address)
