import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useField } from '#kit/web/form/form-context.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { useFoundCustomers } from '../search/found-customers.web.ts'

interface HolderFieldProps {
  name: string
  /** Who is chosen already. */
  held?: { value: string; label: string } | undefined
}

/** Any customer, found by typing part of a name, a number or an address. */
export function HolderField({ name, held }: HolderFieldProps) {
  const { value, onChange, input } = useField<string>({ name })
  const texts = useTexts('customers:stakeholders')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed, 200)
  const [chosen, setChosen] = useState(held)
  const found = useFoundCustomers(text.trim()).map(({ id, label }) => ({ value: id, label }))
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
