import * as z from 'zod'
import { controls, read, reserveForCompany, write } from '#kit/contract/endpoint.contract.ts'
import { Code, DateOnly, Instant, line, lines, requiredLine } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { customizableFields } from '#modules/settings/information-fields/information-fields.domain.ts'
import { packs } from '../packs/packs.domain.ts'
import { approvers } from '#modules/approvals/gates/gates.domain.ts'
import {
  evidence,
  links,
  metrics,
  reports,
  ruleDirections,
  ruleInstruments,
  services,
  tiers,
} from '../rules/rules.domain.ts'

/** Fields that a rule can ask for: those of both forms that no tier or paper stands for. */
export const askable = [...new Set([...customizableFields[1], ...customizableFields[2]])].filter(
  (field) => !(evidence as readonly string[]).includes(field),
) as [string, ...string[]]

const Amount = z.string().regex(/^\d{1,15}(\.\d{1,4})?$/)
const Reason = lines(500).default('')

/** What a company may decide about any rule; a law is only made stricter without a reason. */
export const TermsDraft = z.strictObject({
  isEnabled: z.boolean().default(true),
  operator: z.enum(['>=', '>']),
  amount: Amount,
  days: z.int().min(1).max(366).nullable().default(null),
  tier: z.enum(tiers).nullable().default(null),
  fields: z.array(z.enum(askable)).max(40).default([]),
  documents: z.array(z.enum(evidence)).max(evidence.length).default([]),
  approveRole: z.enum(approvers).nullable().default(null),
  report: z.enum(reports).nullable().default(null),
  isBlocking: z.boolean().default(false),
  waitsForAnswers: z.boolean().default(false),
  /** From which day on; today without it. Never a day that is over. */
  effectiveFrom: DateOnly.nullable().default(null),
  reason: Reason,
})
export type TermsDraft = z.output<typeof TermsDraft>

/** A rule of the company's own: its nature does not change afterwards. */
export const OwnRuleDraft = z.strictObject({
  code: Code,
  name: requiredLine(120),
  service: z.enum(services),
  direction: z.enum(ruleDirections),
  instrument: z.enum(ruleInstruments),
  metric: z.enum(metrics),
  /** Needed unless deals are counted. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .default(null),
  linkBy: z.array(z.enum(links)).min(1).max(links.length),
  ...TermsDraft.shape,
})
export type OwnRuleDraft = z.output<typeof OwnRuleDraft>

const { effectiveFrom: _, reason: __, ...termsShape } = storedShape(TermsDraft)
const { reason: ___, ...natureShape } = storedShape(OwnRuleDraft)

const Law = z.object({ ...termsShape, version: z.int(), effectiveFrom: z.string() })

/** A rule as the company has it, switched off ones too. */
export const Rule = z.object({
  ...natureShape,
  ...termsShape,
  name: line(120),
  pack: z.string().nullable(),
  version: z.int(),
  revision: z.int(),
  effectiveFrom: z.string(),
  /** The last revision that was made; above `revision` while that one waits for its day. */
  latest: z.int(),
  source: z.string(),
  sourceUrl: z.string(),
  evidence: z.enum(['primary', 'secondary']).nullable(),
  lastCheckedAt: z.string().nullable(),
  /** The law's own terms, for a rule of a pack. */
  law: Law.nullable(),
  /** How it stands to the law. */
  standing: z.enum(['asLaw', 'stricter', 'looser', 'own']),
  looserIn: z.array(z.string()),
})
export type Rule = z.output<typeof Rule>

const Revision = z.object({
  ...termsShape,
  revision: z.int(),
  effectiveFrom: z.string(),
  reason: z.string(),
  author: z.string(),
  createdAt: Instant,
})
export const RuleDetail = z.object({ ...Rule.shape, revisions: z.array(Revision) })
export type RuleDetail = z.output<typeof RuleDetail>

const Switch = z.object({ isEnabled: z.boolean(), reason: z.string(), author: z.string(), at: Instant })
export const PackRow = z.object({
  pack: z.enum(packs),
  isEnabled: z.boolean(),
  /** Whether it is the one of the company's country. */
  isUsual: z.boolean(),
  /** Currencies of its thresholds that have no rate: its rules then hold every deal. */
  unpriced: z.array(z.string()),
  switches: z.array(Switch),
})
export type PackRow = z.output<typeof PackRow>

const ByCode = z.strictObject({ code: line(40) })
const path = '/poscompliance/cdd'
const [view, permission] = ['view_cdd_settings', 'manage_cdd_settings'] as const
const SwitchDraft = z.strictObject({ pack: z.enum(packs), reason: Reason })

export const cdd = reserveForCompany(
  controls({
    /** Every rule of the packs that are switched on, and of the company. */
    list: read({ path: `${path}/list`, permission: view, output: z.array(Rule) }),
    getById: read({ path: `${path}/getById`, permission: view, input: ByCode, output: RuleDetail }),
    create: write({
      path: `${path}/create`,
      kind: 'CREATE',
      permission,
      input: OwnRuleDraft,
      output: RuleDetail,
    }),
    /** Makes a further revision; `latest` is the one that the caller saw. */
    update: write({
      path: `${path}/update`,
      kind: 'UPDATE',
      permission,
      input: z.strictObject({ ...ByCode.shape, latest: z.int().min(0), ...TermsDraft.shape }),
      output: RuleDetail,
    }),
    packs: read({ path: `${path}/packs`, permission: view, output: z.array(PackRow) }),
    enable: write({
      path: `${path}/enable`,
      kind: 'UPDATE',
      permission,
      input: SwitchDraft,
      output: z.array(PackRow),
    }),
    disable: write({
      path: `${path}/disable`,
      kind: 'UPDATE',
      permission,
      input: SwitchDraft,
      output: z.array(PackRow),
    }),
  }),
)
