import { useWindowEvent } from '@mantine/hooks'
import { useEffect } from 'react'

/** Asked of whoever chooses the working space; specification 000, section 4. */
const counterRequired = 'required-select-counter'

let isWaiting = false

/** Asks for a counter, for what can only be done at one: the header opens the choice, at once or as soon as it is there. */
export function askForCounter(): void {
  isWaiting = true
  dispatchEvent(new CustomEvent(counterRequired))
}

/** Calls `open` whenever a counter is asked for, and for what was asked before anybody could hear it. */
export function useCounterAsked(open: () => void): void {
  useWindowEvent(counterRequired, () => {
    isWaiting = false
    open()
  })
  useEffect(() => {
    if (isWaiting) askForCounter()
  }, [])
}
