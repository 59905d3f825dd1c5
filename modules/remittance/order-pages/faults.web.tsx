import { readFaults } from '#kit/web/failures.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'

/** What is wrong with each field of an order, under the refusal. */
export function FaultList({ error }: { error: Error }) {
  const texts = useTexts('remittance:orders')
  const faults = readFaults(error)
  if (faults.length === 0) return null
  const name = (field: string) =>
    field.startsWith('recipient.')
      ? texts(field)
      : texts(`fields.${field.replace(/^customer\./, 'sender_')}`, {
          defaultValue: texts(`fields.${field.replace(/^customer\./, '')}`),
        })
  return (
    <ul>
      {faults.map(({ field, message }) => (
        <li key={field}>
          {name(field)}: {message}
        </li>
      ))}
    </ul>
  )
}
