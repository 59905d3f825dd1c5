import * as z from 'zod'
import { updateOf } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { ById, Done, Id, Instant, line, Version, Versioned } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { Customer, NewIndividual, OptionalDate } from '../profiles/profiles.contract.ts'
import { stakeholderRoles } from './stakeholders.domain.ts'

/** Percent of a company: more than nothing, at most all of it. */
const Share = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/)
  .refine((share) => Number(share) > 0 && Number(share) <= 100, 'share')

export const StakeholderDraft = z.strictObject({
  role: z.enum(stakeholderRoles),
  /** Of an owner. */
  share: Share.nullable().default(null),
  position: line(120).default(''),
  authorityScope: line(200).default(''),
  authorityExpiry: OptionalDate,
})
export const NewStakeholder = z.strictObject({ holderId: Id, ...StakeholderDraft.shape })

/** A person who is registered and joined to a company at once, as one form. */
export const RelatedDraft = z.strictObject({ ...StakeholderDraft.shape, ...NewIndividual.shape })

/** A share belongs to an owner, and to no one else. */
export const isSoundShare = ({ role, share }: { role: string; share: string | null }): boolean =>
  (role === 'OWNER') === (share !== null)

const Stakeholder = z.object({
  ...storedShape(StakeholderDraft),
  id: Id,
  version: Version,
  corporateId: Id,
  corporateName: z.string(),
  holderId: Id,
  holderName: z.string(),
  holderType: z.number(),
  createdAt: Instant,
})
export type Stakeholder = z.output<typeof Stakeholder>

/** A company with whoever stands behind it, to the persons at the ends of all chains. */
const Ownership = z.object({
  stakeholders: z.array(Stakeholder),
  people: z.array(
    z.object({
      id: Id,
      name: z.string(),
      customerType: z.number(),
      /** Percent held directly and through others; null for the company itself. */
      effective: z.string().nullable(),
    }),
  ),
  shares: z.array(z.object({ corporateId: Id, holderId: Id, share: z.string() })),
})
export type Ownership = z.output<typeof Ownership>

const columns = {
  holderName: 'String',
  corporateName: 'String',
  role: 'select',
  createdAt: 'Date',
} as const satisfies Columns
const corporate = '/poscustomer/customercorporate'
const view = 'view_customers_information'
const permission = 'manage_customers_information'

export const stakeholders = {
  /** Everybody who stands behind any company. */
  list: read({
    path: `${corporate}/listStakeholders`,
    method: 'POST',
    permission: view,
    input: listQuery(columns),
    output: pageOf(Stakeholder),
    columns,
  }),
  ofCorporate: read({ path: `${corporate}/stakeholders`, permission: view, input: ById, output: Ownership }),
  ofIndividual: read({
    path: '/poscustomer/customerindividual/stakeholders',
    permission: view,
    input: ById,
    output: z.array(Stakeholder),
  }),
  create: write({
    path: `${corporate}/addStakeholder`,
    kind: 'CREATE',
    permission,
    input: z.strictObject({ corporateId: Id, ...NewStakeholder.shape }),
    output: Stakeholder,
  }),
  update: write({
    path: `${corporate}/updateStakeholder`,
    kind: 'UPDATE',
    permission,
    input: updateOf(StakeholderDraft),
    output: Stakeholder,
  }),
  delete: write({
    path: `${corporate}/removeStakeholder`,
    kind: 'UPDATE',
    permission,
    input: Versioned,
    output: Done,
  }),
  getById: read({ path: `${corporate}/getStakeholder`, permission: view, input: ById, output: Stakeholder }),
  /** A new person who stands behind the company, registered and joined to it at once. */
  createRelatedIndividual: write({
    path: `${corporate}/createRelatedIndividual`,
    kind: 'CREATE',
    permission,
    input: z.strictObject({ corporateId: Id, person: NewIndividual, stake: StakeholderDraft }),
    output: Stakeholder,
  }),
  /** The person behind one stake, in full. */
  getRelatedIndividual: read({
    path: `${corporate}/getRelatedIndividual`,
    permission: view,
    input: ById,
    output: Customer,
  }),
}
