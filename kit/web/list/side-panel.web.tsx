import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '../focus.web.ts'

interface SidePanelProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A row beside its list. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const { t } = useTranslation('kit')
  useFocusBack()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={title}
      overlayProps={{ backgroundOpacity: 0.25 }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Drawer>
  )
}
