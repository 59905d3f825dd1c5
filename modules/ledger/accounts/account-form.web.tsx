import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { DetailPage } from '#kit/web/detail/detail-page.web.tsx'
import { RowActs, useRowActs } from '#kit/web/detail/row-acts.web.tsx'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { ledgerGroups } from './groups.contract.ts'
import { NameFields } from './name-fields.web.tsx'
import { type AccountDetail, AccountDraft, accounts } from './accounts.contract.ts'
import { accountClasses } from './accounts.domain.ts'

const api = bindContract(accounts)
const groupApi = bindContract(ledgerGroups)
const place = 'ledger:accounts'
const home = '/accounting/ledgers'
const F = fieldsOf(AccountDraft)

const acting = {
  texts: place,
  api: { create: api.create, update: api.update, delete: api.delete },
  list: home,
  edit: ({ id }: AccountDetail) => `${home}/update/${id}`,
  name: ({ code, shownName }: AccountDetail) => `${code} ${shownName}`,
}

/** A ledger: where it stands in the chart, and what may be done with it. */
export function AccountPage() {
  const { id = '' } = useParams({ strict: false })
  const acts = useRowActs<AccountDetail>(acting)
  const texts = useTexts(place)
  return (
    <DetailPage<AccountDetail>
      texts={place}
      get={api.getById}
      id={id}
      title={acting.name}
      back={home}
      groups={[
        {
          name: 'facts',
          facts: [
            { key: 'class', kind: 'value' },
            { key: 'groupName' },
            { key: 'currency', cell: (code) => code ?? texts('allCurrencies') },
            { key: 'taxCode' },
            { key: 'isManual', kind: 'yesNo' },
            { key: 'closedFrom', kind: 'date' },
          ],
        },
        {
          name: 'names',
          facts: [{ key: 'name' }, { key: 'nameZhHant' }, { key: 'nameZhHans' }, { key: 'nameVi' }],
        },
      ]}
      actions={(row) => <RowActs acts={acts(row)} />}
    />
  )
}

/** What a ledger is called, where it stands, and from which day nothing is entered any more. */
export function AccountForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts={place}
      draft={AccountDraft}
      api={{ getById: api.getById, create: api.create, update: api.update }}
      id={id}
      back={home}
      initial={{ class: 'expense', isManual: true }}
      toValues={(row: AccountDetail) => ({
        code: row.code,
        name: row.name,
        nameZhHant: row.nameZhHant,
        nameZhHans: row.nameZhHans,
        nameVi: row.nameVi,
        class: row.class,
        groupId: row.groupId,
        currencyId: row.currencyId,
        taxCodeId: row.taxCodeId,
        isManual: row.isManual,
        closedFrom: row.closedFrom,
      })}
    >
      {(row: AccountDetail | undefined) => <Fields row={row} />}
    </FormPage>
  )
}

function Fields({ row }: { row: AccountDetail | undefined }) {
  const { form } = useFormScope()
  const texts = useTexts(place)
  const groups = useQuery(groupApi.listSelection.queryOptions())
  const choices = useQuery(api.choices.queryOptions())
  const { class: kind } = form.getValues() as AccountDraft
  return (
    <>
      <FieldRow>
        <F.Text name="code" />
        <F.Text name="name" />
      </FieldRow>
      <FieldRow>
        <F.Select name="class" choices={accountClasses} />
        <F.Select
          name="groupId"
          choices={{ ...groups, data: groups.data?.filter((one) => one.class === kind) }}
        />
      </FieldRow>
      <NameFields />
      <FieldRow>
        <F.Select
          name="currencyId"
          placeholder={texts('allCurrencies')}
          choices={{ ...choices, data: choices.data?.currencies }}
        />
        <F.Select name="taxCodeId" choices={{ ...choices, data: choices.data?.taxCodes }} />
      </FieldRow>
      <F.Switch name="isManual" disabled={row?.keeps !== undefined && row.keeps !== null} />
      {row && <F.Date name="closedFrom" />}
    </>
  )
}
