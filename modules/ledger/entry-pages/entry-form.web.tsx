import { Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { type LineField, numberOf } from '#kit/web/document/line-fields.web.tsx'
import { type HeadForm, LinesForm } from '#kit/web/document/lines-form.web.tsx'
import { today } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { type Texts, useTexts } from '#kit/web/texts.web.ts'
import { manualEntries, type ManualEntryDetail } from '../entries/entries.contract.ts'
import { dueLines, type EntryKind, listImbalances } from '../entries/entries.domain.ts'
import { amountsOf, blank, debitsOf, taxesByCode, type Typed } from './entry-amounts.web.ts'
import { type Choices, type Head, HeadFields } from './entry-head.web.tsx'

const api = bindContract(manualEntries)
const place = 'ledger:entries'
const home = '/accounting/adjusting-entries'

/** A new entry, of `?copy=` with the lines of another; or a draft that is changed. */
export function EntryForm() {
  const { id } = useParams({ strict: false })
  const { copy } = useSearch({ strict: false }) as { copy?: string }
  const choices = useQuery(api.choices.queryOptions())
  const of = id ?? copy
  return (
    <Loaded query={choices} height={320}>
      {(found) =>
        of === undefined ? (
          <Form choices={found} />
        ) : (
          <OfEntry id={of} isCopy={id === undefined} choices={found} />
        )
      }
    </Loaded>
  )
}

function OfEntry({ id, isCopy, choices }: { id: string; isCopy: boolean; choices: Choices }) {
  const query = useQuery(api.getById.queryOptions({ id }))
  return (
    <Loaded query={query} height={320}>
      {(row) => <Form choices={choices} row={row} isCopy={isCopy} />}
    </Loaded>
  )
}

/** The lines of an entry to be typed on. A copy asks for the rate of its own day, and for what follows from it. */
const typedOf = (row: ManualEntryDetail, isCopy: boolean): Typed[] =>
  row.lines.map((line) => {
    const isAnew = isCopy && line.currencyId !== null && line.rate !== null
    return {
      accountId: line.accountId,
      branchId: line.branchId,
      partyId: line.partyId ?? '',
      currencyId: line.currencyId ?? '',
      quantity: line.quantity ?? '',
      rate: isAnew ? '' : (line.rate ?? ''),
      debit: isAnew ? '' : (line.debit ?? ''),
      credit: isAnew ? '' : (line.credit ?? ''),
      taxCodeId: line.taxCodeId ?? '',
      taxMode: line.isTaxIncluded ? 'included' : 'added',
    }
  })

interface FormProps {
  choices: Choices
  row?: ManualEntryDetail
  isCopy?: boolean
}

function Form({ choices, row, isCopy = false }: FormProps) {
  const texts = useTexts(place)
  const kept = isCopy ? undefined : row
  const initial: Head = {
    // The books begin once: a copy of that is an adjusting entry.
    kind: kept?.kind ?? 'adjusting',
    branchId: row?.branchId ?? choices.branches[0]?.id ?? '',
    businessDate: kept?.businessDate ?? today(),
    reason: row?.reason ?? '',
    autoReverseOn: kept?.autoReverseOn ?? '',
  }
  // A draft that was saved and could not be submitted is changed by the next try, not made once more.
  const [saved, setSaved] = useState(kept)
  const save = async (head: Head, lines: readonly Typed[]) => {
    const draft = draftOf(choices, head, lines)
    const key = saved && { id: saved.id, version: saved.version }
    const now = await (key ? api.update.call({ ...draft, ...key }) : api.create.call(draft))
    setSaved(now)
    return now
  }
  return (
    <LinesForm<Head, Typed>
      texts={place}
      title={texts('create')}
      about={texts('about.create')}
      home={home}
      initial={initial}
      blank={blank}
      {...(row && { begin: typedOf(row, isCopy) })}
      fields={(form) => <HeadFields form={form} choices={choices} isFixed={saved !== undefined} />}
      columns={({ kind }) => columnsOf(choices, kind, texts)}
      isFilled={({ accountId }) => accountId !== ''}
      total={(lines, head) => ({ field: 'debit', text: debitsOf(choices, head, lines) })}
      foot={(form, lines) => <Foot form={form} lines={lines} choices={choices} />}
      submits={[
        { text: 'save', call: save },
        {
          text: 'submit',
          call: async (head, lines) => {
            const { id, version } = await save(head, lines)
            const { state } = await api.submit.call({ id, version })
            return { id, said: state === 'submitted' ? 'submit_submitted' : 'submit' }
          },
        },
      ]}
    />
  )
}

function lineOf(choices: Choices, head: Head, line: Typed) {
  const party = choices.parties.find(({ id }) => id === line.partyId)
  return {
    accountId: line.accountId,
    branchId: line.branchId || head.branchId,
    partyType: party?.type ?? null,
    partyId: party?.id ?? null,
    currencyId: line.currencyId || null,
    quantity: line.quantity ? numberOf(line.quantity) : null,
    rate: line.rate ? numberOf(line.rate) : null,
    debit: line.debit ? numberOf(line.debit) : null,
    credit: line.credit ? numberOf(line.credit) : null,
    taxCodeId: line.taxCodeId || null,
    isTaxIncluded: line.taxMode !== 'added',
  }
}

const draftOf = (choices: Choices, head: Head, lines: readonly Typed[]) => ({
  kind: head.kind,
  branchId: head.branchId,
  businessDate: head.businessDate,
  reason: head.reason,
  autoReverseOn: head.kind === 'opening' ? null : head.autoReverseOn || null,
  lines: lines.map((line) => lineOf(choices, head, line)),
})

const columnsOf = (choices: Choices, entryKind: EntryKind, texts: Texts): readonly LineField<Typed>[] => {
  const options = (all: readonly { id: string; name: string }[]) =>
    all.map(({ id, name }) => ({ value: id, label: name }))
  const reached = choices.accounts.filter(({ isManual }) => isManual || entryKind === 'opening')
  // A ledger may propose a code that is switched off by now, and an opening is not taxed.
  const isTaxed = entryKind !== 'opening' && choices.taxCodes.length > 0
  const kept = new Set(choices.accounts.filter(({ party }) => party !== null).map(({ id }) => id))
  return [
    {
      key: 'accountId',
      kind: 'choice',
      width: 210,
      choices: options(reached),
      also: (accountId) => ({
        taxCodeId: isTaxed ? (reached.find(({ id }) => id === accountId)?.taxCodeId ?? '') : '',
      }),
    },
    { key: 'branchId', kind: 'choice', width: 140, choices: options(choices.branches) },
    {
      key: 'partyId',
      kind: 'choice',
      width: 140,
      choices: options(choices.parties),
      isOff: ({ accountId }) => !kept.has(accountId),
    },
    { key: 'currencyId', kind: 'choice', width: 90, choices: options(choices.currencies) },
    { key: 'quantity', kind: 'number', width: 120, isOff: ({ currencyId }) => currencyId === '' },
    { key: 'rate', kind: 'number', width: 100, isOff: ({ currencyId }) => currencyId === '' },
    { key: 'debit', kind: 'number', width: 120 },
    { key: 'credit', kind: 'number', width: 120 },
    ...(isTaxed ? taxColumnsOf(choices, texts) : []),
  ]
}

/** The tax of a line, and whether its amount contains it. */
const taxColumnsOf = (choices: Choices, texts: Texts): readonly LineField<Typed>[] => [
  {
    key: 'taxCodeId',
    kind: 'choice',
    width: 110,
    choices: [
      { value: '', label: texts('noTax') },
      ...choices.taxCodes.map(({ id, name }) => ({ value: id, label: name })),
    ],
    isOff: ({ currencyId }) => currencyId !== '',
  },
  {
    key: 'taxMode',
    kind: 'choice',
    width: 110,
    choices: (['included', 'added'] as const).map((value) => ({
      value,
      label: texts(`values.taxMode.${value}`),
    })),
    isOff: ({ taxCodeId }) => taxCodeId === '',
  },
]

interface FootProps {
  form: HeadForm<Head>
  lines: { filled: readonly Typed[]; add: (lines: readonly Typed[]) => void }
  choices: Choices
}

/** By how much debits and credits differ, in all and at each branch, with the lines that would mend it; and the reason. */
function Foot({ form: { head, set, faultAt, texts }, lines: { filled, add }, choices }: FootProps) {
  const amounts = amountsOf(choices, head, filled)
  const { total, branches } = listImbalances(amounts)
  const owed = dueLines(amounts)
  const nameOf = (id: string) => choices.branches.find((one) => one.id === id)?.name ?? ''
  const offer = () =>
    add(
      owed.map(({ branchId, partyId, amount, due }) => ({
        ...blank,
        accountId: (due === 'from' ? choices.dueFromId : choices.dueToId) ?? '',
        branchId,
        partyId,
        [due === 'from' ? 'debit' : 'credit']: groupDigits(amount.replace('-', '')),
      })),
    )
  return (
    <>
      <div role="status">
        {Number(total) !== 0 && (
          <Text c="red">{texts('uneven', { difference: groupDigits(total.replace('-', '')) })}</Text>
        )}
        {Number(total) === 0 &&
          branches.map(({ branchId, difference }) => (
            <Text key={branchId} c="red">
              {texts('unevenAt', {
                branch: nameOf(branchId),
                difference: groupDigits(difference.replace('-', '')),
              })}
            </Text>
          ))}
        {taxesByCode(choices, head, filled).map(({ code, tax }) => (
          <Text key={code}>{texts('taxOf', { code, tax: groupDigits(tax) })}</Text>
        ))}
        {owed.length > 0 && (
          <Button variant="default" mt={8} onClick={offer}>
            {texts('offerDue')}
          </Button>
        )}
      </div>
      <TextInput
        label={texts('fields.reason')}
        maxLength={500}
        value={head.reason}
        error={faultAt('reason')}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
    </>
  )
}
