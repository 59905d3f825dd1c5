import { Alert, Box, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { useRowActs } from '#kit/web/detail/row-acts.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { type Texts, useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { type Mapping, mappings } from './mappings.contract.ts'

const api = bindContract(mappings)
const branchApi = bindContract(branches)
const place = 'ledger:mappings'
const home = '/accounting/global-ledger-mappings'

/** An event in words; those of the journal, whose keys have no dot. */
export const eventText = (journal: Texts, event: string) =>
  journal(`values.event.${event.replaceAll('.', '_')}`, { defaultValue: event })

const acting = {
  texts: place,
  api,
  list: home,
  edit: ({ id }: Mapping) => `${home}/update/${id}`,
  name: ({ account }: Mapping) => account,
}

/** Where each part of an event is posted: the usual account of the company, and what is narrower than that. */
export function MappingList() {
  const texts = useTexts(place)
  const journal = useTexts('ledger:journal')
  const acts = useRowActs<Mapping>(acting)
  const choices = useQuery(api.choices.queryOptions()).data
  const places = useQuery(branchApi.listSelection.queryOptions()).data
  const any = (
    <Text span inherit c="dimmed">
      {texts('any')}
    </Text>
  )
  const columns: readonly ListColumn<Mapping>[] = [
    { key: 'part', kind: 'value', width: 220 },
    { key: 'accountId', width: 280, cell: (_, { account }) => account },
    {
      key: 'event',
      width: 170,
      cell: (_, { event }) => (event === null ? any : eventText(journal, event)),
    },
    { key: 'branchId', width: 170, cell: (_, { branchName }) => branchName ?? any },
    { key: 'itemId', width: 110, cell: (_, { itemCode }) => itemCode ?? any },
    { key: 'modeId', width: 170, cell: (_, { modeName }) => modeName ?? any },
  ]
  return (
    <>
      <Gaps />
      <ListPage
        texts={place}
        list={api.list}
        columns={columns}
        choices={{
          part: (choices?.parts ?? []).map(({ code }) => code),
          event: (choices?.events ?? []).map((event) => ({ value: event, label: eventText(journal, event) })),
          branchId: places ?? [],
          itemId: choices?.items ?? [],
          modeId: choices?.modes ?? [],
          accountId: choices?.accounts ?? [],
        }}
        create={{ to: `${home}/create`, api }}
        // The usual account is changed, and never ended.
        menu={(row) => acts(row).filter(({ danger }) => !danger || !row.isUsual)}
        actions={<Complete />}
      />
    </>
  )
}

const useCheck = () => useQuery(api.check.queryOptions()).data

function Complete() {
  const texts = useTexts(place)
  const found = useCheck()
  if (!found) return null
  return (
    <Box my="auto">
      <StatusBadge tone={found.count === 0 ? 'done' : 'stopped'}>
        {texts(found.count === 0 ? 'complete' : 'incomplete', { count: found.count })}
      </StatusBadge>
    </Box>
  )
}

/** What would be refused, because it leads to no account. */
function Gaps() {
  const texts = useTexts(place)
  const journal = useTexts('ledger:journal')
  const found = useCheck()
  if (!found || found.count === 0) return null
  return (
    <Alert role="status" color="red" title={texts('incomplete', { count: found.count })} m="md" mb={0}>
      <ul>
        {found.missing.map((gap) => {
          const said = [gap.branchName, gap.itemCode, gap.modeName].filter(Boolean).join(', ')
          return (
            <li key={`${gap.part} ${gap.event} ${said}`}>
              {`${eventText(journal, gap.event)}: ${texts(`values.part.${gap.part}`)} (${said})`}
            </li>
          )
        })}
      </ul>
    </Alert>
  )
}
