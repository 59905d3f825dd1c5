import * as z from 'zod'
import { updateOf } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { ById, Id, Instant, line, lines, Version, Versioned } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { avatarRule, OptionalCountry, OptionalDate, VersionedForm } from '../profiles/profiles.contract.ts'
import { documentTypes, verificationMethods } from './documents.domain.ts'

export const DocumentDraft = z.strictObject({
  idType: z.enum(documentTypes),
  idNumber: line(40).default(''),
  idIssuingCountry: OptionalCountry.default(''),
  idIssueDate: OptionalDate,
  idExpiryDate: OptionalDate,
  remarks: lines(500).default(''),
})

export const Document = z.object({
  ...storedShape(DocumentDraft),
  id: Id,
  version: Version,
  customerId: Id,
  isPrimary: z.boolean(),
  hasFront: z.boolean(),
  hasBack: z.boolean(),
  verifiedAt: Instant.nullable(),
  verifiedByName: z.string(),
  verificationMethod: z.string(),
  createdAt: Instant,
})
export type Document = z.output<typeof Document>

export const VerifyDraft = z.strictObject({ method: z.enum(verificationMethods) })
const Side = z.enum(['back', 'front'])

const path = '/poscustomer/customerdocument'
const view = 'view_customers_information'
const permission = 'manage_customers_information'

export const documents = {
  list: read({
    path: `${path}/list`,
    permission: view,
    input: z.strictObject({ customerId: Id }),
    output: z.array(Document),
  }),
  getById: read({ path: `${path}/getById`, permission: view, input: ById, output: Document }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission,
    input: z.strictObject({ customerId: Id, ...DocumentDraft.shape }),
    output: Document,
  }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission,
    input: updateOf(DocumentDraft),
    output: Document,
  }),
  verify: write({
    path: `${path}/verify`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ ...Versioned.shape, ...VerifyDraft.shape }),
    output: Document,
  }),
  uploadImage: write({
    path: `${path}/uploadImage`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ ...VersionedForm.shape, side: Side }),
    upload: avatarRule,
    output: Document,
  }),
  image: read({
    path: `${path}/image`,
    permission: view,
    input: z.strictObject({ id: Id, side: Side }),
    output: z.unknown(),
    download: true,
  }),
}
