import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract, can } from '#kit/web/api.web.ts'
import { dateText } from '#kit/web/format.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import {
  EvidenceField,
  type Evidence,
  NewIndividualDialog,
  paperOf,
  useCustomerSearch,
} from '#modules/customers/public.web.tsx'
import type { Basket, WalkIn } from '../entry/draft.domain.ts'
import { Foldable, mayRegister, PaperFields, useAsked } from '../entry/papers.web.tsx'
import { focusOn, useDeal } from '../entry/use-deal.web.ts'
import { statistics } from '../statistics/statistics.contract.ts'
import css from '../entry/entry.module.css'

const place = 'exchange:deal'
const statisticApi = bindContract(statistics)

/** Who deals: a customer on file, or who stands there, as far as the amount makes that necessary. */
export function Customer() {
  const texts = useTexts(place)
  const deal = useDeal()
  const { customer } = deal.basket
  const tier = deal.pricing.said?.tier
  return (
    <section className={css.part} aria-label={texts('customer')}>
      <h2>
        {texts('customer')}
        {tier && tier !== 'none' && <StatusBadge tone="waiting">{texts(`tiers.${tier}`)}</StatusBadge>}
        {tier === 'none' && !customer && <small>{texts('noCustomerNeeded')}</small>}
      </h2>
      {can('view_customers_information') && <Search />}
      {customer?.isBlocked && <StatusBadge tone="stopped">{texts('blocked')}</StatusBadge>}
      {customer && <Dealt customerId={customer.id} />}
      {customer && mayRegister() && <Copies customerId={customer.id} />}
      {!customer && <Walking />}
      <Purpose />
      {deal.isRegistering && <Registering />}
    </section>
  )
}

/** Not the id of any customer: the choice that puts a new one on file. */
const newOne = 'new'

function Search() {
  const texts = useTexts(place)
  const deal = useDeal()
  const { customer, walkIn } = deal.basket
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), 150)
  const isAsked = text !== '' && text !== customer?.name
  const { found, isDone } = useCustomerSearch(isAsked ? text : '')
  const isUnknown = isAsked && isDone && found.length === 0 && text === typed.trim() && mayRegister()
  const held =
    customer && !found.some(({ id }) => id === customer.id) ? [{ ...customer, label: customer.name }] : []
  const all = [...held, ...found]
  const choices = all.map(({ id, label }) => ({ value: id, label }))
  const choose = (id: string | null) => {
    if (id === newOne) {
      deal.change({ walkIn: { ...walkIn, name: text } })
      return deal.setRegistering(true)
    }
    const one = all.find((row) => row.id === id)
    deal.setCustomer(one ? { id: one.id, name: one.name, type: one.type, isBlocked: one.isBlocked } : null)
    focusOn(`${deal.basket.entries.at(-1)?.key}.quantity`)
  }
  return (
    <Select
      size="sm"
      data-path="customerId"
      aria-label={texts('findCustomer')}
      placeholder={`${texts('findCustomer')}  F7`}
      data={
        isUnknown ? [...choices, { value: newOne, label: texts('createNamed', { name: text }) }] : choices
      }
      // What the server found need not hold the text letter by letter.
      filter={({ options }) => options}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts('noCustomer') }}
      selectFirstOptionOnChange
      openOnFocus={false}
      searchValue={typed}
      onSearchChange={setTyped}
      value={customer?.id ?? null}
      nothingFoundMessage={isAsked ? texts('table.noResults') : texts('typeToSearch')}
      comboboxProps={{ shadow: 'md' }}
      // What was found came after the typing: Enter takes the first, unless another was gone to.
      onKeyDown={(event) => {
        const first = found[0]?.id ?? (isUnknown ? newOne : undefined)
        const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '')
        if (event.key !== 'Enter' || !first || list?.querySelector('[data-combobox-selected]')) return
        event.preventDefault()
        choose(first)
      }}
      onChange={choose}
    />
  )
}

