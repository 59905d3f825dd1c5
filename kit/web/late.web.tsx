import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { showError } from './failures.web.ts'

interface LateProps {
  load: () => Promise<ComponentType>
  /** The control as it looks before: one button. */
  children: ReactNode
}

/**
 * A button with a menu or panel that is loaded when the user reaches for it, by pointer, finger or keyboard. A user who clicked
 * before it was there has it opened when it comes, or hears that it cannot; the focus stays where it was.
 */
export function Late({ load, children }: LateProps) {
  const [Loaded, setLoaded] = useState<ComponentType>()
  const place = useRef<HTMLSpanElement>(null)
  const before = useRef({ isClicked: false, hasFocus: false })
  // A button that is exchanged under a finger is never clicked: until the press is over it stays.
  const pressed = useRef<Promise<void>>(undefined)
  const fail = () => {
    if (before.current.isClicked) showError(undefined)
    before.current.isClicked = false
  }
  const show = async () => {
    const component = await load()
    let over
    while (over !== pressed.current) await (over = pressed.current)
    // At once: a press that began before the next drawing would end on another button.
    flushSync(() => setLoaded(() => component))
  }
  const reach = () => {
    if (!Loaded) void show().catch(fail)
  }
  useEffect(() => {
    const button = place.current?.querySelector('button')
    if (!Loaded || !button) return
    if (before.current.hasFocus) button.focus()
    if (before.current.isClicked) button.click()
  }, [Loaded])
  if (Loaded)
    return (
      <span ref={place} style={{ display: 'contents' }}>
        <Loaded />
      </span>
    )
  return (
    <span
      style={{ display: 'contents' }}
      onPointerEnter={reach}
      onPointerDown={() => {
        pressed.current = endOfPress()
        reach()
      }}
      onFocus={() => {
        before.current.hasFocus = true
        reach()
      }}
      onBlur={() => {
        before.current.hasFocus = false
      }}
      onClick={() => {
        before.current.isClicked = true
        reach()
      }}
    >
      {children}
    </span>
  )
}

/** When the click has come that a press ends with, or it is clear that none will. */
const endOfPress = () =>
  new Promise<void>((resolve) => {
    const soon = () => setTimeout(resolve, 300)
    addEventListener('click', () => resolve(), { once: true })
    addEventListener('pointerup', soon, { once: true })
    addEventListener('pointercancel', soon, { once: true })
  })
