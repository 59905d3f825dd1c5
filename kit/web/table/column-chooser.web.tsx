import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../panel.web.tsx'
import type { AnyColumn } from './columns.web.ts'
import type { ColumnModel } from './table-columns.web.ts'
import controls from './controls.module.css'

interface ChooserProps {
  columns: Pick<AnyColumn<never>, 'key' | 'title'>[]
  model: ColumnModel
  onClose: () => void
}

/** The panel in which a person shows, hides, orders and pins columns. */
export function ColumnChooser({ columns, model, onClose }: ChooserProps) {
  const { t } = useTranslation('kit')
  const titleOf = (id: string) => columns.find((column) => column.key === id)?.title || id
  const ids = model.all.map((column) => column.id)
  const shown = model.all.filter((column) => column.getIsVisible()).length

  const move = (at: number, by: -1 | 1) => {
    const next = [...ids]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(at + by, 0, moved)
    model.order(next)
  }
  return (
    <Panel
      label={t('table.columns')}
      end="end"
      className={`${controls['panel']} ${controls['tokens']}`}
      onClose={onClose}
    >
      <ul className={controls['chooser']}>
        {model.all.map((column, at) => {
          const title = titleOf(column.id)
          const visible = column.getIsVisible()
          const pin = column.getIsPinned() || 'none'
          return (
            <li key={column.id} className={controls['choice']}>
              <label className={controls['choiceName']}>
                <input
                  type="checkbox"
                  className={controls['check']}
                  checked={visible}
                  disabled={visible && shown === 1}
                  onChange={() => column.toggleVisibility()}
                />
                <span>{title}</span>
              </label>
              <select
                className={controls['size']}
                aria-label={t('table.pin', { column: title })}
                value={pin}
                onChange={(event) => {
                  const to = event.currentTarget.value
                  column.pin(to === 'start' || to === 'end' ? to : false)
                }}
              >
                <option value="none">{t('table.pinNone')}</option>
                <option value="start">{t('table.pinStart')}</option>
                <option value="end">{t('table.pinEnd')}</option>
              </select>
              <button
                type="button"
                className={controls['page']}
                aria-label={t('table.moveUp', { column: title })}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              >
                <IconArrowUp size={14} stroke={1.75} aria-hidden />
              </button>
              <button
                type="button"
                className={controls['page']}
                aria-label={t('table.moveDown', { column: title })}
                disabled={at === ids.length - 1}
                onClick={() => move(at, 1)}
              >
                <IconArrowDown size={14} stroke={1.75} aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
      <div className={controls['chooserFoot']}>
        <button type="button" className={controls['quiet']} onClick={model.reset}>
          {t('table.reset')}
        </button>
      </div>
    </Panel>
  )
}
