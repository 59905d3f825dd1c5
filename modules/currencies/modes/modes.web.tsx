import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { RowActs, useRowActs } from '#kit/web/detail/row-acts.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import type { Fact } from '#kit/web/values.web.tsx'
import { deliveryModes, type Mode, ModeDraft, paymentModes } from './modes.contract.ts'
import { modeKinds } from './modes.domain.ts'

const F = fieldsOf(ModeDraft)

const facts: readonly Fact<Mode>[] = [
  { key: 'code', kind: 'code' },
  { key: 'kind', kind: 'value' },
  { key: 'needsClearing', kind: 'yesNo' },
  { key: 'createdAt', kind: 'dateTime' },
]
const enabled: Fact<Mode> = { key: 'isEnabled', kind: 'badge', tones: { true: 'done', false: 'ended' } }
const columns: readonly ListColumn<Mode>[] = [
  { key: 'code', kind: 'code', width: 120 },
  { key: 'name', width: 240 },
  { key: 'kind', kind: 'value', width: 160 },
  { key: 'needsClearing', kind: 'yesNo', width: 140 },
  { key: 'isEnabled', kind: 'badge', tones: { true: 'done', false: 'ended' }, width: 130 },
  { key: 'createdAt', kind: 'dateTime', width: 190 },
]

/** The screens of one side: how customers pay, or how they are paid. */
function screensOf(place: string, home: string, contract: typeof paymentModes | typeof deliveryModes) {
  // Both contracts are of one shape; only their paths and permissions differ.
  const api = bindContract(contract as typeof paymentModes)
  const acting = {
    texts: place,
    api,
    list: home,
    edit: ({ id }: Mode) => `${home}/update/${id}`,
    name: ({ name }: Mode) => name,
  }
  return {
    List: function ModeList() {
      const acts = useRowActs(acting)
      return (
        <ListPage
          texts={place}
          list={api.list}
          columns={columns}
          search={['code', 'name']}
          choices={{ kind: modeKinds }}
          create={{ to: `${home}/create`, api }}
          open={({ id }) => `${home}/${id}`}
          panel={(row) => <FactList texts={place} row={row} facts={[...facts, enabled]} />}
          menu={acts}
        />
      )
    },
    Detail: function ModeDetail() {
      const { id = '' } = useParams({ strict: false })
      const acts = useRowActs(acting)
      return (
        <DetailPage
          texts={place}
          get={api.getById}
          id={id}
          title={({ name }) => name}
          back={home}
          badge={enabled}
          groups={[{ name: 'facts', facts }]}
          actions={(row) => <RowActs acts={acts(row)} />}
        />
      )
    },
    Form: function ModeForm() {
      const { id } = useParams({ strict: false })
      return (
        <FormPage texts={place} draft={ModeDraft} api={api} id={id} back={home}>
          <FieldRow>
            <F.Text name="code" />
            <F.Text name="name" />
          </FieldRow>
          <F.Select name="kind" choices={modeKinds} />
          <F.Switch name="needsClearing" />
        </FormPage>
      )
    },
  }
}

export const payment = screensOf('currencies:paymentModes', '/settings/mop-settings', paymentModes)
export const delivery = screensOf('currencies:deliveryModes', '/settings/mod-settings', deliveryModes)
