import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { ById, Id, line, requiredLine } from '#kit/contract/shapes.contract.ts'
import { avatarRule, OptionalCountry } from '#modules/customers/profiles/profiles.contract.ts'
import { identityTypes } from '#modules/customers/profiles/profiles.domain.ts'

/** Somebody who pays, is paid or brings the notes in the customer's place; the document as far as it was shown. */
export const ThirdParty = z.strictObject({
  name: requiredLine(200),
  idType: z.enum(['', ...identityTypes]).default(''),
  idNumber: line(40).default(''),
  idIssuingCountry: OptionalCountry.default(''),
  /** The copy of the document, as `uploadCopy` called it. */
  copyId: Id.nullable().default(null),
})

const path = '/postransaction/thirdparty'

export const thirdParties = {
  /** Takes in the copy of a third party's document; a deal that its uploader makes can name it. */
  uploadCopy: write({
    path: `${path}/uploadCopy`,
    kind: 'CREATE',
    permission: 'create_transactions',
    input: z.strictObject({}),
    upload: avatarRule,
    output: ById,
  }),
  /** The copy of a document in a deal that may be seen. */
  copy: read({
    path: `${path}/copy`,
    permission: 'view_customers_information',
    input: z.strictObject({ dealId: Id, copyId: Id }),
    output: z.unknown(),
    download: true,
  }),
}
