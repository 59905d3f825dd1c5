import { Button, Group, Modal, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract, can } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { ActionBar, useAct } from '#kit/web/detail/action-bar.web.tsx'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { useFocusBack } from '#kit/web/focus.web.ts'
import { dateText, dateTimeText, isDay } from '#kit/web/format.web.ts'
import { filtersOf, readState } from '#kit/web/list/filters.web.ts'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { BusyButton, TextLink } from '#kit/web/parts.web.tsx'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type Fact, StatusBadge, type Tone } from '#kit/web/values.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { DealBadge } from '#modules/exchange/public.web.tsx'
import { type Candidate, type CandidateRow, reportCandidates } from './report-candidates.contract.ts'
import {
  type CandidateState,
  candidateStates,
  candidateWorkflow,
  reportKinds,
} from './report-candidates.domain.ts'
import css from './report-candidates.module.css'

const api = bindContract(reportCandidates)
const branchApi = bindContract(branches)
const place = 'cases:reportCandidates'
const home = '/compliance/report-candidates'
const searched = ['customerName', 'reference'] as const
const tones: Record<CandidateState, Tone> = { open: 'attention', filed: 'done', dropped: 'ended' }

/** How many deals they are, and whether they still cross the rule. */
function Deals({ row }: { row: CandidateRow }) {
  const texts = useTexts(place)
  const { attempted, isCrossed } = row
  return [
    texts('deals', { count: row.deals }),
    attempted > 0 && texts('attempted', { count: attempted }),
    !isCrossed && texts('below'),
  ]
    .filter(Boolean)
    .join(', ')
}

const total: Fact<CandidateRow> = { key: 'total', kind: 'money', currency: 'localCurrency' }
const deals: Fact<CandidateRow> = { key: 'deals', cell: (_, row) => <Deals row={row} /> }
const columns: readonly ListColumn<CandidateRow>[] = [
  { key: 'kind', kind: 'value', width: 100 },
  { key: 'code', kind: 'code', width: 140 },
  { key: 'state', kind: 'badge', tones, width: 140 },
  { key: 'businessDate', kind: 'date', width: 130 },
  { key: 'total', kind: 'money', width: 110 },
  { key: 'threshold', kind: 'money', width: 110 },
  { ...deals, width: 210 },
  { key: 'customerName', width: 170 },
  { key: 'branchName', width: 140 },
  { key: 'reference', width: 130 },
  { key: 'source', width: 240, hidden: true },
  { key: 'foundAt', kind: 'dateTime', place: 'branchId', width: 190, hidden: true },
]
const summary: readonly Fact<CandidateRow>[] = [
  { key: 'kind', kind: 'value' },
  { key: 'code', kind: 'code' },
  { key: 'source' },
  deals,
  total,
  { key: 'threshold', kind: 'money', currency: 'localCurrency' },
  { key: 'customerName' },
  { key: 'branchName' },
  { key: 'businessDate', kind: 'date' },
  { key: 'state', kind: 'badge', tones },
  { key: 'reference' },
  { key: 'reason' },
]

/** Candidates for reports to the authority: what is open, and what became of the others. */
export function CandidateList() {
  const texts = useTexts(place)
  const branchChoices = useQuery(branchApi.listSelection.queryOptions()).data
  const codes = useQuery(api.rules.queryOptions()).data
  const search = useSearch({ strict: false })
  // What is shown is what is taken away.
  const filters = filtersOf(readState(search, api.list.endpoint.columns ?? {}), searched)
  return (
    <ListPage<CandidateRow>
      texts={place}
      list={api.list}
      columns={columns}
      search={searched}
      choices={{
        kind: reportKinds,
        code: (codes ?? []).map((code) => ({ value: code, label: code })),
        state: candidateStates,
        branchId: branchChoices ?? [],
      }}
      sort="foundAt-desc"
      open={({ id }) => `${home}/${id}`}
      panel={(row) => <FactList texts={place} row={row} facts={summary} />}
      actions={
        can('manage_report_candidates') && (
          <ExportButton file={() => api.export.call({ filters: filters as never })}>
            {texts('export')}
          </ExportButton>
        )
      }
    />
  )
}

