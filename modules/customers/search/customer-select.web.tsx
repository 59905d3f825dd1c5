import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { type FoundCustomer, useCustomerSearch } from './found-customers.web.ts'

interface CustomerSelectProps {
  label: string
  /** What is said where nobody is found. */
  nobody: string
  value: string
  /** With who was found under it. */
  onChange: (id: string, found?: FoundCustomer) => void
  required?: boolean
  error?: string | undefined
  w?: number
}

/** Chooses somebody who is on file: found by name, number or telephone. */
export function CustomerSelect({ nobody, value, onChange, ...field }: CustomerSelectProps) {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), 150)
  const { found } = useCustomerSearch(text)
  return (
    <Select
      {...field}
      searchable
      clearable={!field.required}
      data={found.map(({ id, label }) => ({ value: id, label }))}
      filter={({ options }) => options}
      nothingFoundMessage={text === '' ? undefined : nobody}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value || null}
      onChange={(id) =>
        onChange(
          id ?? '',
          found.find((one) => one.id === id),
        )
      }
    />
  )
}
