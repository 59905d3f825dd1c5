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
