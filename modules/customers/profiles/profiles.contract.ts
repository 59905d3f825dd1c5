// Long because the two kinds of customer have most of their calls in common.
import * as z from 'zod'
import { updateOf } from '#kit/contract/crud.contract.ts'
import { controls, read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import {
  ById,
  Choice,
  DateOnly,
  DecimalString,
  Id,
  Instant,
  line,
  Explained,
  lines,
  OptionalEmail,
  Phone,
  requiredLine,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { isCountry } from '#modules/organisation/company/company.domain.ts'
import { duplicateReasons } from '../identity/likeness.domain.ts'
import { FlagEpisode } from '../flags/flags.contract.ts'
import { flagActNames } from '../flags/flags.domain.ts'
import { documentFields, identityTypes } from './profiles.domain.ts'

/** A country's two letters, or nothing. */
export const OptionalCountry = z.union([z.literal(''), z.string().refine(isCountry)])
export const OptionalDate = DateOnly.nullable().default(null)
const country = OptionalCountry.default('')
const short = line(120).default('')
const long = line(200).default('')

const both = {
  phone: Phone.default(''),
  email: OptionalEmail.default(''),
  natureOfBusiness: long,
  taxNumber: line(60).default(''),
  purpose: long,
  sourceOfFunds: long,
  expectedActivity: lines(500).default(''),
  remarks: lines(2000).default(''),
}

export const IndividualDraft = z.strictObject({
  name: requiredLine(200),
  /** As it is written at home, such as in Chinese characters. */
  originalName: long,
  nationality: country,
  gender: z.enum(['', 'M', 'F', 'X']).default(''),
  dateOfBirth: OptionalDate,
  placeOfBirth: short,
  countryOfBirth: country,
  idType: z.enum(['', ...identityTypes]).default(''),
  idNumber: line(40).default(''),
  idIssuingCountry: country,
  idIssueDate: OptionalDate,
  idExpiryDate: OptionalDate,
  address: lines(500).default(''),
  city: short,
  state: short,
  postcode: line(20).default(''),
  country,
  occupation: short,
  employer: short,
  politicallyExposed: z.enum(['', 'NO', 'YES']).default(''),
  sourceOfWealth: long,
  ...both,
})

export const CorporateDraft = z.strictObject({
  name: requiredLine(200),
  originalName: long,
  registrationNumber: line(40).default(''),
  dateOfIncorporation: OptionalDate,
  countryOfIncorporation: country,
  registeredAddress: lines(500).default(''),
  businessAddress: lines(500).default(''),
  website: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(200)]).default(''),
  contactPerson: short,
  licenceNumber: line(60).default(''),
  /** In local currency. */
  annualTurnover: z
    .string()
    .regex(/^\d{1,18}(\.\d{1,4})?$/)
    .nullable()
    .default(null),
  ...both,
})

const own = (draft: z.ZodObject) =>
  Object.keys(draft.shape).filter((field) => !(documentFields as readonly string[]).includes(field))

/** By what two customers are compared, and what a merge takes from either: each field, and what a person identifies with as a whole. */
export const comparedFields = {
  1: ['identity', ...own(IndividualDraft)],
  2: own(CorporateDraft),
} as const

/** That whoever looks the same is known to be somebody else; without it a likely duplicate is refused. */
const Confirmed = {
  isDuplicateConfirmed: z.boolean().default(false),
  /** Why, for the second person who decides where name and date of birth are equal. */
  duplicateReason: line(200).default(''),
}
export const NewIndividual = z.strictObject({ ...IndividualDraft.shape, ...Confirmed })
export const NewCorporate = z.strictObject({ ...CorporateDraft.shape, ...Confirmed })

const Flags = { isBlocked: z.boolean(), isMonitored: z.boolean(), isActive: z.boolean() }

