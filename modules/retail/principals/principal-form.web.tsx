import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { PrincipalDraft, principals } from './principals.contract.ts'

const api = bindContract(principals)
const F = fieldsOf(PrincipalDraft)

/** Somebody for whom we sell. */
export function PrincipalForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="retail:principals"
      draft={PrincipalDraft}
      api={api}
      id={id}
      back="/pos-retail/principals"
    >
      <FieldRow>
        <F.Text name="code" />
        <F.Text name="name" />
      </FieldRow>
      <F.Text name="contact" />
    </FormPage>
  )
}
