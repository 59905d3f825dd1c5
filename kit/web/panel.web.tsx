import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusBack } from './focus.web.ts'

interface PanelProps {
  label: string
  /** Under which end of its button it hangs. */
  end?: 'start' | 'end'
  className?: string
  onClose: () => void
  children: ReactNode
}

/**
 * What a button opens under itself: it fills the positioned element around the button, and is apart from it so that both can be
 * loaded when they are needed. A press on the button, or outside, closes it, and the focus goes back.
 */
export function Panel({ label, end = 'start', className, onClose, children }: PanelProps) {
  useFocusBack()
  return (
    <Popover opened onDismiss={onClose} position={`bottom-${end}`} shadow="md" trapFocus withRoles={false}>
      <Popover.Target>
        <span
          aria-hidden
          style={{ position: 'absolute', inset: 0 }}
          // The button beneath keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onClose}
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label} {...(className ? { className, p: 0 } : {})}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
