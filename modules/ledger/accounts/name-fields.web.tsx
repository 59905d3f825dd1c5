import * as z from 'zod'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow } from '#kit/web/form/form-page.web.tsx'
import { namesShape } from './names.contract.ts'

const F = fieldsOf(z.strictObject(namesShape))

/** What a ledger or a group is called in the other languages. */
export const NameFields = () => (
  <FieldRow>
    <F.Text name="nameZhHant" />
    <F.Text name="nameZhHans" />
    <F.Text name="nameVi" />
  </FieldRow>
)
