import { readFaults } from './failures.web.ts'

/** What is wrong with each field, under a refusal that no input of the form can show. */
export function FaultList({ error, name }: { error: Error; name: (field: string) => string }) {
  const faults = readFaults(error)
  if (faults.length === 0) return null
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
