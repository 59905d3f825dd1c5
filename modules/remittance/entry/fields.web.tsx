import { Fieldset, Select, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { bindContract, can } from '#kit/web/api.web.ts'
import { useTexts, valueText } from '#kit/web/texts.web.ts'
import { NewIndividualDialog, useCustomerSearch } from '#modules/customers/public.web.tsx'
import { type Corridor, orderCounter } from '../counter/counter.contract.ts'
import { fundSources, relationships } from '../order-rows/orders.domain.ts'
import { purposes } from '../purposes/purposes.domain.ts'
import { RecipientInputs } from '../order-pages/recipient-inputs.web.tsx'
import { countryName } from '../recipients/country.web.ts'
import { fixedSides } from '../quotes/quotes.domain.ts'
import type { EntryForm } from './use-entry.web.ts'
import css from './entry.module.css'

const place = 'remittance:orders'
const counterApi = bindContract(orderCounter)
/** Not the id of any customer: the choice that puts a new one on file. */
const newOne = 'new'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Fieldset legend={title} variant="unstyled" className={css.part}>
    {children}
  </Fieldset>
)

/** Who sends: found by name, number or telephone, or put on file over the order. */
export function Sender({ form: { entry, put, faultAt } }: { form: EntryForm }) {
  const texts = useTexts(place)
  const { customer } = entry
  const [typed, setTyped] = useState(customer?.name ?? '')
  const [isNew, setNew] = useState(false)
  const [text] = useDebouncedValue(typed.trim(), 150)
  const isTyped = text !== '' && text !== customer?.name
  const { found, isDone } = useCustomerSearch(isTyped ? text : '')
  const isUnknown = isTyped && isDone && found.length === 0 && can('manage_customers_information')
  const kept = customer && !found.some(({ id }) => id === customer.id) ? [customer] : []
  const choices = [
    ...kept.map(({ id, name }) => ({ value: id, label: name })),
    ...found.map(({ id, label }) => ({ value: id, label })),
    ...(isUnknown ? [{ value: newOne, label: texts('createNamed', { name: text }) }] : []),
  ]
  const choose = (id: string | null) => {
    if (id === newOne) return setNew(true)
    const one = found.find((row) => row.id === id)
    put({ customer: one ? { id: one.id, name: one.name } : null })
  }
  return (
    <Part title={texts('groups.sender')}>
      <Select
        label={texts('fields.customerId')}
        data-path="customerId"
        data-autofocus
        autoFocus
        withAsterisk
        data={choices}
        // What the server found need not hold the text letter by letter.
        filter={({ options }) => options}
        searchable
        selectFirstOptionOnChange
        searchValue={typed}
        onSearchChange={setTyped}
        value={customer?.id ?? null}
        error={faultAt('customerId')}
        nothingFoundMessage={isTyped ? texts('table.noResults') : texts('typeToSearch')}
        comboboxProps={{ shadow: 'md' }}
        onKeyDown={(event) => {
          const first = found[0]?.id ?? (isUnknown ? newOne : undefined)
          const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '')
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !first) return
          event.preventDefault()
          if (!list?.querySelector('[data-combobox-selected]')) choose(first)
        }}
        onChange={choose}
      />
      {isNew && (
        <Suspense>
          <NewIndividualDialog
            values={{ name: text }}
            asks={[]}
            onDone={({ id, name }) => put({ customer: { id, name } })}
            onClose={() => setNew(false)}
          />
        </Suspense>
      )}
    </Part>
  )
}

