import { bindContract } from '#kit/web/api.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { useTexts, valueText } from '#kit/web/texts.web.ts'
import { countryName } from '../recipients/country.web.ts'
import { type RecipientRule, recipientRules } from './recipient-rules.contract.ts'

const texts = 'remittance:recipientRules'

export const { List, Detail } = resource({
  texts,
  home: '/settings/recipient-setting',
  api: bindContract(recipientRules),
  name: ({ country, currency, method }) => `${country} · ${currency} · ${method}`,
  search: ['country', 'currency'],
  columns: [
    { key: 'country', width: 170, cell: countryName },
    { key: 'currency', kind: 'code', width: 120 },
    { key: 'method', kind: 'value', width: 150 },
    { key: 'nameLength', kind: 'number', width: 150 },
    { key: 'minimum', kind: 'number', width: 130 },
    { key: 'maximum', kind: 'number', width: 130 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'country', cell: countryName },
        { key: 'currency', kind: 'code' },
        { key: 'method', kind: 'value' },
        { key: 'decimals', kind: 'number' },
        { key: 'nameLength', kind: 'number' },
        { key: 'personsOnly', kind: 'yesNo' },
        { key: 'minimum', kind: 'number' },
        { key: 'maximum', kind: 'number' },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
  ],
  below: (row) => <Fields row={row} />,
})

function Fields({ row }: { row: RecipientRule }) {
  const say = useTexts(texts)
  return (
    <Lines
      texts={texts}
      label={say('fields.fields')}
      rows={row.fields}
      rowKey={({ key }) => key}
      columns={[
        { key: 'field', isHead: true, cell: ({ key }) => say(`recipient.${key}`) },
        { key: 'need', cell: ({ need }) => valueText(say, 'need', need) },
        { key: 'form', kind: 'code' },
        { key: 'example' },
      ]}
    />
  )
}
