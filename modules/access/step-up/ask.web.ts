import { createStore } from '#kit/web/store.web.ts'

/** Answers whoever waits whether the person has shown again who they are; undefined while nobody is asked. */
export const asking = createStore<((isProven: boolean) => void) | undefined>(undefined)
let asked: Promise<boolean> | undefined

/** Asks for a new proof, once for all calls that wait for one; false when the person gives up. */
export function askProof(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => asking.set(resolve)).finally(() => {
    asked = undefined
    asking.set(undefined)
  })
  return asked
}

// The next user who signs in is not asked what the one before was.
addEventListener('logout-success', () => asking.get()?.(false))
