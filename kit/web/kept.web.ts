import { type Checks, readKept } from './kept-parts.web.ts'
import { createStore } from './store.web.ts'

/** A store that this browser keeps under a key, for all its windows. */
export function createKept<T extends object>(key: string, defaults: T, checks: Checks<T>) {
  const read = (): T => ({ ...defaults, ...readKept(textAt(key), checks) })
  const store = createStore(read())
  addEventListener('storage', (event) => {
    if (event.key === null || event.key === key) store.set(read())
  })
  return {
    ...store,
    /** Whether the browser keeps a value of its own, and not the default. */
    keeps: (name: keyof T): boolean => name in readKept(textAt(key), checks),
    change(part: Partial<T>) {
      const next = { ...store.get(), ...part }
      localStorage.setItem(key, JSON.stringify(next))
      store.set(next)
    },
  }
}

/** What the browser keeps under a key; nothing where it keeps nothing at all. */
function textAt(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