/** Puts who stands there on file, over the deal, which goes on with them. */
function Registering() {
  const deal = useDeal()
  const { walkIn, entries } = deal.basket
  const close = () => deal.setRegistering(false)
  return (
    <Suspense>
      <NewIndividualDialog
        values={{ ...walkIn }}
        asks={deal.pricing.said?.asks ?? []}
        onDone={({ id, name, isBlocked }) => {
          deal.setCustomer({ id, name, type: 1, isBlocked })
          // Once the dialog is gone, which holds the focus until then.
          setTimeout(() => focusOn(`${entries.at(-1)?.key}.quantity`))
        }}
        onClose={close}
      />
    </Suspense>
  )
}

/** The copies that a rule asks for of a customer on file: taken here, so that the deal goes on. */
function Copies({ customerId }: { customerId: string }) {
  const texts = useTexts(place)
  const { pricing } = useDeal()
  const asked = useAsked()
  return (
    <Suspense>
      {(Object.keys(paperOf) as Evidence[]).map((what) => {
        const error = asked(`customer.${what}`)
        if (error === undefined) return null
        return (
          <div key={what} data-path={`customer.${what}`} className={css.adding} tabIndex={-1}>
            <EvidenceField
              customerId={customerId}
              evidence={what}
              label={texts(`needs.${what}`)}
              error={error}
              onAdded={() => void pricing.refetch()}
            />
          </div>
        )
      })}
    </Suspense>
  )
}

/** What the customer has dealt so far, in one line. */
function Dealt({ customerId }: { customerId: string }) {
  const texts = useTexts(place)
  const { data } = useQuery(statisticApi.customer.queryOptions({ customerId }))
  const { local } = useDeal().house
  if (!data) return <p className={css.quiet}>&nbsp;</p>
  if (data.deals === 0) return <p className={css.quiet}>{texts('firstDeal')}</p>
  return (
    <p className={css.quiet}>
      {texts('dealt', {
        count: data.deals,
        total: `${groupDigits(data.total)} ${local?.code ?? ''}`,
        last: data.last ? dateText(data.last) : '',
      })}
    </p>
  )
}

function Walking() {
  const texts = useTexts(place)
  const deal = useDeal()
  const asked = useAsked()
  const { walkIn } = deal.basket
  const names = ['name', 'idType', 'idNumber', 'idIssuingCountry'] as const
  const isNeeded = names.some((name) => asked(`customer.${name}`) !== undefined || walkIn[name] !== '')
  const put = (part: Partial<WalkIn>) => deal.change({ walkIn: { ...walkIn, ...part } })
  return (
    <Foldable title={texts('nameIt')} isNeeded={isNeeded}>
      <TextInput
        size="xs"
        data-path="customer.name"
        label={texts('walkIn.name')}
        value={walkIn.name}
        error={walkIn.name === '' && asked('customer.name')}
        maxLength={200}
        onChange={(event) => put({ name: event.currentTarget.value })}
      />
      <PaperFields path="customer" paper={walkIn} put={put} />
      {mayRegister() && (
        <Button size="xs" variant="default" onClick={() => deal.setRegistering(true)}>
          {texts('createCustomer')}
        </Button>
      )}
    </Foldable>
  )
}

function Purpose() {
  const texts = useTexts(place)
  const deal = useDeal()
  const asked = useAsked()
  const { basket } = deal
  const names = ['purpose', 'sourceOfFunds', 'remarks'] as const
  const isNeeded = names.some((name) => asked(name) !== undefined || basket[name] !== '')
  return (
    <Foldable title={texts('more')} isNeeded={isNeeded}>
      {names.map((name) => (
        <TextInput
          key={name}
          size="xs"
          data-path={name}
          label={texts(name)}
          maxLength={name === 'remarks' ? 1000 : 200}
          value={basket[name]}
          error={basket[name] === '' && asked(name)}
          onChange={(event) => deal.change({ [name]: event.currentTarget.value } as Partial<Basket>)}
        />
      ))}
    </Foldable>
  )
}
