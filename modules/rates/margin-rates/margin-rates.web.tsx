import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf, held } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { percent } from '#kit/web/format.web.ts'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import type { MenuEntry } from '#kit/web/table/data-table.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { marginKinds } from '../effective/effective.domain.ts'
import { MarginDraft, type MarginRate, marginRates, Why } from './margin-rates.contract.ts'

const api = bindContract(marginRates)
const currencyApi = bindContract(companyCurrencies)
const branchApi = bindContract(branches)
const place = 'rates:marginRates'
const home = '/settings/margin-rate'
const Form = MarginDraft.extend(Why)
const F = fieldsOf(Form)

const spread = (value: string, { kind }: MarginRate) => (kind === 'percent' ? percent(value) : value)
const columns: readonly ListColumn<MarginRate>[] = [
  {
    key: 'currencyId',
    width: 120,
    cell: (_, { code, flagCode }) => code && flagCode && <CurrencyLabel code={code} flagCode={flagCode} />,
  },
  { key: 'branchId', width: 180, cell: (_, { branchName }) => branchName },
  { key: 'customerType', kind: 'value', width: 140 },
  { key: 'amountFrom', kind: 'number', width: 130 },
  { key: 'amountTo', kind: 'number', width: 130 },
  { key: 'kind', kind: 'value', width: 110 },
  { key: 'buy', kind: 'number', width: 110, cell: spread },
  { key: 'sell', kind: 'number', width: 110, cell: spread },
  { key: 'author', width: 160 },
  { key: 'publishedAt', kind: 'dateTime', width: 170 },
]

/** The currencies that have a price, as choices; the local one has none. */
export function useCurrencyChoices() {
  const query = useQuery(currencyApi.getSettings.queryOptions())
  const data = query.data?.filter(({ isLocal }) => !isLocal)
  return { ...query, data: data?.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` })) }
}

/** Branches as choices. */
export const useBranchChoices = () => useQuery(branchApi.listSelection.queryOptions())

/** Edit and take away, for rules that are replaced and never changed. */
export function useRuleEntries(
  texts: string,
  list: string,
  contract: { update: unknown; delete: { call: (input: never) => Promise<unknown> } } & Parameters<
    typeof usePermissionFlags
  >[0],
) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const { mutate } = useAct()
  const { canUpdate, canDelete } = usePermissionFlags(contract)
  return useMemo(
    () =>
      ({ id }: { id: string }): MenuEntry[] => {
        const remove = async () => {
          const title = t('acts.remove')
          if (await confirm({ title, message: t('questions.remove'), confirm: t('remove'), danger: true }))
            mutate({ api: contract.delete, input: { id }, said: t('said.removed') })
        }
        return [
          ...(canUpdate
            ? [
                {
                  label: t('edit'),
                  onSelect: () => void navigate({ to: `${list}/update/${id}`, search: true }),
                },
              ]
            : []),
          ...(canDelete ? [{ label: t('delete'), danger: true, onSelect: () => void remove() }] : []),
        ]
      },
    [t, navigate, mutate, canUpdate, canDelete, contract, list],
  )
}

export function MarginRates() {
  const entries = useRuleEntries(place, home, api)
  return (
    <ListPage
      texts={place}
      list={api.list}
      columns={columns}
      choices={{
        currencyId: useCurrencyChoices().data ?? [],
        branchId: useBranchChoices().data ?? [],
        customerType: [1, 2],
        kind: marginKinds,
      }}
      create={{ to: `${home}/create`, api }}
      menu={entries}
    />
  )
}

export function MarginRateForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts={place}
      draft={Form}
      api={api}
      id={id}
      back={home}
      initial={{ kind: 'absolute' }}
      toValues={(row: MarginRate) => ({ ...(row as object), reason: '' })}
    >
      {(row) => <Fields row={row} />}
    </FormPage>
  )
}

function Fields({ row }: { row: MarginRate | undefined }) {
  const { form } = useFormScope()
  const { kind } = form.getValues() as { kind: string }
  const isPercent = kind === 'percent'
  return (
    <>
      <FieldRow>
        <F.Select name="currencyId" choices={useCurrencyChoices()} held={held(row?.currencyId, row?.code)} />
        <F.Select name="branchId" choices={useBranchChoices()} held={held(row?.branchId, row?.branchName)} />
      </FieldRow>
      <F.Select name="customerType" choices={[1, 2]} />
      <FieldRow>
        <F.Number name="amountFrom" />
        <F.Number name="amountTo" />
      </FieldRow>
      <F.Select name="kind" choices={marginKinds} />
      <FieldRow>
        <F.Number key={`buy ${kind}`} name="buy" percent={isPercent} />
        <F.Number key={`sell ${kind}`} name="sell" percent={isPercent} />
      </FieldRow>
      {kind === 'pips' && <F.Number name="pipSize" />}
      <F.Text name="reason" />
    </>
  )
}
