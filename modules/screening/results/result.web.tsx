import { Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { FactList, Timeline } from '#kit/web/detail/detail-page.web.tsx'
import { askNote } from '#kit/web/dialogs.web.tsx'
import { dateTimeText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { BusyButton, EmptyState, ErrorBox, PageHeader, TextLink } from '#kit/web/parts.web.tsx'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type Fact, StatusBadge } from '#kit/web/values.web.tsx'
import { countryText } from '#modules/watchlists/public.web.ts'
import type { ScreeningDetail } from '../screenings/screenings.contract.ts'
import { type DataSource, isIdentified } from '../screenings/screenings.domain.ts'
import css from './result.module.css'
import { Triage } from './triage.web.tsx'
import {
  customerPage,
  homes,
  place,
  scoreText,
  screeningTones,
  spanText,
  useListNames,
  useNamesOfLists,
} from '../screenings/words.web.ts'
import { api } from './api.web.ts'

/** A screening in its history: what was asked and found, who decided what, and what is still to be decided. */
function HistoryDetail({ source }: { source: DataSource }) {
  const texts = useTexts(place)
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(api.getHistoryDetail.queryOptions({ id }))
  return (
    <div className={css.page}>
      <Loaded query={query} height={480}>
        {(one) => (
          <>
            <PageHeader
              title={one.name}
              back={{ to: homes[source].history }}
              badge={<ScreeningBadge one={one} />}
            >
              <ScreeningActs one={one} />
              <ExportButton isPaper file={() => api.historyPdf.call({ id: one.id })}>
                {texts('print')}
              </ExportButton>
            </PageHeader>
            <ScreeningResult one={one} />
          </>
        )}
      </Loaded>
    </div>
  )
}

export const UnscHistoryDetail = () => <HistoryDetail source="unsc" />
export const OfacHistoryDetail = () => <HistoryDetail source="ofac" />
export const EnhancedHistoryDetail = () => <HistoryDetail source="enhanced" />

/** Where a screening stands; of a confirmed hit also how it was closed. */
export function ScreeningBadge({ one }: { one: Pick<ScreeningDetail, 'state' | 'closedAs'> }) {
  const texts = useTexts(place)
  return (
    <>
      <StatusBadge tone={screeningTones[one.state]}>{texts(`values.state.${one.state}`)}</StatusBadge>
      {one.closedAs && (
        <StatusBadge tone={one.closedAs === 'upheld' ? 'stopped' : 'done'}>
          {texts(`values.closedAs.${one.closedAs}`)}
        </StatusBadge>
      )}
    </>
  )
}

/** Taking what could be found for enough, closing a confirmed hit, for a second person, and asking again. */
export function ScreeningActs({ one }: { one: ScreeningDetail }) {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const act = useAct()
  const { id, version } = one
  async function close(outcome: 'upheld' | 'released' | 'accepted' | 'reopened') {
    const title = texts(`acts.${outcome}`)
    const message = texts(`ask.${outcome}`, { name: one.name })
    const note = await askNote({ title, message, confirm: title, required: true })
    if (note === undefined) return
    const said = texts('said.saved')
    if (outcome === 'accepted') act.mutate({ api: api.accept, input: { id, version, note }, said })
    else if (outcome === 'reopened') act.mutate({ api: api.reopen, input: { id, version, note }, said })
    else act.mutate({ api: api.close, input: { id, version, outcome, note }, said })
  }
  const again = useMutation({
    mutationFn: () => api.rescreen.call({ id }),
    onSuccess: (next) => void navigate({ to: `${homes[one.dataSource].history}/${next.id}` }),
  })
  return (
    <>
      {one.can.includes('rescreen') && (
        <BusyButton variant="default" busy={again.isPending} onClick={() => again.mutate()}>
          {texts('acts.rescreen')}
        </BusyButton>
      )}
      {one.can.includes('accept') && (
        <BusyButton busy={act.isPending} onClick={() => void close('accepted')}>
          {texts('acts.accepted')}
        </BusyButton>
      )}
      {one.can.includes('reopen') && (
        <BusyButton variant="default" busy={act.isPending} onClick={() => void close('reopened')}>
          {texts('acts.reopened')}
        </BusyButton>
      )}
      {one.can.includes('close') && (
        <>
          <BusyButton variant="default" busy={act.isPending} onClick={() => void close('released')}>
            {texts('acts.released')}
          </BusyButton>
          <BusyButton busy={act.isPending} onClick={() => void close('upheld')}>
            {texts('acts.upheld')}
          </BusyButton>
        </>
      )}
    </>
  )
}

/** What a screening found, without the head of a page: the search shows it under its form. */
export function ScreeningResult({ one }: { one: ScreeningDetail }) {
  const texts = useTexts(place)
  const listNames = useNamesOfLists()
  const waits = one.state === 'confirmed_hit' && one.closedAs === null && !one.can.includes('close')
  const isOneDeal = one.customerId === null && one.cause === 'transaction' && !isIdentified(one)
  return (
    <>
      {one.failure && <ErrorBox title={texts('failed')}>{one.failure}</ErrorBox>}
      {one.stale.length > 0 && (
        <ErrorBox title={texts('stale.title')}>
          {texts('stale.text', { lists: listNames(one.stale) })}
        </ErrorBox>
      )}
      {one.supersededBy && (
        <p>
          <TextLink to={`${homes[one.dataSource].history}/${one.supersededBy}`}>
            {texts('superseded')}
          </TextLink>
        </p>
      )}
      {isOneDeal && <p className={css.quiet}>{texts('forOneDeal')}</p>}
      {one.closedAs === 'released' && one.customer?.isBlocked && (
        <p className={css.quiet}>{texts('stillBlocked')}</p>
      )}
      {waits && <p className={css.quiet}>{texts('waitsForSecond')}</p>}
      {one.candidates.length > 0 ? (
        <Triage key={one.id} one={one} />
      ) : (
        <EmptyState text={texts(one.state === 'no_hit' ? 'nothingNear' : 'nothingFound')} />
      )}
      <Evidence one={one} />
    </>
  )
}

const facts: readonly Fact<ScreeningDetail>[] = [
  { key: 'dataSource', kind: 'value' },
  { key: 'cause', kind: 'value' },
  { key: 'byName' },
  { key: 'createdAt', kind: 'dateTime' },
  { key: 'threshold', cell: (score) => scoreText(score) },
  { key: 'weakThreshold', cell: (score) => (score > 1 ? null : scoreText(score)) },
]

/** By what it was asked, against which versions of which lists, and who decided what. */
function Evidence({ one }: { one: ScreeningDetail }) {
  const texts = useTexts(place)
  const listName = useListNames()
  const { query, customer } = one
  const asked: Fact<ScreeningDetail>[] = [
    {
      key: 'customer',
      cell: () => customer && <TextLink to={customerPage(customer)}>{customer.name}</TextLink>,
    },
    { key: 'query.names', cell: () => query.names.join('; ') },
    { key: 'entityType', kind: 'value' },
    { key: 'query.birthDates', cell: () => query.birthDates.map(spanText).join(', ') || null },
    { key: 'query.countries', cell: () => query.countries.map(countryText).join(', ') || null },
    { key: 'query.documents', cell: () => query.documents.join(', ') || null },
    { key: 'query.mode', cell: (mode) => texts(`values.mode.${mode}`) },
    { key: 'settingsNumber', cell: (number) => number ?? texts('asDelivered') },
  ]
  const decided = [
    ...one.candidates.flatMap((candidate) =>
      candidate.decisions.map((decision) => ({ ...decision, name: candidate.entryName })),
    ),
    ...one.decisions.map((decision) => ({ ...decision, name: '' })),
  ].toSorted((a, b) => b.at.localeCompare(a.at))
  return (
    <div className={css.evidence}>
      <section>
        <Title order={2}>{texts('evidence')}</Title>
        <FactList texts={place} row={one} facts={[...asked, ...facts]} />
        <Sheet
          label={texts('lists')}
          columns={[
            { title: texts('fields.list') },
            { title: texts('fields.number'), isNumber: true },
            { title: texts('fields.contentHash') },
          ]}
        >
          {one.lists.map(({ versionId, list, number, contentHash, since }) => (
            <tr key={versionId}>
              <th scope="row">{listName(list)}</th>
              <td data-number>{since === null ? number : texts('since', { number, since })}</td>
              <td>
                <code title={contentHash}>{contentHash.slice(0, 12)}</code>
              </td>
            </tr>
          ))}
        </Sheet>
      </section>
      <section>
        {decided.length > 0 ? (
          <Timeline
            title={texts('decisions')}
            entries={decided.map((decision, index) => ({
              id: String(index),
              at: decision.at,
              who: decision.byName,
              what: [texts(`values.outcome.${decision.outcome}`), decision.name].filter(Boolean).join(' · '),
              note: decision.reason,
            }))}
          />
        ) : (
          <>
            <Title order={2}>{texts('decisions')}</Title>
            <p className={css.quiet}>{texts('undecided', { at: dateTimeText(one.createdAt) })}</p>
          </>
        )}
      </section>
    </div>
  )
}