export const CustomerRow = z.object({
  id: Id,
  version: Version,
  name: z.string(),
  originalName: z.string(),
  nationality: z.string(),
  dateOfBirth: z.string().nullable(),
  idType: z.string(),
  idNumber: z.string(),
  registrationNumber: z.string(),
  countryOfIncorporation: z.string(),
  phone: z.string(),
  email: z.string(),
  /** In one line. */
  address: z.string(),
  ...Flags,
  createdAt: Instant,
})
export type CustomerRow = z.output<typeof CustomerRow>

export const Customer = z.object({
  ...storedShape(IndividualDraft),
  ...storedShape(CorporateDraft),
  id: Id,
  version: Version,
  customerType: z.number(),
  avatarFileId: Id.nullable(),
  ...Flags,
  /** Null for whoever may not know. */
  isSuspicious: z.boolean().nullable(),
  flags: z.array(FlagEpisode),
  /** Codes of required information fields that are empty. */
  missing: z.array(z.string()),
  mergedInto: Choice.nullable(),
  createdAt: Instant,
  can: z.array(z.enum(flagActNames)),
})
export type Customer = z.output<typeof Customer>

export const Duplicate = z.object({ ...CustomerRow.shape, reasons: z.array(z.enum(duplicateReasons)) })
export type Duplicate = z.output<typeof Duplicate>

const Likeness = z.strictObject({
  /** The customer itself, while it is changed. */
  exceptId: Id.optional(),
  name: line(200).default(''),
  dateOfBirth: OptionalDate,
  phone: line(20).default(''),
  idType: line(20).default(''),
  idNumber: line(40).default(''),
  idIssuingCountry: line(2).default(''),
  registrationNumber: line(40).default(''),
  countryOfIncorporation: line(2).default(''),
})
export type Likeness = z.output<typeof Likeness>

const CreditDraft = z.strictObject({
  /** In local currency; null: no credit. */
  creditLimit: DecimalString.refine((amount) => !amount.startsWith('-'))
    .nullable()
    .default(null),
  creditDays: z.int().min(0).max(365).nullable().default(null),
  creditNote: lines(500).default(''),
})
const Credit = z.object({ ...storedShape(CreditDraft), id: Id, version: Version })
export { CreditDraft }

/** One deal of a customer; there are none until deals are made. */
const HistoryRow = z.object({
  id: Id,
  number: z.string(),
  at: Instant,
  amount: z.string(),
  state: z.string(),
})
export type HistoryRow = z.output<typeof HistoryRow>

const view = 'view_customers_information'
const permission = 'manage_customers_information'
const suspicion = 'manage_customer_suspicion'

export const avatarRule = { maxBytes: 5_242_880, types: ['image/png', 'image/jpeg', 'image/webp'] } as const
/** A multipart field is text. */
export const VersionedForm = z.strictObject({ id: Id, version: z.coerce.number().pipe(Version) })

/** The calls that individuals and corporates have in common, below their own path. */
const callsOf = <D extends z.ZodObject, C extends Columns>(path: string, draft: D, columns: C) => ({
  ...searchesOf(path, columns),
  create: write({ path: `${path}/create`, kind: 'CREATE', permission, input: draft, output: Customer }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission,
    input: updateOf(draft),
    output: Customer,
  }),
  ...avatarsOf(path),
  ...flagsOf(path),
  ...creditOf(path),
  listForTransactionHistory: read({
    path: `${path}/listForTransactionHistory`,
    method: 'POST',
    permission: view,
    input: z.strictObject({ customerId: Id, ...listQuery({ number: 'String' }).shape }),
    output: pageOf(HistoryRow),
  }),
  print: write({ path: `${path}/print`, kind: 'PRINT', permission, input: ById, output: Customer }),
})