/** One candidate: the rule and its source, the deals that together crossed it, and what becomes of it. */
export function CandidatePage() {
  const texts = useTexts(place)
  const { id = '' } = useParams({ strict: false })
  return (
    <DetailPage<Candidate>
      texts={place}
      get={api.getById}
      id={id}
      back={home}
      title={({ kind, customerName, businessDate }) =>
        [texts(`values.kind.${kind}`), customerName, dateText(businessDate)].filter(Boolean).join(' · ')
      }
      badge={{ key: 'state', kind: 'badge', tones }}
      figures={[total as Fact<Candidate>, { key: 'threshold', kind: 'money', currency: 'localCurrency' }]}
      groups={[
        {
          name: 'rule',
          facts: [
            { key: 'code', kind: 'code' },
            { key: 'ruleVersion' },
            { key: 'source' },
            { key: 'metric', kind: 'value' },
            deals as Fact<Candidate>,
            { key: 'branchName' },
            { key: 'foundAt', kind: 'dateTime', place: 'branchId' },
          ],
        },
        {
          name: 'decision',
          facts: [
            { key: 'reference' },
            { key: 'filedOn', kind: 'date' },
            { key: 'reason' },
            { key: 'decidedBy' },
            { key: 'decidedAt', kind: 'dateTime', place: 'branchId' },
          ],
        },
      ]}
      actions={(row) => (
        <ActionBar
          texts={place}
          workflow={candidateWorkflow}
          row={row}
          run={api}
          forms={{ file: FileForm }}
          isQuiet={row.state !== 'open'}
        />
      )}
    >
      {(row) => <Parts row={row} />}
    </DetailPage>
  )
}

const parts = [
  'number',
  'state',
  'submittedAt',
  'amount',
  'currencies',
  'customerName',
  'branchName',
  'maker',
]

function Parts({ row }: { row: Candidate }) {
  const texts = useTexts(place)
  return (
    <section>
      <Title order={2} className={css.heading}>
        {texts('parts')}
      </Title>
      <Sheet
        label={texts('parts')}
        columns={parts.map((key) => ({ title: texts(`fields.${key}`), isNumber: key === 'amount' }))}
      >
        {row.parts.map((deal) => (
          <tr key={deal.id} data-attempted={deal.isAttempted || undefined} className={css.part}>
            <th scope="row">
              <TextLink to={`/transaction-monitoring/${deal.id}`}>{deal.number}</TextLink>
            </th>
            <td>
              <span className={css.state}>
                <DealBadge deal={{ ...deal, isOnHold: false, openGates: [] }} />
                {deal.isAttempted && <StatusBadge tone="attention">{texts('attempt')}</StatusBadge>}
              </span>
            </td>
            <td>{dateTimeText(deal.submittedAt, row.branchId)}</td>
            <td data-number>{groupDigits(deal.amount)}</td>
            <td>{deal.currencies}</td>
            <td>{deal.customerName}</td>
            <td>{deal.branchName}</td>
            <td>{deal.maker}</td>
          </tr>
        ))}
      </Sheet>
    </section>
  )
}

/** Under which reference it was filed, and when. */
function FileForm({ row, onClose }: { row: Candidate; onClose: () => void }) {
  const texts = useTexts(place)
  const act = useAct()
  useFocusBack()
  const [reference, setReference] = useState('')
  const [filedOn, setFiledOn] = useState('')
  const send = () =>
    act.mutate(
      {
        api: api.file,
        input: { id: row.id, version: row.version, reference: reference.trim(), filedOn },
        said: texts('said.updated'),
      },
      { onSuccess: onClose },
    )
  return (
    <Modal opened centered title={texts('actions.file')} onClose={onClose} withCloseButton={false}>
      <TextInput
        label={texts('fields.reference')}
        data-autofocus
        maxLength={120}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <DateBox mt="md" label={texts('fields.filedOn')} value={filedOn} onChange={setFiledOn} />
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          {texts('cancel')}
        </Button>
        <BusyButton busy={act.isPending || reference.trim() === '' || !isDay(filedOn)} onClick={send}>
          {texts('actions.file')}
        </BusyButton>
      </Group>
    </Modal>
  )
}
