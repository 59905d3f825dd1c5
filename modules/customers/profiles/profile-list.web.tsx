import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Filter } from '#kit/contract/list.contract.ts'
import { can } from '#kit/web/api.web.ts'
import { FactList } from '#kit/web/detail/detail-page.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { filtersOf, readState } from '#kit/web/list/filters.web.ts'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { FlagBadges } from '../flags/flags.web.tsx'
import type { CustomerRow } from './profiles.contract.ts'
import { useCountries } from './fields.web.tsx'
import type { ProfileApi } from './profile-acts.web.tsx'

interface ProfileListProps {
  texts: string
  api: ProfileApi
  home: string
  columns: readonly ListColumn<CustomerRow>[]
  facts: readonly Fact<CustomerRow>[]
  /** The column of the list that holds a country. */
  country: 'countryOfIncorporation' | 'nationality'
  /** The list as a workbook. */
  exports: { call: (input: { filters: Filter[] }) => Promise<unknown> }
}

/** The list of one kind of customer. Whoever may know of suspicion can look at those marked alone. */
export function ProfileList({ texts, api, home, columns, facts, country, exports }: ProfileListProps) {
  const t = useTexts(texts)
  const countries = useCountries().data ?? []
  const [isMarked, setMarked] = useState(false)
  const search = useSearch({ strict: false })
  // What is shown is what is taken away.
  const filters = filtersOf(readState(search, api.list.endpoint.columns ?? {}), ['search'])
  const state: Fact<CustomerRow> = {
    key: 'isActive',
    cell: (_, row) => <FlagBadges texts={texts} row={row} />,
  }
  return (
    <ListPage
      texts={texts}
      list={isMarked ? api.listSuspicious : api.list}
      columns={[
        ...columns,
        { ...state, width: 220 },
        { key: 'createdAt', kind: 'dateTime', width: 190, hidden: true },
      ]}
      // Not a field of the row: names, numbers and telephone at once.
      search={['search' as 'name']}
      choices={{ [country]: countries }}
      create={{ to: `${home}/create`, api }}
      open={({ id }) => `${home}/${id}`}
      panel={(row) => <FactList texts={texts} row={row} facts={[...facts, state]} />}
      actions={
        <>
          {can('view_customer_suspicion') && (
            <Button
              variant={isMarked ? 'light' : 'default'}
              aria-pressed={isMarked}
              onClick={() => setMarked(!isMarked)}
            >
              {t('onlySuspicious')}
            </Button>
          )}
          {can('view_customers_importing', 'perform_customers_importing') && (
            <Button variant="default" renderRoot={(props) => <Link to="/customer/bulk-import" {...props} />}>
              {t('imports')}
            </Button>
          )}
          {/* What is marked stays in the house. */}
          {can('export_customers') && !isMarked && (
            <ExportButton file={() => exports.call({ filters })}>{t('export')}</ExportButton>
          )}
        </>
      }
    />
  )
}
