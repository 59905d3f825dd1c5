import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { useField } from '#kit/web/form/form-context.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { corporates, type CustomerRow, individuals } from '../profiles/profiles.contract.ts'

const individualApi = bindContract(individuals)
const corporateApi = bindContract(corporates)

const entry = ({ id, name, idNumber, registrationNumber }: CustomerRow) => ({
  value: id,
  label: [name, idNumber || registrationNumber].filter(Boolean).join(' · '),
})

interface HolderFieldProps {
  name: string
  /** Who is chosen already. */
  held?: { value: string; label: string } | undefined
}

/** Any customer, found by typing part of a name or a number. */
export function HolderField({ name, held }: HolderFieldProps) {
  const { value, onChange, input } = useField<string>({ name })
  const texts = useTexts('customers:stakeholders')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed, 200)
  const search = { enabled: text.trim() !== '', placeholderData: keepPreviousData }
  const people = useQuery({ ...individualApi.queryByText.queryOptions({ text }), ...search }).data ?? []
  const firms = useQuery({ ...corporateApi.queryByText.queryOptions({ text }), ...search }).data ?? []
  const [chosen, setChosen] = useState(held)
  const found = [...people, ...firms].map(entry)
  const data = chosen && !found.some((one) => one.value === chosen.value) ? [chosen, ...found] : found
  return (
    <Select
      {...input}
      data={data}
      // What the server found need not hold the text letter by letter.
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={value || null}
      nothingFoundMessage={texts(text.trim() === '' ? 'typeToSearch' : 'table.noResults')}
      comboboxProps={{ shadow: 'md' }}
      onChange={(id) => {
        setChosen(data.find((one) => one.value === id))
        onChange(id ?? '')
      }}
    />
  )
}
