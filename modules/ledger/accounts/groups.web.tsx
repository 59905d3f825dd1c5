import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { useRowActs } from '#kit/web/detail/row-acts.web.tsx'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { ListPage } from '#kit/web/list/list-page.web.tsx'
import { accountClasses } from './accounts.domain.ts'
import { NameFields } from './name-fields.web.tsx'
import { type LedgerGroup, LedgerGroupDraft, ledgerGroups } from './groups.contract.ts'

const api = bindContract(ledgerGroups)
const place = 'ledger:groups'
const home = '/accounting/ledger-groups'
const F = fieldsOf(LedgerGroupDraft)

const acting = {
  texts: place,
  api,
  list: home,
  edit: ({ id }: LedgerGroup) => `${home}/update/${id}`,
  name: ({ name }: LedgerGroup) => name,
}

/** The groups of the chart, each by its whole path. */
export function LedgerGroupList() {
  return (
    <ListPage<LedgerGroup>
      texts={place}
      list={api.list}
      columns={[
        { key: 'class', kind: 'value', width: 140 },
        { key: 'path', width: 360 },
        { key: 'ledgerCount', kind: 'number', width: 120 },
      ]}
      search={['path']}
      choices={{ class: accountClasses }}
      create={{ to: `${home}/create`, api }}
      menu={useRowActs<LedgerGroup>(acting)}
    />
  )
}

/** A group: its name, and where in the tree it lies. */
export function LedgerGroupForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts={place}
      draft={LedgerGroupDraft}
      api={api}
      id={id}
      back={home}
      initial={{ class: 'asset', position: 0 }}
      toValues={({ name, nameZhHant, nameZhHans, nameVi, class: kind, parentId, position }: LedgerGroup) => ({
        name,
        nameZhHant,
        nameZhHans,
        nameVi,
        class: kind,
        parentId,
        position,
      })}
    >
      {(row: LedgerGroup | undefined) => <Fields id={row?.id} />}
    </FormPage>
  )
}

function Fields({ id }: { id: string | undefined }) {
  const { form } = useFormScope()
  const groups = useQuery(api.listSelection.queryOptions())
  const { class: kind } = form.getValues() as LedgerGroupDraft
  const parents = groups.data?.filter((one) => one.class === kind && one.id !== id)
  return (
    <>
      <F.Text name="name" />
      <NameFields />
      <F.Select name="class" choices={accountClasses} />
      <FieldRow>
        <F.Select name="parentId" choices={{ ...groups, data: parents }} />
        <F.Number name="position" />
      </FieldRow>
    </>
  )
}
