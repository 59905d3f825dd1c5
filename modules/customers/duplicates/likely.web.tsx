import { Alert } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import type { Duplicate, Likeness } from '../profiles/profiles.contract.ts'
import { NewCorporate } from '../profiles/profiles.contract.ts'
import { isCertain } from '../identity/likeness.domain.ts'
import css from './duplicates.module.css'

const F = fieldsOf(NewCorporate)
const asked = [
  'name',
  'dateOfBirth',
  'phone',
  'idType',
  'idNumber',
  'idIssuingCountry',
  'registrationNumber',
  'countryOfIncorporation',
] as const

interface LikelyProps {
  find: {
    queryOptions: (look: Partial<Likeness>) => {
      queryKey: readonly unknown[]
      queryFn: (context: { signal: AbortSignal }) => Promise<Duplicate[]>
    }
  }
  /** Where the pages of such customers begin. */
  home: string
  exceptId: string | undefined
}

/** Customers who look like the one being typed; whoever is somebody else is confirmed to be. */
export function Likely({ find, home, exceptId }: LikelyProps) {
  const { form, texts } = useFormScope()
  const values = form.getValues()
  const isTouched = asked.some((field) => form.isDirty(field))
  const look = Object.fromEntries(
    asked
      .filter((field) => typeof values[field] === 'string' && values[field] !== '')
      .map((field) => [field, values[field]]),
  ) as Partial<Likeness>
  const [settled] = useDebouncedValue(JSON.stringify({ ...look, exceptId }), 300)
  const found = useQuery({
    ...find.queryOptions(JSON.parse(settled) as Partial<Likeness>),
    placeholderData: keepPreviousData,
    enabled: isTouched && settled.length > 12,
    retry: false,
  }).data
  if (!isTouched || !found || found.length === 0) return null
  const certain = found.some(({ reasons }) => reasons.some(isCertain))
  return (
    <Alert
      role="status"
      color={certain ? 'red' : 'yellow'}
      icon={<IconUsers size={18} stroke={1.75} />}
      title={texts(certain ? 'likely.certain' : 'likely.title')}
    >
      <ul className={css.likely}>
        {found.map(({ id, name, reasons }) => (
          <li key={id}>
            <TextLink to={`${home}/${id}`}>{name}</TextLink>{' '}
            <span className={css.why}>
              {reasons.map((reason) => texts(`likely.reasons.${reason}`)).join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {!certain && <F.Checkbox name="isDuplicateConfirmed" />}
      {!certain &&
        values['isDuplicateConfirmed'] === true &&
        found.some(({ reasons }) => reasons.includes('NAME_BIRTH')) && (
          <F.Text name="duplicateReason" required />
        )}
    </Alert>
  )
}
