import { Group, TextInput, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { today } from '#kit/web/format.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { useAsked } from '#kit/web/report/report.web.tsx'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { principals } from './principals.contract.ts'

const api = bindContract(principals)
const place = 'retail:principals'

export const { List, Detail } = resource({
  texts: place,
  home: '/pos-retail/principals',
  api,
  name: ({ name }) => name,
  search: ['code', 'name'],
  columns: [
    { key: 'code', kind: 'code', width: 130 },
    { key: 'name', width: 260 },
    { key: 'balance', kind: 'number', width: 150 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190, hidden: true },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'code', kind: 'code' },
        { key: 'name' },
        { key: 'contact' },
        { key: 'balance', kind: 'number' },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
  ],
  below: ({ id }) => <Statement id={id} />,
})

/** The statement of the month that the address names: what was sold, came back and was settled. */
function Statement({ id }: { id: string }) {
  const texts = useTexts(place)
  const [asked, change] = useAsked<{ month?: string | undefined }>()
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked.month ?? '') ? (asked.month ?? '') : today().slice(0, 7)
  const query = useQuery({ ...api.statement.queryOptions({ id, month }), placeholderData: keepPreviousData })
  return (
    <>
      <Title order={2} size="h4" mt="lg">
        {texts('statement')}
      </Title>
      <Group align="flex-end" my="sm">
        <TextInput
          type="month"
          label={texts('fields.month')}
          value={month}
          onChange={({ currentTarget }) => change({ month: currentTarget.value || undefined })}
        />
        <TextLink to={`/pos-retail/principal-settlements/create?principal=${id}&month=${month}`}>
          {texts('settle')}
        </TextLink>
      </Group>
      <Loaded query={query} height={160}>
        {({ rows, opening, closing }) => (
          <Lines
            texts={place}
            label={texts('statement')}
            rows={rows}
            rowKey={(row, at) => `${at} ${row.number}`}
            columns={[
              { key: 'businessDate', kind: 'date' },
              { key: 'kind', kind: 'value' },
              { key: 'number', isHead: true },
              { key: 'branch' },
              { key: 'item' },
              { key: 'quantity', kind: 'number' },
              { key: 'total', kind: 'number' },
              { key: 'commission', kind: 'number' },
              { key: 'tax', kind: 'number' },
              { key: 'owed', kind: 'number' },
            ]}
            opening={[texts('opening'), { owed: opening }]}
            total={[texts('closing'), { owed: closing }]}
          />
        )}
      </Loaded>
    </>
  )
}
