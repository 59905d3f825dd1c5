import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { countries, currencies, timeZones } from './choices.web.ts'
import { CompanyDraft, company } from './company.contract.ts'

const api = bindContract(company)
const F = fieldsOf(CompanyDraft)

// One company, one form: the id that a form wants is the session's own.
const own = { getById: { queryOptions: () => api.getDetail.queryOptions() }, update: api.update }

export function CompanyForm() {
  return (
    <FormPage
      texts="organisation:company"
      draft={CompanyDraft}
      api={own}
      id=""
      back="/account-management/company"
    >
      <FieldGroup name="facts">
        <F.Text name="name" />
        <FieldRow>
          <F.Text name="registrationNumber" />
          <F.Text name="taxNumber" />
        </FieldRow>
        <FieldRow>
          <F.Select name="country" choices={countries()} />
          <F.Select name="localCurrency" choices={currencies()} />
        </FieldRow>
        <F.Select name="timeZone" choices={timeZones} />
      </FieldGroup>
      <FieldGroup name="licence">
        <FieldRow>
          <F.Text name="licenceNumber" />
          <F.Date name="licenceExpiry" />
        </FieldRow>
      </FieldGroup>
      <FieldGroup name="contact">
        <F.TextArea name="address" />
        <F.Phone name="phone" />
        <F.Text name="email" type="email" />
        <F.Text name="website" type="url" />
      </FieldGroup>
    </FormPage>
  )
}
