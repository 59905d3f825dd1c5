import { Kbd, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '#kit/web/focus.web.ts'
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

/** The sheet of keyboard shortcuts. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
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
        {keys.map(([name, key]) => (
          <div key={name}>
            <dt>{t(`shortcuts.${name}`)}</dt>
            <dd>
              <Kbd>{key}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
