import * as z from 'zod'
import { controls, read, reserveForCompany, write } from '#kit/contract/endpoint.contract.ts'
import { Instant, lines, requiredLine } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { weakRules } from './settings.domain.ts'

/** A share from 0 to 1 within limits, as a decimal string. */
const share = (least: number, most: number) =>
  z
    .string()
    .regex(/^[01](\.\d{1,4})?$/)
    .refine((text) => Number(text) >= least && Number(text) <= most)

const Reason = lines(500).min(1)
const Lists = z.array(z.string().regex(/^[a-z0-9_-]{1,60}$/)).max(200)

/** Against which lists each kind of screening is, and how old they may be. */
export const KycSettingsDraft = z.strictObject({
  onboarding: Lists,
  monitoring: Lists,
  manual: Lists,
  allowedDays: z.int().min(1).max(14),
  reason: Reason,
})
export type KycSettingsDraft = z.output<typeof KycSettingsDraft>

/** From which score an entry is a hit, and what each fact does to a score. */
export const RiskSettingsDraft = z.strictObject({
  threshold: share(0.5, 0.95),
  weakRule: z.enum(weakRules),
  weakThreshold: share(0.5, 1),
  birthDate: share(0, 0.5),
  birthYear: share(0, 0.5),
  country: share(0, 0.5),
  gender: share(0, 0.5),
  document: share(0, 0.5),
  agree: share(0, 0.5),
  reason: Reason,
})
export type RiskSettingsDraft = z.output<typeof RiskSettingsDraft>

const { reason: _, ...kycShape } = storedShape(KycSettingsDraft)
const { reason: __, ...riskShape } = storedShape(RiskSettingsDraft)

const made = {
  /** 0 is what holds before anything was set. */
  number: z.int(),
  reason: z.string(),
  author: z.string(),
  createdAt: Instant,
}
const latest = { latest: z.int().min(0) }

export const KycSettings = z.object({
  ...kycShape,
  ...latest,
  /** Every list that there is to choose. */
  lists: z.array(z.string()),
  versions: z.array(z.object({ ...kycShape, ...made })),
})
export type KycSettings = z.output<typeof KycSettings>

export const RiskSettings = z.object({
  ...riskShape,
  ...latest,
  versions: z.array(z.object({ ...riskShape, ...made })),
})
export type RiskSettings = z.output<typeof RiskSettings>

const { reason: ___, ...triedShape } = RiskSettingsDraft.shape
const Found = z.object({ hits: z.int(), entryName: z.string(), score: z.number().nullable() })
const Tried = z.object({ name: z.string(), before: Found, after: Found })
export type Tried = z.output<typeof Tried>

const [kyc, risk] = ['/poscompliance/kycscreeningsetting', '/poscompliance/risksetting']

/** Both are parts of one row of settings, whose versions are counted together: `latest` is the one that the caller saw. */
export const screeningSettings = reserveForCompany(
  controls({
    getKyc: read({ path: `${kyc}/get`, permission: 'view_kyc_screening_settings', output: KycSettings }),
    updateKyc: write({
      path: `${kyc}/update`,
      kind: 'UPDATE',
      permission: 'manage_kyc_screening_settings',
      input: z.strictObject({ ...KycSettingsDraft.shape, ...latest }),
      output: KycSettings,
    }),
    getRisk: read({ path: `${risk}/get`, permission: 'view_screening_settings', output: RiskSettings }),
    updateRisk: write({
      path: `${risk}/update`,
      kind: 'UPDATE',
      permission: 'manage_screening_settings',
      input: z.strictObject({ ...RiskSettingsDraft.shape, ...latest }),
      output: RiskSettings,
    }),
  }),
)

export const screeningPreview = {
  /** What a few names find by the settings that hold, and what they would find by these; nothing of it is kept. */
  tryRisk: read({
    path: `${risk}/try`,
    method: 'POST',
    permission: 'view_screening_settings',
    input: z.strictObject({ ...triedShape, names: z.array(requiredLine(200)).min(1).max(10) }),
    output: z.array(Tried),
  }),
}
