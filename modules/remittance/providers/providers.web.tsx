import { Text } from '@mantine/core'
import { bindContract } from '#kit/web/api.web.ts'
import { dateTimeText } from '#kit/web/format.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { useTexts, valueText } from '#kit/web/texts.web.ts'
import { countryName } from '../recipients/country.web.ts'
import css from './providers.module.css'
import { type Provider, providers } from './providers.contract.ts'

const texts = 'remittance:providers'

export const { List, Detail } = resource({
  texts,
  home: '/remittance/provider',
  api: bindContract(providers),
  name: ({ name }) => name,
  search: ['code', 'name'],
  columns: [
    { key: 'code', kind: 'code', width: 120 },
    { key: 'name', width: 220 },
    { key: 'settlementCurrency', kind: 'code', width: 130 },
    { key: 'channel', kind: 'value', width: 130 },
    { key: 'cutOff', width: 110 },
    { key: 'timeZone', width: 180 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'code', kind: 'code' },
        { key: 'name' },
        { key: 'settlementCurrency', kind: 'code' },
        { key: 'channel', kind: 'value' },
        { key: 'fee', kind: 'money', currency: 'settlementCurrency' },
        { key: 'minimum', kind: 'number' },
        { key: 'maximum', kind: 'number' },
      ],
    },
    {
      name: 'day',
      facts: [
        { key: 'timeZone' },
        { key: 'cutOff' },
        { key: 'workdays', cell: (days: string) => <Workdays days={days} /> },
        { key: 'holidays', cell: (days: readonly string[]) => days.join(', ') },
        { key: 'days', kind: 'number' },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
    {
      name: 'calls',
      facts: [
        { key: 'endpoint' },
        { key: 'reportPath', cell: (path: string) => <Text className={css.path}>{path}</Text> },
        { key: 'answersWithin', kind: 'number' },
        { key: 'remembersDays', kind: 'number' },
        { key: 'mostQueries', kind: 'number' },
        { key: 'isReturnCharged', kind: 'badge', tones: { true: 'neutral', false: 'neutral' } },
        { key: 'health', cell: (health: Provider['health']) => <Health health={health} /> },
      ],
    },
  ],
  below: (row) => <Services row={row} />,
})

/** Days of the week by their names. */
function Workdays({ days }: { days: string }) {
  const say = useTexts(texts)
  return Array.from(days, (day) => say(`values.workdays.${day}`)).join(', ')
}

/** How a partner fares as a server: whether it rests, when it answered last, and reports that were refused. */
function Health({ health }: { health: Provider['health'] }) {
  const say = useTexts(texts)
  const { restsUntil, answeredAt, failures, lastFault, refusedReports } = health
  const state =
    restsUntil !== null
      ? say('health.rests', { until: dateTimeText(restsUntil) })
      : answeredAt !== null
        ? say('health.answered', { at: dateTimeText(answeredAt) })
        : say('health.never')
  return [
    state,
    failures > 0 && say('health.failures', { count: failures, fault: lastFault }),
    refusedReports > 0 && say('health.refused', { count: refusedReports }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Services({ row }: { row: Provider }) {
  const say = useTexts(texts)
  return (
    <Lines
      texts={texts}
      label={say('fields.services')}
      rows={row.services}
      rowKey={({ country, currency, method }) => `${country} ${currency} ${method}`}
      columns={[
        { key: 'country', isHead: true, cell: ({ country }) => countryName(country) },
        { key: 'currency', kind: 'code' },
        { key: 'method', cell: ({ method }) => valueText(say, 'method', method) },
        { key: 'decimals', isNumber: true, cell: ({ decimals }) => decimals ?? say('asUsual') },
      ]}
    />
  )
}