function searchesOf<C extends Columns>(path: string, columns: C) {
  const list = (name: string, code: typeof view | 'view_customer_suspicion') =>
    read({
      path: `${path}/${name}`,
      method: 'POST',
      permission: code,
      input: listQuery(columns),
      output: pageOf(CustomerRow),
      columns,
    })
  const byText = (name: string) =>
    read({
      path: `${path}/${name}`,
      permission: view,
      input: z.strictObject({ text: line(200) }),
      output: z.array(CustomerRow),
    })
  return {
    list: list('list', view),
    listSuspicious: list('listSuspicious', 'view_customer_suspicion'),
    getById: read({ path: `${path}/getById`, permission: view, input: ById, output: Customer }),
    getByDocument: read({
      path: `${path}/getByDocument`,
      permission: view,
      input: z.strictObject({
        idType: requiredLine(20),
        idNumber: requiredLine(40),
        idIssuingCountry: line(2).default(''),
      }),
      output: z.array(CustomerRow),
    }),
    queryByText: byText('query-by-text'),
    /** Whoever has every word of the text in an address; the specification's address search by keyword. */
    queryByAddress: byText('query-by-address'),
    findDuplicates: read({
      path: `${path}/findDuplicates`,
      method: 'POST',
      permission: view,
      input: Likeness,
      output: z.array(Duplicate),
    }),
  }
}

const avatarsOf = (path: string) => ({
  uploadAvatar: write({
    path: `${path}/uploadAvatar`,
    kind: 'UPDATE',
    permission,
    input: VersionedForm,
    upload: avatarRule,
    output: Customer,
  }),
  removeAvatar: write({
    path: `${path}/removeAvatar`,
    kind: 'UPDATE',
    permission,
    input: Versioned,
    output: Customer,
  }),
  avatar: read({
    path: `${path}/avatar`,
    permission: view,
    input: ById,
    output: z.unknown(),
    download: true,
  }),
})

function flagsOf(path: string) {
  const act = (name: string, code: typeof permission | typeof suspicion = permission) =>
    write({ path: `${path}/${name}`, kind: 'UPDATE', permission: code, input: Explained, output: Customer })
  return {
    block: act('block'),
    unblock: act('unblock'),
    monitor: act('monitor'),
    unmonitor: act('unmonitor'),
    activate: act('activate'),
    deactivate: act('deactivate'),
    suspicious: act('suspicious', suspicion),
    unsuspicious: act('unsuspicious', suspicion),
  }
}

const creditOf = (path: string) => ({
  getCreditInfo: read({
    path: `${path}/getCreditInfo`,
    permission: 'view_customer_credit',
    input: ById,
    output: Credit,
  }),
  ...controls({
    updateCreditInfo: write({
      path: `${path}/updateCreditInfo`,
      kind: 'UPDATE',
      permission: 'manage_customer_credit',
      input: updateOf(CreditDraft),
      output: Credit,
    }),
  }),
})

const flagColumns = {
  /** Names, numbers of papers and telephone at once. */
  search: 'String',
  /** The words of every address. */
  address: 'String',
  isBlocked: 'Boolean',
  isMonitored: 'Boolean',
  isActive: 'Boolean',
  createdAt: 'Date',
} as const

export const individuals = {
  ...callsOf('/poscustomer/customerindividual', NewIndividual, {
    name: 'String',
    idNumber: 'String',
    nationality: 'select',
    dateOfBirth: 'Date',
    phone: 'String',
    ...flagColumns,
  }),
  /** Name and number are enough: the number tells birth, gender and place. */
  createFromMyKad: write({
    path: '/poscustomer/customerindividual/createFromMyKad',
    kind: 'CREATE',
    permission,
    input: z.strictObject({
      name: requiredLine(200),
      idNumber: requiredLine(20),
      address: lines(500).default(''),
      phone: Phone.default(''),
      ...Confirmed,
    }),
    output: Customer,
  }),
}

export const corporates = callsOf('/poscustomer/customercorporate', NewCorporate, {
  name: 'String',
  registrationNumber: 'String',
  countryOfIncorporation: 'select',
  phone: 'String',
  /** Those with a licence of their own, such as money changers who trade wholesale. */
  isLicensed: 'Boolean',
  ...flagColumns,
})
