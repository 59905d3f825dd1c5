import { useAddress } from '#kit/web/address.web.ts'
import { FactList } from '#kit/web/detail/detail-page.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type ScreeningRow, screenings } from '../screenings/screenings.contract.ts'
import { causes, type DataSource, dataSources, screeningStates } from '../screenings/screenings.domain.ts'
import { ScreeningBadge } from '../results/result.web.tsx'
import { ListExport } from './export.web.tsx'
import { homes, place, scoreText } from '../screenings/words.web.ts'
import { api } from '../results/api.web.ts'

const columns: readonly ListColumn<ScreeningRow>[] = [
  { key: 'name', width: 230 },
  { key: 'state', width: 170, cell: (_, one) => <ScreeningBadge one={one} /> },
  { key: 'pending', kind: 'number', width: 110 },
  { key: 'hits', kind: 'number', width: 110 },
  {
    key: 'topScore',
    width: 110,
    cell: (score) => score !== null && <span className="agio-number">{scoreText(score)}</span>,
  },
  { key: 'cause', kind: 'value', width: 140 },
  { key: 'byName', width: 140 },
  { key: 'createdAt', kind: 'dateTime', width: 180 },
]

/** Every screening of a data source, those that wait for somebody first seen by the filter of open ones. */
function History({ source }: { source: DataSource }) {
  const texts = useTexts(place)
  return (
    <ListPage<ScreeningRow>
      key={source}
      texts={place}
      title={texts(`histories.${source}`)}
      list={api.list}
      columns={columns}
      search={['name']}
      choices={{ state: screeningStates, cause: causes }}
      sort="createdAt-desc"
      always={[{ key: 'dataSource', operator: 'Equals', value: source, type: 'select' }]}
      actions={
        <ListExport
          texts={place}
          source={source}
          columns={screenings.list.columns}
          search={['name']}
          api={api.export as never}
        />
      }
      open={({ id }) => `${homes[source].history}/${id}`}
      panel={(row) => (
        <FactList
          texts={place}
          row={row}
          facts={[
            { key: 'state', cell: (_, one) => <ScreeningBadge one={one} /> },
            { key: 'entityType', kind: 'value' },
            { key: 'hits', kind: 'number' },
            { key: 'pending', kind: 'number' },
            { key: 'cause', kind: 'value' },
            { key: 'byName' },
            { key: 'createdAt', kind: 'dateTime' },
          ]}
        />
      )}
    />
  )
}

export const UnscHistory = () => <History source="unsc" />
export const OfacHistory = () => <History source="ofac" />

/** The enhanced history, or that of another data source where the address names one. */
export function ScreeningHistory() {
  const { dataSource } = useAddress<'dataSource'>()
  return <History source={dataSources.find((one) => one === dataSource) ?? 'enhanced'} />
}
