import * as z from 'zod'
import { read, reserveForCompany, write } from '#kit/contract/endpoint.contract.ts'
import { updateOf } from '#kit/contract/crud.contract.ts'
import {
  ById,
  DateOnly,
  Id,
  line,
  lines,
  OptionalEmail,
  Phone,
  requiredLine,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { isCountry, isCurrency, isTimeZone } from './company.domain.ts'

const Country = z.string().refine(isCountry)
const Currency = z.string().refine(isCurrency)
export const TimeZone = z.string().max(60).refine(isTimeZone)

export const CompanyDraft = z.strictObject({
  name: requiredLine(120),
  registrationNumber: line(60).default(''),
  /** Under which it collects tax. */
  taxNumber: line(60).default(''),
  country: Country,
  timeZone: TimeZone,
  localCurrency: Currency,
  licenceNumber: line(60).default(''),
  licenceExpiry: DateOnly.nullable().default(null),
  address: lines(500).default(''),
  phone: Phone.default(''),
  email: OptionalEmail.default(''),
  website: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(200)]).default(''),
})
export type CompanyDraft = z.output<typeof CompanyDraft>

export const Company = z.object({
  ...storedShape(CompanyDraft),
  id: Id,
  version: Version,
  logoFileId: Id.nullable(),
})
export type Company = z.output<typeof Company>

export const logoRule = { maxBytes: 5_242_880, types: ['image/png', 'image/jpeg', 'image/webp'] } as const

const base = '/poscompany/manage'

export const company = reserveForCompany({
  getDetail: read({ path: `${base}/getDetail`, permission: 'view_company_information', output: Company }),
  getById: read({
    path: '/poscompany/organization/getbyid',
    permission: 'view_company_information',
    input: ById,
    output: Company,
  }),
  update: write({
    path: `${base}/update`,
    kind: 'UPDATE',
    permission: 'manage_company_information',
    input: updateOf(CompanyDraft),
    output: Company,
  }),
  uploadLogo: write({
    path: `${base}/uploadLogo`,
    kind: 'UPDATE',
    permission: 'manage_company_information',
    // A multipart field is text.
    input: z.strictObject({ id: Id, version: z.coerce.number().pipe(Version) }),
    upload: logoRule,
    output: Company,
  }),
  removeLogo: write({
    path: `${base}/removeLogo`,
    kind: 'UPDATE',
    permission: 'manage_company_information',
    input: Versioned,
    output: Company,
  }),
  logo: read({ path: `${base}/logo`, permission: 'signedIn', output: z.unknown(), download: true }),
})
