import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { type GuardedApi, usePermissionFlags } from '#kit/web/flags.web.ts'
import { fieldsOf, toCurrentChoice } from '#kit/web/form/fields.web.tsx'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { FieldRow } from '#kit/web/form/form-page.web.tsx'
import type { ListColumn } from '#kit/web/list/list-page.web.tsx'
import type { MenuEntry } from '#kit/web/table/data-table.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { subCurrencies } from '#modules/currencies/sub-currencies/sub-currencies.contract.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { type Scoped, ScopeDraft } from './scoped-rates.contract.ts'

const currencyApi = bindContract(companyCurrencies)
const subApi = bindContract(subCurrencies)
const branchApi = bindContract(branches)
const F = fieldsOf(ScopeDraft)

/** The columns of a list of such rates; `own` are what the rates are. */
export const scopedColumns = <Row extends Scoped>(own: readonly ListColumn<Row>[]) =>
  [
    {
      key: 'currencyId',
      width: 120,
      cell: (_, { code, flagCode }) => code && flagCode && <CurrencyLabel code={code} flagCode={flagCode} />,
    },
    { key: 'subCurrencyId', width: 130, cell: (_, { subCurrency }) => subCurrency },
    { key: 'branchId', width: 180, cell: (_, { branchName }) => branchName },
    { key: 'customerType', kind: 'value', width: 140 },
    { key: 'amountFrom', kind: 'number', width: 130 },
    { key: 'amountTo', kind: 'number', width: 130 },
    ...own,
    { key: 'author', width: 160 },
    { key: 'publishedAt', kind: 'dateTime', width: 190 },
  ] as readonly ListColumn<Row>[]

/** What the list of such rates needs beside its columns: where they are made, and how one is replaced or taken away. */
export function useScopedList(place: string, home: string, api: ScopedApi) {
  return {
    choices: {
      currencyId: useCurrencyChoices().data ?? [],
      subCurrencyId: useSubCurrencyChoices(undefined).data ?? [],
      branchId: useBranchChoices().data ?? [],
      customerType: [1, 2],
    },
    create: { to: `${home}/create`, api },
    menu: useEntries(place, home, api),
  }
}

/** The way from the list of such rates to their sheet. */
export function SheetLink({ home }: { home: string }) {
  const texts = useTexts('rates:pairs')
  return (
    <Button variant="default" renderRoot={(rest) => <Link to={`${home}/sheet`} {...rest} />}>
      {texts('open')}
    </Button>
  )
}

type ScopedApi = GuardedApi & { delete: { call: (input: { id: string }) => Promise<unknown> } }

function useEntries(place: string, home: string, api: ScopedApi) {
  const t = useTexts(place)
  const navigate = useNavigate()
  const { mutate } = useAct()
  const { canUpdate, canDelete } = usePermissionFlags(api)
  return useMemo(
    () =>
      ({ id }: { id: string }): MenuEntry[] => {
        const remove = async () => {
          const title = t('acts.remove')
          if (await confirm({ title, message: t('questions.remove'), confirm: t('remove'), danger: true }))
            mutate({ api: api.delete, input: { id }, said: t('said.removed') })
        }
        return [
          ...(canUpdate
            ? [
                {
                  label: t('edit'),
                  onSelect: () => void navigate({ to: `${home}/update/${id}`, search: true }),
                },
              ]
            : []),
          ...(canDelete ? [{ label: t('delete'), danger: true, onSelect: () => void remove() }] : []),
        ]
      },
    [t, navigate, mutate, canUpdate, canDelete, api, home],
  )
}

/** For whom a rate holds, as the first fields of its form. */
export function ScopeFields({ row }: { row: Scoped | undefined }) {
  const { form } = useFormScope()
  const { currencyId } = form.getValues() as { currencyId: string | null }
  return (
    <>
      <FieldRow>
        <F.Select
          name="currencyId"
          choices={useCurrencyChoices()}
          held={toCurrentChoice(row?.currencyId, row?.code)}
        />
        <F.Select
          key={`part of ${currencyId}`}
          name="subCurrencyId"
          choices={useSubCurrencyChoices(currencyId)}
          held={toCurrentChoice(row?.subCurrencyId, row?.subCurrency)}
        />
      </FieldRow>
      <FieldRow>
        <Whom row={row} />
      </FieldRow>
      <FieldRow>
        <Band />
      </FieldRow>
    </>
  )
}

/** For whom a sheet of such rates holds. */
export const ScopeBar = () => (
  <>
    <Whom row={undefined} />
    <Band />
  </>
)

const Whom = ({ row }: { row: Scoped | undefined }) => (
  <>
    <F.Select
      name="branchId"
      choices={useBranchChoices()}
      held={toCurrentChoice(row?.branchId, row?.branchName)}
    />
    <F.Select name="customerType" choices={[1, 2]} />
  </>
)

const Band = () => (
  <>
    <F.Number name="amountFrom" />
    <F.Number name="amountTo" />
  </>
)

/** The currencies that have a price, as choices; the local one has none. */
export function useCurrencyChoices() {
  const query = useQuery(currencyApi.getSettings.queryOptions())
  const data = query.data?.filter(({ isLocal }) => !isLocal)
  return { ...query, data: data?.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` })) }
}

/** The parts of a currency that are switched on, of all currencies where none is said. */
function useSubCurrencyChoices(currencyId: string | null | undefined) {
  const query = useQuery(subApi.activeList.queryOptions({}))
  const data = query.data?.filter((one) => currencyId === undefined || one.currencyId === currencyId)
  return { ...query, data: data?.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` })) }
}

const useBranchChoices = () => useQuery(branchApi.listSelection.queryOptions())
