import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FormPage } from '#kit/web/form/form-page.web.tsx'
import { RegionDraft, regions } from './regions.contract.ts'

const api = bindContract(regions)
const F = fieldsOf(RegionDraft)

export function RegionForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="organisation:regions"
      draft={RegionDraft}
      api={api}
      id={id}
      back="/account-management/region"
    >
      <F.Text name="code" />
      <F.Text name="name" />
    </FormPage>
  )
}
