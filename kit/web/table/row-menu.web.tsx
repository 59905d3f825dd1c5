import { Menu, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MenuEntry } from './columns.web.ts'

export interface MenuPlace {
  x: number
  y: number
  entries: MenuEntry[]
  /** The row, which gets the focus back. */
  row: HTMLElement
}

/** The menu of a row, where the mouse was or at the row's start. */
export function RowMenu(props: { place: MenuPlace; onClose: () => void }) {
  const { t } = useTranslation('kit')
  const { place, onClose } = props
  const close = () => {
    onClose()
    place.row.focus({ preventScroll: true })
  }
  return (
    <Menu
      key={`${place.x} ${place.y}`}
      opened
      onClose={close}
      position="bottom-start"
      offset={2}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      // Not the key: the one that opens the menu would close it.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left: place.x, top: place.y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('table.rowMenu')}>
        {place.entries.map((entry, at) => (
          <Menu.Item
            key={entry.label}
            data-autofocus={at === 0 || undefined}
            leftSection={entry.icon}
            rightSection={
              entry.shortcut && (
                <Text span size="xs" c="dimmed" ml="lg">
                  {entry.shortcut}
                </Text>
              )
            }
            // Not `color`: its shade of red is too light to read on white.
            {...(entry.danger ? { c: 'red' } : {})}
            disabled={entry.disabled ?? false}
            onClick={entry.onSelect}
          >
            {entry.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
