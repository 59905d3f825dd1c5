import { Kbd, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '#kit/web/focus.web.ts'
import { pageKeys } from '#kit/web/page-keys.web.ts'
import css from './shortcuts.module.css'

/** The keys of every screen; texts are `shortcuts.<name>`. */
const keys: readonly (readonly [string, string])[] = [
  ['palette', 'Ctrl K'],
  ['search', '/'],
  ['save', 'Ctrl ↵'],
  ['rows', '↑ ↓'],
  ['page', '↵'],
  ['panel', 'Space'],
  ['rowMenu', 'Shift F10'],
  ['close', 'Esc'],
  ['help', '?'],
]

/** The sheet of keyboard shortcuts: those of the page that is open, then those of every screen. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const own = pageKeys.use()
  useFocusBack()
  return (
    <Modal
      opened
      centered
      title={t('shortcuts.title')}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('kit:close') }}
    >
      <dl className={css.keys}>
        {[
          ...own.map(({ key, text }) => [text, key] as const),
          ...keys.map(([name, key]) => [t(`shortcuts.${name}`), key] as const),
        ].map(([text, key]) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>
              <Kbd>{key}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
