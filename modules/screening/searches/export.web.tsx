import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Columns, Filter } from '#kit/contract/list.contract.ts'
import { can } from '#kit/web/api.web.ts'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { filtersOf, readState } from '#kit/web/list/filters.web.ts'
import { saveFile } from '#kit/web/save-file.web.ts'
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
  const save = useMutation({
    mutationFn: async () =>
      saveFile((await api.call({ filters: [...filtersOf(state, search), always] })) as File),
  })
  if (!can('perform_screening') && !can('manage_screening')) return null
  return (
    <ExportButton busy={save.isPending} onClick={() => save.mutate()}>
      {t('export')}
    </ExportButton>
  )
}
