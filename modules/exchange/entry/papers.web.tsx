import { NativeSelect, Select, TextInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { bindContract, can } from '#kit/web/api.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { identityTypes } from '#modules/customers/profiles/profiles.domain.ts'
import { paperOf } from '#modules/customers/public.web.tsx'
import { catalogue } from '#modules/settings/catalogue/catalogue.contract.ts'
import type { WalkIn } from './draft.domain.ts'
import { useDeal } from './use-deal.web.ts'
import css from './entry.module.css'

const place = 'exchange:deal'
const countryApi = bindContract(catalogue)

/** What the server says that it wants in a field now. */
export const useAsked = () => {
  const { pricing } = useDeal()
  return (path: string) => (pricing.said?.missing ?? []).find(({ field }) => field === path)?.message
}

/** Whether a copy of a customer on file is wanted, which is taken in here by whoever may change customers. */
export const isTakenHere = (field: string) =>
  field.startsWith('customer.') && field.slice('customer.'.length) in paperOf && mayRegister()

/** Whether this person may put somebody on file, and papers to who is. */
export const mayRegister = () => can('manage_customers_information')

/** A part of the form that is closed until the amount, or the teller, asks for it. */
export function Foldable({
  title,
  isNeeded,
  children,
}: {
  title: string
  isNeeded: boolean
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen || isNeeded
  const fields = useRef<HTMLDivElement>(null)
  // Whoever opens it goes on in it; what the amount opens leaves the focus where it is.
  useEffect(() => {
    if (isOpen) fields.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [isOpen])
  return (
    <>
      {!isNeeded && (
        <UnstyledButton className={css.link} aria-expanded={shown} onClick={() => setOpen(!isOpen)}>
          {title}
        </UnstyledButton>
      )}
      {shown && (
        <div ref={fields} className={css.fields}>
          {children}
        </div>
      )}
    </>
  )
}

type Paper = Omit<WalkIn, 'name'>

/** The document of somebody who is not on file; each field says what a rule wants in it. */
export function PaperFields({
  path,
  paper,
  put,
}: {
  path: string
  paper: Paper
  put: (part: Partial<Paper>) => void
}) {
  const texts = useTexts(place)
  const asked = useAsked()
  const field = (name: keyof Paper) => ({
    size: 'xs' as const,
    'data-path': `${path}.${name}`,
    label: texts(`walkIn.${name}`),
    value: paper[name],
    error: paper[name] === '' && asked(`${path}.${name}`),
  })
  return (
    <>
      <NativeSelect
        {...field('idType')}
        data={['', ...identityTypes].map((value) => ({
          value,
          label: value && texts(`idTypes.${value}`),
        }))}
        onChange={(event) => put({ idType: event.currentTarget.value as WalkIn['idType'] })}
      />
      <TextInput
        {...field('idNumber')}
        maxLength={40}
        onChange={(event) => put({ idNumber: event.currentTarget.value })}
      />
      <Country {...field('idIssuingCountry')} onPick={(idIssuingCountry) => put({ idIssuingCountry })} />
    </>
  )
}

interface CountryProps {
  label: string
  value: string
  error: string | false | undefined
  'data-path': string
  size: 'xs'
  onPick: (code: string) => void
}

function Country({ onPick, value, ...rest }: CountryProps) {
  const countries = useQuery(countryApi.list.queryOptions()).data ?? []
  return (
    <Select
      {...rest}
      searchable
      data={countries.map(({ countryCode, name }) => ({ value: countryCode, label: name }))}
      value={value || null}
      selectFirstOptionOnChange
      clearable
      limit={50}
      comboboxProps={{ shadow: 'md' }}
      onChange={(code) => onPick(code ?? '')}
    />
  )
}
