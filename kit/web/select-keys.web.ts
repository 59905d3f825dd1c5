import type { KeyboardEvent } from 'react'

const walking = ['ArrowDown', 'ArrowUp']
const silent = ['Shift', 'Control', 'Alt', 'Meta']

/** Whether the option in question was walked to rather than found by typing. There is one keyboard. */
let isWalked = false

const plain = (text: string | null) => text?.trim().toLocaleLowerCase()

/**
 * The keys of every `Select`, before its own: Enter takes the option whose whole label was typed, else the
 * highlighted one; Tab takes the former. Mantine alone takes the first of all options where the label typed
 * is that of the choice so far, and nothing where a list that has only just opened forgets its highlight.
 */
export function takeTyped(event: KeyboardEvent<HTMLElement>) {
  const { key, target } = event
  if (key !== 'Enter' && key !== 'Tab') {
    if (!silent.includes(key)) isWalked = walking.includes(key)
    return
  }
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing)
  const list = target instanceof HTMLInputElement && target.getAttribute('aria-controls')
  const shown = list && isPlain ? document.getElementById(list) : null
  if (!list || !shown) return
  const options = [...shown.querySelectorAll<HTMLElement>('[data-combobox-option]')]
  const called = options.filter((one) => plain(one.textContent) === plain(target.value))
  // Of two that are called the same, nobody knows which is meant.
  const whole = isWalked || called.length > 1 ? undefined : called[0]
  // The choice so far stands there whole too.
  if (key === 'Tab') return whole?.hasAttribute('data-combobox-active') ? undefined : whole?.click()
  const taken = whole ?? shown.querySelector<HTMLElement>('[data-combobox-selected]')
  if (!taken) return
  event.preventDefault()
  event.stopPropagation()
  taken.click()
}
