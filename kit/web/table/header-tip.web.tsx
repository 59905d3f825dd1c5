import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import type { TooltipDirection } from './columns.web.ts'

interface TipProps {
  message: string
  direction: TooltipDirection | undefined
  children: ReactElement
}

/** What a column means, beside its title; loaded only where a column has such words. */
export const HeaderTip = ({ message, direction = 'top', children }: TipProps) => (
  <Tooltip
    label={message}
    position={direction}
    events={{ hover: true, focus: true, touch: true }}
    multiline
    maw={280}
  >
    {children}
  </Tooltip>
)
