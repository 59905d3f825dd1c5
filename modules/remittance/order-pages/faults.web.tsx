import { Anchor } from '@mantine/core'
import { readFaults } from '#kit/web/failures.web.ts'
import { FaultList as Faults } from '#kit/web/fault-list.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { customizableFields } from '#modules/settings/information-fields/information-fields.domain.ts'

/** What only the file of a company has. */
const ofCompanies = customizableFields[2].filter((field) => !customizableFields[1].includes(field))

/** What is wrong with each field of an order, under the refusal; what the sender's file lacks leads to the sender. */
export function FaultList({ error, customerId }: { error: Error; customerId?: string | undefined }) {
  const texts = useTexts('remittance:orders')
  const name = (field: string) =>
    field.startsWith('recipient.')
      ? texts(field)
      : texts(`fields.${field.replace(/^customer\./, 'sender_')}`, {
          defaultValue: texts(`fields.${field.replace(/^customer\./, '')}`),
        })
  const faults = readFaults(error).map(({ field }) => field)
  const kind = faults.some((field) => ofCompanies.includes(field.slice('customer.'.length)))
    ? 'corporate'
    : 'individual'
  return (
    <>
      <Faults error={error} name={name} />
      {customerId && faults.some((field) => field.startsWith('customer.')) && (
        // The order that is typed stays as it is meanwhile.
        <Anchor size="sm" target="_blank" href={`/customer/${kind}/${customerId}`}>
          {texts('openSender')}
        </Anchor>
      )}
    </>
  )
}