/** Where the money goes, how it is paid out, and which side of it is fixed. */
export function Amounts({ form, corridors }: { form: EntryForm; corridors: readonly Corridor[] }) {
  const texts = useTexts(place)
  const { entry, put, faultAt } = form
  const { country, currency, method } = entry
  const key = (one: { country: string; currency: string }) => `${one.country} ${one.currency}`
  const places = [...new Map(corridors.map((one) => [key(one), one])).values()]
  const there = corridors.filter((one) => key(one) === key(entry))
  return (
    <Part title={texts('groups.money')}>
      <Select
        label={texts('fields.country')}
        data-path="country"
        withAsterisk
        searchable
        selectFirstOptionOnChange
        data={places.map((one) => ({
          value: key(one),
          label: `${countryName(one.country)} · ${one.currency}`,
        }))}
        value={country === '' ? null : key(entry)}
        error={faultAt('country')}
        onChange={(chosen) => {
          const all = corridors.filter((one) => key(one) === chosen)
          const first = all.find((one) => one.method === method) ?? all[0]
          if (first) put({ ...first, providerId: '', recipient: {} })
        }}
      />
      <Select
        label={texts('fields.method')}
        data-path="method"
        withAsterisk
        disabled={there.length === 0}
        data={there.map((one) => ({ value: one.method, label: valueText(texts, 'method', one.method) }))}
        value={there.length === 0 ? null : method}
        onChange={(chosen) => {
          const one = there.find((row) => row.method === chosen)
          if (one) put({ method: one.method, providerId: '', recipient: {} })
        }}
      />
      <div>
        <SegmentedControl
          aria-label={texts('fields.fixed')}
          size="xs"
          data={fixedSides.map((side) => ({ value: side, label: texts(`fields.${side}`) }))}
          value={entry.fixed}
          onChange={(fixed) => put({ fixed: fixed as typeof entry.fixed })}
        />
        <TextInput
          aria-label={texts('fields.amount')}
          data-path="amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          rightSection={entry.fixed === 'gets' && currency}
          rightSectionWidth={entry.fixed === 'gets' ? 48 : 0}
          value={entry.amount}
          error={faultAt('amount')}
          onChange={(event) => put({ amount: event.currentTarget.value })}
        />
      </div>
    </Part>
  )
}

/** Who receives: one of before, or anew. */
export function Recipient({ form: { entry, put, faultAt } }: { form: EntryForm }) {
  const texts = useTexts(place)
  const { customer, country, currency, method } = entry
  const { data = [] } = useQuery({
    ...counterApi.listRecentRecipients.queryOptions({ customerId: customer?.id ?? '' }),
    enabled: customer !== null,
  })
  if (country === '') return null
  const before = data.filter(
    (one) => one.country === country && one.currency === currency && one.method === method,
  )
  return (
    <Part title={texts('groups.recipient')}>
      {before.length > 0 && (
        <Select
          label={texts('recent')}
          data={before.map(({ id, recipientName, recipient }) => ({
            value: id,
            label: [recipientName, recipient.account ?? recipient.phone].filter(Boolean).join(' · '),
          }))}
          value={null}
          onChange={(id) => {
            const one = before.find((row) => row.id === id)
            if (one) put({ recipientName: one.recipientName, recipient: one.recipient })
          }}
        />
      )}
      <RecipientInputs
        corridor={{ country, currency, method }}
        value={entry}
        faultAt={faultAt}
        onChange={put}
      />
    </Part>
  )
}

const reasons = { purpose: purposes, sourceOfFunds: fundSources, relationship: relationships } as const

/** What the law asks of every order; and why one like another is meant. */
export function Reasons({ form: { entry, put, faultAt } }: { form: EntryForm }) {
  const texts = useTexts(place)
  return (
    <Part title={texts('groups.reasons')}>
      {(Object.keys(reasons) as (keyof typeof reasons)[]).map((key) => (
        <Select
          key={key}
          label={texts(`fields.${key}`)}
          data-path={key}
          withAsterisk
          searchable
          selectFirstOptionOnChange
          data={reasons[key].map((value) => ({ value, label: valueText(texts, key, value) }))}
          value={entry[key] || null}
          error={faultAt(key)}
          onChange={(value) => put({ [key]: value ?? '' })}
        />
      ))}
      {(faultAt('duplicateReason') || entry.duplicateReason) && (
        <TextInput
          label={texts('fields.duplicateReason')}
          data-path="duplicateReason"
          withAsterisk
          maxLength={200}
          value={entry.duplicateReason}
          error={faultAt('duplicateReason')}
          onChange={(event) => put({ duplicateReason: event.currentTarget.value })}
        />
      )}
    </Part>
  )
}
