import { Input, Modal, SegmentedControl, Stack, useMantineColorScheme } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '#kit/web/focus.web.ts'
import { type Layout, layout } from '#kit/web/layout.web.ts'

const schemes = ['auto', 'light', 'dark'] as const
const menus = ['menu-docked', 'menu-flyout'] as const
/** In em. */
const sizes = [0.875, 1, 1.125] as const

/** How this browser shows the application: theme, side menu, size of letters. */
export function LayoutPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { menu, fontSize } = layout.use()
  useFocusBack()
  return (
    <Modal
      opened
      centered
      title={t('layout.title')}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('kit:close') }}
    >
      <Stack gap="md">
        <Choice
          name="theme"
          all={schemes}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
        />
        <Choice
          name="menu"
          all={menus}
          value={menu}
          onChange={(one) =>
            layout.change({ menu: one as Layout['menu'], expandMenuDocked: one === 'menu-docked' })
          }
        />
        <Choice
          name="fontSize"
          all={sizes.map(String)}
          value={String(fontSize)}
          onChange={(size) => layout.change({ fontSize: Number(size) })}
        />
      </Stack>
    </Modal>
  )
}

interface ChoiceProps {
  /** Texts are `layout.<name>.label` and `layout.<name>.<value>`, a dot of a value written as a dash. */
  name: string
  all: readonly string[]
  value: string
  onChange: (value: string) => void
}

function Choice({ name, all, value, onChange }: ChoiceProps) {
  const { t } = useTranslation('shell')
  const id = useId()
  const text = (one: string) => t(`layout.${name}.${one.replace('.', '-')}`)
  return (
    <Input.Wrapper label={text('label')} labelElement="div" labelProps={{ id }}>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        data={all.map((one) => ({ value: one, label: text(one) }))}
        value={value}
        onChange={onChange}
      />
    </Input.Wrapper>
  )
}
