import { TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { serialStory, storyReport } from './serials.contract.ts'

const api = bindContract(serialStory)
const place = 'retail:serials'

/** Where a serial is, and its story. */
export function SerialStory() {
  const texts = useTexts(place)
  const [asked, change] = useAsked<{ serial?: string | undefined }>()
  const serial = asked.serial?.trim() ?? ''
  const isAsked = serial.length > 2
  const query = useQuery({
    ...api.list.queryOptions({ serial }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report={storyReport}
      query={query}
      isAsked={isAsked}
      file={() => api.export.call({ serial })}
      rows={({ rows }) => rows}
      rowKey={(row) => JSON.stringify(row)}
      titles={() => ({})}
      head={({ found }) => (
        <Lines
          texts={place}
          label={texts('found')}
          rows={found}
          rowKey={(one) => one.serial}
          columns={[
            { key: 'serial', isHead: true, cell: (one) => one.serial },
            { key: 'item', cell: ({ sku, name }) => `${sku} · ${name}` },
            { key: 'branch', cell: (one) => one.branch },
            { key: 'state', cell: (one) => texts(`values.state.${one.state}`) },
          ]}
        />
      )}
      ask={
        <TextInput
          label={texts('fields.serial')}
          w={280}
          maxLength={60}
          autoComplete="off"
          value={asked.serial ?? ''}
          onChange={({ currentTarget }) => change({ serial: currentTarget.value || undefined })}
        />
      }
    />
  )
}
