import * as z from 'zod'
import { DateOnly, DecimalString, OptionalEmail, Phone, requiredLine } from '#kit/contract/shapes.contract.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'

const Draft = z.strictObject({
  name: requiredLine(60),
  amount: DecimalString,
  rate: DecimalString.nullable(),
  day: DateOnly,
  phone: Phone,
  email: OptionalEmail,
})
const F = fieldsOf(Draft)

/** A whole form: asterisks, faults under their fields, and the summary that leads to each. */
export function FormGalleryPage() {
  return (
    <FormPage texts="gallery:samples" draft={Draft} api={{}} back="/" save={() => Promise.resolve()}>
      <FieldGroup name="all">
        <F.Text name="name" />
        <FieldRow>
          <F.Number name="amount" suffix="MYR" />
          <F.Number percent name="rate" />
        </FieldRow>
        <F.Date name="day" />
        <F.Phone name="phone" />
        <F.Text name="email" type="email" />
      </FieldGroup>
    </FormPage>
  )
}
