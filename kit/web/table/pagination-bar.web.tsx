import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { pageSizes } from '#kit/contract/list.contract.ts'
import type { PageView } from '#kit/domain/pagination.domain.ts'
import { useCountFormat } from './count-format.web.ts'
import controls from './controls.module.css'

/** Previous, numbered and next links, where one is, rows per page, and which rows of how many are shown. */
export function PaginationBar(props: {
  page: PageView
  limit: number
  total: number
  isEstimate: boolean
  rangeSelector: boolean
  onGo: (page: number, limit?: number) => void
}) {
  const { t } = useTranslation('kit')
  const sizeId = useId()
  const { page, limit, total, onGo } = props
  const format = useCountFormat()
  const shownTotal = props.isEstimate ? t('table.about', { total: format(total) }) : format(total)
  const sizes = [...new Set([...pageSizes, limit])].toSorted((a, b) => a - b)
  return (
    <div className={controls['pager']}>
      {props.rangeSelector && (
        <div className={controls['range']}>
          <label htmlFor={sizeId}>{t('table.perPage')}</label>
          <select
            id={sizeId}
            className={controls['size']}
            value={limit}
            onChange={(event) => onGo(1, Number(event.currentTarget.value))}
          >
            {sizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
          <span aria-live="polite">
            {t('table.range', { from: format(page.from), to: format(page.to), total: shownTotal })}
          </span>
        </div>
      )}
      <nav className={controls['pages']} aria-label={t('table.pages')}>
        <span className={controls['where']}>
          {format(page.page)} /{' '}
          {props.isEstimate ? t('table.about', { total: format(page.last) }) : format(page.last)}
        </span>
        <button
          type="button"
          className={controls['page']}
          aria-label={t('table.previous')}
          disabled={page.page <= 1}
          onClick={() => onGo(page.page - 1)}
        >
          <IconChevronLeft size={16} stroke={1.75} aria-hidden />
        </button>
        {page.links.map((link, at) =>
          link === 'gap' ? (
            <span key={`gap${at}`} className={controls['gap']} aria-hidden>
              …
            </span>
          ) : (
            <button
              key={link}
              type="button"
              className={controls['page']}
              aria-label={t('table.page', { page: format(link) })}
              aria-current={link === page.page ? 'page' : undefined}
              onClick={() => onGo(link)}
            >
              {format(link)}
            </button>
          ),
        )}
        <button
          type="button"
          className={controls['page']}
          aria-label={t('table.next')}
          disabled={page.page >= page.last}
          onClick={() => onGo(page.page + 1)}
        >
          <IconChevronRight size={16} stroke={1.75} aria-hidden />
        </button>
      </nav>
    </div>
  )
}
