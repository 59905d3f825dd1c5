import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { type Corridor, orderCounter } from '../counter/counter.contract.ts'
import type { FieldKey } from '../recipients/fields.domain.ts'

const api = bindContract(orderCounter)

export interface TypedRecipient {
  recipientName: string
  recipient: Partial<Record<FieldKey, string>>
}

interface Props {
  corridor: Corridor
  value: TypedRecipient
  faultAt: (field: string) => string | undefined
  onChange: (part: Partial<TypedRecipient>) => void
}

/** What a country asks for of a recipient, with an example of each. */
export function RecipientInputs({ corridor, value, faultAt, onChange }: Props) {
  const texts = useTexts('remittance:orders')
  const { data } = useQuery(api.getRecipientFields.queryOptions(corridor))
  return (
    <>
      <TextInput
        label={texts('fields.recipientName')}
        description={data && texts('nameHint', { count: data.nameLength })}
        data-path="recipientName"
        withAsterisk
        maxLength={140}
        autoComplete="off"
        value={value.recipientName}
        error={faultAt('recipientName')}
        onChange={(event) => onChange({ recipientName: event.currentTarget.value })}
      />
      {data?.fields.map(({ key, need, example, isConfirmed }) => (
        <TextInput
          key={key}
          label={texts(`recipient.${key}`)}
          description={[
            need === 'partner' && texts('ifPartnerAsks'),
            example && texts('example', { example }),
            !isConfirmed && texts('unconfirmed'),
          ]
            .filter(Boolean)
            .join(' · ')}
          data-path={`recipient.${key}`}
          withAsterisk={need === 'yes'}
          maxLength={255}
          autoComplete="off"
          value={value.recipient[key] ?? ''}
          error={faultAt(`recipient.${key}`)}
          onChange={(event) =>
            onChange({ recipient: { ...value.recipient, [key]: event.currentTarget.value } })
          }
        />
      ))}
    </>
  )
}

/** Those of the fields in which there is something. */
export const filledOf = (recipient: TypedRecipient['recipient']): TypedRecipient['recipient'] =>
  Object.fromEntries(Object.entries(recipient).filter(([, value]) => value.trim() !== ''))
