import { Button, Radio, Select, Table } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import type { Bound } from '#kit/web/client.web.ts'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { type Texts, useTexts } from '#kit/web/texts.web.ts'
import {
  comparedFields,
  corporates,
  type Customer,
  individuals,
  type Likeness,
} from '../profiles/profiles.contract.ts'
import { formatField } from '../profiles/fields.web.tsx'
import type { ProfileApi } from '../profiles/profile-acts.web.tsx'
import css from '../profiles/profiles.module.css'
import { corporateMerges, individualMerges } from './merge.contract.ts'

const individualApi = bindContract(individuals)
const corporateApi = bindContract(corporates)

interface MergeProps {
  texts: string
  api: ProfileApi
  merge: Bound<typeof individualMerges.merge>
  home: string
  type: 1 | 2
}

export const IndividualMerge = () => (
  <MergePage
    texts="customers:individuals"
    api={individualApi}
    merge={bindContract(individualMerges).merge}
    home="/customer/individual"
    type={1}
  />
)
export const CorporateMerge = () => (
  <MergePage
    texts="customers:corporates"
    api={corporateApi}
    merge={bindContract(corporateMerges).merge}
    home="/customer/corporate"
    type={2}
  />
)

const likeness = (row: Customer): Partial<Likeness> => {
  const { id, name, dateOfBirth, phone, idType, idNumber, idIssuingCountry, registrationNumber } = row
  const { countryOfIncorporation } = row
  return {
    exceptId: id,
    name,
    dateOfBirth,
    phone,
    idType,
    idNumber,
    idIssuingCountry,
    registrationNumber,
    countryOfIncorporation,
  }
}

/** Finds who may be the same as a customer, and makes the two one, field by field. */
function MergePage(props: MergeProps) {
  const { api, home } = props
  const texts = useTexts(props.texts)
  const { id = '' } = useParams({ strict: false })
  const [otherId, setOther] = useState<string>()
  const own = useQuery(api.getById.queryOptions({ id }))
  const found = useQuery({
    ...api.findDuplicates.queryOptions(own.data ? likeness(own.data) : {}),
    enabled: own.data !== undefined,
  })
  const other = useQuery({
    ...api.getById.queryOptions({ id: otherId ?? '' }),
    enabled: otherId !== undefined,
  })
  return (
    <>
      <PageHeader title={texts('merge.title')} back={{ to: `${home}/${id}` }} />
      <Loaded query={own} height={320}>
        {(row) =>
          otherId !== undefined ? (
            <Loaded query={other} height={320}>
              {(second) => <Choice key={second.id} {...props} row={row} other={second} />}
            </Loaded>
          ) : (
            <div>
              <Loaded query={found} height={160}>
                {(list) =>
                  list.length === 0 ? (
                    <p className={css.muted}>{texts('merge.none', { name: row.name })}</p>
                  ) : (
                    <ul className={css.cards}>
                      {list.map((one) => (
                        <li key={one.id} className={css.card}>
                          <strong>{one.name}</strong>
                          <span className={css.muted}>
                            {[
                              one.idNumber || one.registrationNumber,
                              one.phone,
                              ...one.reasons.map((reason) => texts(`likely.reasons.${reason}`)),
                            ]
                              .filter(Boolean)
                              .join(' · ')}
                          </span>
                          <div>
                            <Button variant="default" size="xs" onClick={() => setOther(one.id)}>
                              {texts('merge.compare')}
                            </Button>
                          </div>
                        </li>
                      ))}
                    </ul>
                  )
                }
              </Loaded>
              <Other label={texts('merge.choose')} api={api} except={row.id} onChoose={setOther} />
            </div>
          )
        }
      </Loaded>
    </>
  )
}

interface OtherProps {
  label: string
  api: ProfileApi
  except: string
  onChoose: (id: string) => void
}

/** Any other customer of the kind, by part of a name or number: what was misspelt does not look alike. */
function Other({ label, api, except, onChoose }: OtherProps) {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed, 200)
  const found = useQuery({
    ...api.queryByText.queryOptions({ text }),
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
  }).data
  const data = (found ?? []).filter(({ id }) => id !== except)
  return (
    <Select
      mt="md"
      maw={480}
      label={label}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={null}
      // What the server found need not hold the text letter by letter.
      filter={({ options }) => options}
      data={data.map(({ id, name, idNumber, registrationNumber }) => ({
        value: id,
        label: [name, idNumber || registrationNumber].filter(Boolean).join(' · '),
      }))}
      onChange={(id) => id && onChoose(id)}
    />
  )
}

function Choice({
  texts: place,
  merge,
  home,
  type,
  row,
  other,
}: MergeProps & { row: Customer; other: Customer }) {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const differing = comparedFields[type].filter(
    (field) => formatField(texts, row, field) !== formatField(texts, other, field),
  )
  // What only the other has is taken from it, unless somebody says otherwise.
  const [taken, setTaken] = useState<ReadonlySet<string>>(
    new Set(differing.filter((field) => formatField(texts, row, field) === '')),
  )
  const take = (field: string, isTaken: boolean) => {
    const next = new Set(taken)
    if (isTaken) next.add(field)
    else next.delete(field)
    setTaken(next)
  }
  const change = useMutation({
    mutationFn: () =>
      merge.call({
        id: row.id,
        version: row.version,
        otherId: other.id,
        otherVersion: other.version,
        take: [...taken],
      }),
    onSuccess: async () => {
      snackbar.success(texts('merge.done'))
      await navigate({ to: `${home}/${row.id}` })
    },
  })
  async function start() {
    const title = texts('merge.title')
    const message = texts('merge.question', { name: other.name })
    if (await confirm({ title, message, confirm: texts('merge.act') })) change.mutate()
  }
  return (
    <>
      <p className={css.muted}>{texts('merge.about')}</p>
      <Differences texts={texts} differing={differing} both={[row, other]} taken={taken} take={take} />
      <div className={css.foot}>
        <Button variant="default" renderRoot={(props) => <Link to={`${home}/${row.id}`} {...props} />}>
          {texts('cancel')}
        </Button>
        <ProcessingButton busy={change.isPending} onClick={() => void start()}>
          {texts('merge.act')}
        </ProcessingButton>
      </div>
    </>
  )
}

interface DifferencesProps {
  texts: Texts
  differing: readonly (typeof comparedFields)[1 | 2][number][]
  /** The one that stays, and the other. */
  both: readonly [Customer, Customer]
  /** The fields that are taken from the other. */
  taken: ReadonlySet<string>
  take: (field: string, isTaken: boolean) => void
}

/** The fields in which two customers differ, each with the choice between them. */
function Differences({ texts, differing, both, taken, take }: DifferencesProps) {
  return (
    <div className={css.scroll}>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts('merge.field')}</Table.Th>
            <Table.Th>{texts('merge.this')}</Table.Th>
            <Table.Th>{texts('merge.other')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differing.map((field) => (
            <Table.Tr key={field}>
              <Table.Th scope="row">
                {texts(field === 'identity' ? 'groups.identity' : `fields.${field}`)}
              </Table.Th>
              {both.map((one, index) => (
                <Table.Td key={one.id}>
                  <Radio
                    name={field}
                    label={formatField(texts, one, field) || texts('merge.nothing')}
                    checked={taken.has(field) === (index === 1)}
                    onChange={() => take(field, index === 1)}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
