import { type ComponentType, type FunctionComponent, lazy } from 'react'

/** A screen by its route: `path` has `$id` where it takes one. */
export interface FoundScreen {
  path: string
  load: () => Promise<FunctionComponent>
}

let find: (address: string) => FoundScreen | undefined = () => undefined

/** Said once at start: which screen stands at an address, with its texts, for the users who may open it. */
export const screensBy = (finder: typeof find) => {
  find = finder
}

const pages = new Map<string, ComponentType>()

/**
 * The screen at an address, to be shown inside another page under `Suspense`. A screen reads `id` from the address that is open,
 * so whoever shows it has such a parameter too. Undefined where there is none, or it may not be opened.
 */
export function screenAt(address: string): { path: string; Page: ComponentType } | undefined {
  const found = find(address)
  if (!found) return undefined
  const { path, load } = found
  const Page = pages.get(path) ?? lazy(async () => ({ default: await load() }))
  pages.set(path, Page)
  return { path, Page }
}
