import { useSyncExternalStore } from 'react'

/** A value outside React that components can read: for what lives longer than any of them. */
export function createStore<T>(initial: T) {
  const watchers = new Set<() => void>()
  let value = initial
  const store = {
    get: () => value,
    set(next: T) {
      value = next
      watchers.forEach((watcher) => watcher())
    },
    watch(watcher: () => void) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    use: () => useSyncExternalStore(store.watch, store.get),
  }
  return store
}

/**
 * A store that this browser keeps under a key, for all its windows. What stands there and is not of the kind that the defaults
 * are counts as not there.
 */
export function createKept<T extends object>(key: string, defaults: T) {
  const store = createStore(stored(key, defaults))
  addEventListener('storage', (event) => {
    if (event.key === null || event.key === key) store.set(stored(key, defaults))
  })
  return {
    ...store,
    change(part: Partial<T>) {
      const next = { ...store.get(), ...part }
      localStorage.setItem(key, JSON.stringify(next))
      store.set(next)
    },
  }
}

function stored<T extends object>(key: string, defaults: T): T {
  const kind = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(key) ?? '{}') as object)
    const known = kept.filter(([name, value]) => kind(value) === kind(defaults[name as keyof T]))
    return { ...defaults, ...Object.fromEntries(known) }
  } catch {
    return defaults
  }
}
