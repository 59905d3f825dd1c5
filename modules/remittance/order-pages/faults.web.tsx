import { FaultList as Faults } from '#kit/web/fault-list.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'

/** What is wrong with each field of an order, under the refusal. */
export function FaultList({ error }: { error: Error }) {
  const texts = useTexts('remittance:orders')
  const name = (field: string) =>
    field.startsWith('recipient.')
      ? texts(field)
      : texts(`fields.${field.replace(/^customer\./, 'sender_')}`, {
          defaultValue: texts(`fields.${field.replace(/^customer\./, '')}`),
        })
  return <Faults error={error} name={name} />
}
