import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { deliveryModes, ModeDraft, paymentModes } from './modes.contract.ts'
import { modeKinds } from './modes.domain.ts'

const F = fieldsOf(ModeDraft)

/** The screens of one side: how customers pay, or how they are paid. */
function screensOf(place: string, home: string, contract: typeof paymentModes | typeof deliveryModes) {
  // Both contracts are of one shape; only their paths and permissions differ.
  const api = bindContract(contract as typeof paymentModes)
  const screens = resource({
    texts: place,
    home,
    api,
    name: ({ name }) => name,
    search: ['code', 'name'],
    useChoices: () => ({ kind: modeKinds }),
    columns: [
      { key: 'code', kind: 'code', width: 120 },
      { key: 'name', width: 240 },
      { key: 'kind', kind: 'value', width: 160 },
      { key: 'needsClearing', kind: 'yesNo', width: 140 },
      { ...enabled, width: 130 },
      { key: 'createdAt', kind: 'dateTime', width: 190 },
    ],
    groups: [
      {
        name: 'facts',
        facts: [
          { key: 'code', kind: 'code' },
          { key: 'kind', kind: 'value' },
          { key: 'needsClearing', kind: 'yesNo' },
          { key: 'createdAt', kind: 'dateTime' },
        ],
      },
    ],
  })
  return {
    ...screens,
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
