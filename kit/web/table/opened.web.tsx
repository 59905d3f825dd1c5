import { IconColumns3 } from '@tabler/icons-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import controls from './controls.module.css'

// What a person opens from a table is loaded when it is first opened.
const Chooser = lazy(() => import('./column-chooser.web.tsx').then((m) => ({ default: m.ColumnChooser })))
const Menu = lazy(() => import('./row-menu.web.tsx').then((m) => ({ default: m.RowMenu })))

/** The menu of a row, while there is a place for it. */
export const RowMenu = ({
  place,
  onClose,
}: Partial<ComponentProps<typeof Menu>> & { onClose: () => void }) => (
  <Suspense>{place && <Menu place={place} onClose={onClose} />}</Suspense>
)

/** The button of the panel in which columns are chosen. */
export function ChooserButton(props: Omit<ComponentProps<typeof Chooser>, 'onClose'>) {
  const { t } = useTranslation('kit')
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={controls['opener']}>
      <button
        type="button"
        className={controls['tool']}
        aria-label={t('table.columns')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconColumns3 size={18} stroke={1.75} aria-hidden />
        <span className={controls['toolText']}>{t('table.columns')}</span>
      </button>
      <Suspense>{isOpen && <Chooser {...props} onClose={() => setOpen(false)} />}</Suspense>
    </span>
  )
}
