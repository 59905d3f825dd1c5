import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { FieldRule } from '#modules/settings/information-fields/information-fields.domain.ts'
import { Likely } from '../duplicates/likely.web.tsx'
import { DialogForm } from '../profiles/dialog-form.web.tsx'
import { Asked, emptyOnes, type FormPlan, useRules } from '../profiles/fields.web.tsx'
import { type Customer, individuals, NewIndividual } from '../profiles/profiles.contract.ts'
import { individual, isEmpty } from '../profiles/profiles.domain.ts'
import { IdentityReader } from './identity-reader.web.tsx'
import { plan } from './individual-form.web.tsx'
import { impliedBy } from './papers.domain.ts'

const api = bindContract(individuals)
const place = 'customers:individuals'
/** What identifies a person, in the order in which it is asked. */
const identity = ['name', 'idType', 'idNumber', 'idIssuingCountry']

interface NewIndividualProps {
  /** What is known already, by field. */
  values: Readonly<Record<string, string>>
  /** Codes of the fields without which the customer is of no use here. */
  asks: readonly string[]
  onDone: (customer: Customer) => void
  onClose: () => void
}

/** Registers a person over the page that needs one, with no more than is asked of them now. */
export function NewIndividualDialog({ values, asks, onDone, onClose }: NewIndividualProps) {
  const texts = useTexts(place)
  const rules = useRules().data
  if (!rules) return null
  const wanted = needed(rules, asks)
  const begun = { ...values, ...impliedBy({ ...blank, ...values }) }
  return (
    <DialogForm
      texts={place}
      title={texts('create')}
      draft={NewIndividual}
      values={begun}
      confirm={texts('register')}
      also={(typed) => emptyOnes(wanted, individual, typed, texts)}
      save={async (typed) => onDone(await api.create.call(typed))}
      onClose={onClose}
    >
      <IdentityReader rules={rules} />
      <Likely find={api.findDuplicates} home="/customer/individual" exceptId={undefined} />
      <Asked plan={planOf(wanted)} rules={wanted} type={individual} />
      <Focus />
    </DialogForm>
  )
}

const blank = { idType: '', idIssuingCountry: '', nationality: '' }

/** The rules of the fields that are shown: what identifies, what is asked now, and what the company asks of everybody. */
const needed = (rules: readonly FieldRule[], asks: readonly string[]): FieldRule[] =>
  rules
    .filter(({ customerType }) => customerType === individual)
    .map((rule) =>
      // Papers that never run out have no such day; the deal says where one is missing.
      asks.includes(rule.fieldCode) && rule.option !== 'HIDDEN' && rule.fieldCode !== 'idExpiryDate'
        ? { ...rule, option: 'REQUIRED' as const }
        : rule,
    )
    .filter(({ fieldCode, option }) =>
      [...identity, ...asks].includes(fieldCode) ? option !== 'HIDDEN' : option === 'REQUIRED',
    )

/** The fields in one group, the name first; the order of the others is that of the whole form. */
function planOf(wanted: readonly FieldRule[]): FormPlan {
  const codes = wanted.map(({ fieldCode }) => fieldCode)
  const all = Object.assign({}, ...Object.values(plan).flat()) as FormPlan[string][number]
  const rest = Object.keys(all).filter((field) => codes.includes(field) && !identity.includes(field))
  return {
    identity: ['name', ...identity.filter((field) => codes.includes(field)), ...rest].map((field) => ({
      [field]: all[field] ?? 'text',
    })),
  }
}

/** Puts the focus into the first field that has to be filled, or on the button; and fills what the paper says. */
function Focus() {
  const { form } = useFormScope()
  const { idType, idIssuingCountry, nationality } = form.getValues() as typeof blank
  const start = useEffectEvent(() => {
    const all = form.getValues()
    const fields = [...document.querySelectorAll<HTMLElement>('[role=dialog] [data-path]')]
    const empty = fields.find(({ dataset }) => isEmpty(all[dataset['path'] ?? '']))
    // The dialog puts it there once it is open.
    const target = empty ?? document.querySelector('[role=dialog] button[type=submit]')
    target?.setAttribute('data-autofocus', '')
  })
  useLayoutEffect(() => start(), [])
  const fill = useEffectEvent(() => {
    const implied = Object.entries(impliedBy({ idType, idIssuingCountry, nationality }))
    for (const [field, value] of implied)
      if (form.getValues()[field] !== value) form.setFieldValue(field, value)
  })
  useEffect(() => fill(), [idType, idIssuingCountry])
  return null
}
