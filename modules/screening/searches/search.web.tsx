import { SegmentedControl } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useAddress } from '#kit/web/address.web.ts'
import { ApiError, bindContract, can } from '#kit/web/api.web.ts'
import { showError } from '#kit/web/failures.web.ts'
import { check, startValues, type Values } from '#kit/web/form/draft.web.ts'
import { type FieldCheck, type FormContext, FormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { dateText, parseDate } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader, ProcessingButton } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { customerField } from '#modules/customers/public.web.tsx'
import { catalogue } from '#modules/settings/catalogue/catalogue.contract.ts'
import { SearchDraft } from '../screenings/screenings.contract.ts'
import { type DataSource, entityTypes, sourceOf } from '../screenings/screenings.domain.ts'
import { screeningLists } from '#modules/watchlists/sources/sources.contract.ts'
import css from '../results/result.module.css'
import { ScreeningBadge, ScreeningResult } from '../results/result.web.tsx'
import { place, useListNames } from '../screenings/words.web.ts'
import { api } from '../results/api.web.ts'

const catalogueApi = bindContract(catalogue)
const listApi = bindContract(screeningLists)
const F = fieldsOf(SearchDraft)
const CustomerField = lazy(() => customerField().then((Field) => ({ default: Field })))

/** Asks the lists of a data source for a name or a customer; what was found stands under the form. */
function Search({ source }: { source: DataSource }) {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const { screening = '' } = useAddress<'screening'>()
  const found = useQuery({
    ...api.getHistoryDetail.queryOptions({ id: screening }),
    enabled: screening !== '',
  })
  return (
    <div className={css.page}>
      <PageHeader
        title={texts(`titles.${source}`)}
        badge={found.data && <ScreeningBadge one={found.data} />}
      />
      <SearchForm
        source={source}
        onFound={(id) => void navigate({ to: '.', search: { screening: id } as never })}
      />
      {screening !== '' && (
        <Loaded query={found} height={360}>
          {(one) => <ScreeningResult one={one} />}
        </Loaded>
      )}
    </div>
  )
}

export const UnscSearch = () => <Search source="unsc" />
export const OfacSearch = () => <Search source="ofac" />
export const EnhancedSearch = () => <Search source="enhanced" />

const byName = { customerId: null }
/** Taken from the customer's file, whoever of whom is asked. */
const ofFile = { name: '', dateOfBirth: '', country: '', gender: '', documentNumber: '' } as const

function SearchForm({ source, onFound }: { source: DataSource; onFound: (id: string) => void }) {
  const texts = useTexts(place)
  const area = useRef<HTMLFormElement>(null)
  const [of, setOf] = useState<AskedBy>('name')
  const [checks] = useState(() => new Map<string, FieldCheck>())
  const form = useForm<Values>({ initialValues: startValues(SearchDraft, { dataSource: source }) })
  const search = useMutation({
    meta: { handled: true },
    mutationFn: (values: Values) => api.search.call(values as never),
    onSuccess: ({ id }) => onFound(id),
    onError: (error) => {
      const named =
        error instanceof ApiError ? error.invalidParams.filter(({ field }) => field in SearchDraft.shape) : []
      form.setErrors(Object.fromEntries(named.map(({ field, message }) => [field, message])))
      if (named[0]) focusOn(named[0].field)
      else showError(error)
    },
  })
  const focusOn = (field: string) =>
    area.current?.querySelector<HTMLElement>(`[data-path="${field}"]`)?.focus()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (search.isPending) return
    const given = form.getValues()
    const born = String(given['dateOfBirth']).trim()
    const values = { ...given, dateOfBirth: parseDate(born) ?? born }
    const asked: Values = { ...values, ...(of === 'name' ? byName : ofFile) }
    const checked = check(SearchDraft, SearchDraft, asked, texts)
    const needed = of === 'name' ? 'name' : 'customerId'
    const missing = asked[needed] ? {} : { [needed]: texts('faults.required') }
    const faults = { ...missing, ...checked.faults }
    form.setErrors(faults)
    const [first] = Object.keys(faults)
    if (first !== undefined) return focusOn(first)
    search.mutate(checked.values)
  }
  const scope = useMemo(
    (): FormContext => ({ form, draft: SearchDraft, texts, checks }),
    [form, texts, checks],
  )
  return (
    <form ref={area} onSubmit={submit} noValidate aria-label={texts('form')}>
      <FormScope value={scope}>
        <div className={css.form}>
          {can('view_customers_information') && <SearchBy of={of} onChange={setOf} />}
          {of === 'customer' ? (
            <div className={css.wide}>
              <Suspense>
                <CustomerField name="customerId" />
              </Suspense>
            </div>
          ) : (
            <NameFields />
          )}
          <div className={css.searchActs}>
            <ProcessingButton type="submit" busy={search.isPending}>
              {texts('acts.search')}
            </ProcessingButton>
            <ListAges source={source} />
          </div>
        </div>
      </FormScope>
    </form>
  )
}

type AskedBy = 'name' | 'customer'

/** Whether a name is asked about, or a customer on file. */
function SearchBy({ of, onChange }: { of: AskedBy; onChange: (of: AskedBy) => void }) {
  const texts = useTexts(place)
  return (
    <div className={css.searchActs}>
      <SegmentedControl
        size="xs"
        aria-label={texts('searchBy.label')}
        value={of}
        onChange={(value) => onChange(value as AskedBy)}
        data={(['name', 'customer'] as const).map((value) => ({
          value,
          label: texts(`searchBy.${value}`),
        }))}
      />
    </div>
  )
}

/** What is asked about a name that is not on file. */
function NameFields() {
  const countries = useQuery(catalogueApi.list.queryOptions())
  const choices = {
    ...countries,
    data: countries.data?.map(({ countryCode, name }) => ({ value: countryCode, label: name })),
  }
  return (
    <>
      <div className={css.wide}>
        <F.Text name="name" />
      </div>
      <F.Select name="entityType" choices={entityTypes} />
      <F.Text name="dateOfBirth" />
      <F.Select name="country" choices={choices} />
      <F.Select name="gender" choices={['M', 'F', 'X']} />
      <F.Text name="documentNumber" />
      <F.Select name="mode" choices={['fuzzy', 'exact']} />
    </>
  )
}

/** Which versions will be asked, and which of them are too old to clear anybody by. */
function ListAges({ source }: { source: DataSource }) {
  const texts = useTexts(place)
  const listName = useListNames()
  const query = useQuery(listApi.list.queryOptions())
  const own = (query.data ?? []).filter(({ list }) => sourceOf(list) === source)
  return (
    <span className={css.lists}>
      {own.map(({ list, version, isStale }) => (
        <span key={list}>
          {listName(list)}{' '}
          {version
            ? texts('version', {
                number: version.number,
                at: dateText(version.publishedOn ?? version.loadedAt),
              })
            : texts('neverLoaded')}
          {isStale && version && ` · ${texts('tooOld')}`}
        </span>
      ))}
    </span>
  )
}
