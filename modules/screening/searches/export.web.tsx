import { useSearch } from '@tanstack/react-router'
import type { Columns, Filter } from '#kit/contract/list.contract.ts'
import { can } from '#kit/web/api.web.ts'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { filtersOf, readState } from '#kit/web/list/filters.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import type { DataSource } from '../screenings/screenings.domain.ts'

interface ExportProps {
  texts: string
  source: DataSource
  columns: Columns | undefined
  search: readonly string[]
  api: { call: (input: { filters: Filter[] }) => Promise<unknown> }
}

/** Saves what a list of a data source shows, all pages of it. */
export function ListExport({ texts, source, columns, search, api }: ExportProps) {
  const t = useTexts(texts)
  const state = readState(useSearch({ strict: false }), columns ?? {})
  const always = { key: 'dataSource', operator: 'Equals', value: source, type: 'select' } as const
  if (!can('perform_screening') && !can('manage_screening')) return null
  return (
    <ExportButton file={() => api.call({ filters: [...filtersOf(state, search), always] })}>
      {t('export')}
    </ExportButton>
  )
}
