import { Input, Modal, NativeSelect, SegmentedControl, Stack, useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '#kit/web/focus.web.ts'
import { fontSizes, type Language, type Layout, layout, offeredLanguages } from '#kit/web/layout.web.ts'
import { openPages } from './menu.ts'

const schemes = ['auto', 'light', 'dark'] as const
const menus = ['menu-docked', 'menu-flyout'] as const
/** In em. */

interface LayoutPanelProps {
  onLanguage: (language: Language) => Promise<void>
  onClose: () => void
}

/** How this browser shows the application: theme, side menu, size of letters, language, and the page it begins with. */
export function LayoutPanel({ onLanguage, onClose }: LayoutPanelProps) {
  const { t } = useTranslation(['shell', 'modules'])
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { menu, fontSize, language, defaultPage } = layout.use()
  const pages = useQuery({ queryKey: ['palette'], queryFn: openPages, staleTime: 0 }).data ?? []
  const groups = Map.groupBy(pages, ({ group }) => t(`modules:groups.${group.key}`))
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
          all={fontSizes.map(String)}
          value={String(fontSize)}
          onChange={(size) => layout.change({ fontSize: Number(size) as Layout['fontSize'] })}
        />
        <Choice
          name="language"
          all={offeredLanguages}
          value={language}
          onChange={(one) => void onLanguage(one as Language)}
        />
        <NativeSelect
          label={t('layout.defaultPage.label')}
          description={t('layout.defaultPage.help')}
          data={[
            { value: '', label: t('layout.defaultPage.none') },
            ...[...groups].map(([group, own]) => ({
              group,
              items: own.map(({ page }) => ({ value: page.link, label: t(`modules:pages.${page.key}`) })),
            })),
          ]}
          value={pages.some(({ page }) => page.link === defaultPage) ? defaultPage : ''}
          onChange={(event) => layout.change({ defaultPage: event.currentTarget.value })}
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
