import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Page } from '#kit/contract/list.contract.ts'
import { useSession } from '../api.web.ts'
import { ExportButton } from '../export-button.web.tsx'
import { Lines } from '../lines/lines.web.tsx'
import { useTexts } from '../texts.web.ts'
import { type AnyFact, isNumeric, showValue } from '../values.web.tsx'
import type { ListColumn } from './list-table.web.tsx'
import css from './list.module.css'

interface ListTakingProps<Row> {
  texts: string
  title: string
  /** What it is filtered by. */
  about: string
  columns: readonly ListColumn<Row>[]
  rowId: (row: Row) => string
  shown: Page<Row> | undefined
  /** As many rows as one call answers. */
  all: () => Promise<Page<Row>>
  file: () => Promise<unknown>
}

/**
 * How a list is taken away as it is filtered: on paper, and all of it as a workbook. A table draws only the rows in view, so on paper
 * it is a plain one; where the browser is asked to print, of the page that is shown.
 */
export function ListTaking<Row>({ title, about, rowId, shown, ...rest }: ListTakingProps<Row>) {
  const { t } = useTranslation('kit')
  const texts = useTexts(rest.texts)
  const company = useSession()?.company.companyName
  const [paper, setPaper] = useState<Page<Row>>()
  useWindowEvent('beforeprint', () => flushSync(() => setPaper((given) => given ?? shown)))
  useWindowEvent('afterprint', () => setPaper(undefined))
  const print = (page: Page<Row>) => {
    flushSync(() => setPaper(page))
    window.print()
  }
  const { items = [], pagination: { pageNum, pageSize, totalItems: total } = onePage } = paper ?? {}
  const before = (pageNum - 1) * pageSize
  const columns = rest.columns.filter(({ hidden }) => !hidden) as unknown as AnyFact<Row>[]
  const page = (
    <div className={css.paper}>
      <p>{company}</p>
      <h1>{title}</h1>
      <p>{about}</p>
      <Lines
        texts={rest.texts}
        label={title}
        rows={items}
        rowKey={rowId}
        columns={columns.map((column) => ({
          key: column.key,
          isNumber: isNumeric(column.kind),
          cell: (row: Row) => showValue(column, row, texts),
        }))}
      />
      <p>{t('table.range', { from: Math.min(before + 1, total), to: before + items.length, total })}</p>
    </div>
  )
  return (
    <>
      <ExportButton isPaper file={rest.all} take={print}>
        {t('print')}
      </ExportButton>
      <ExportButton file={rest.file}>{t('export')}</ExportButton>
      {paper && createPortal(page, document.body)}
    </>
  )
}

const onePage = { pageNum: 1, pageSize: 0, totalItems: 0 }
