import type { Db } from '#kit/server/database.server.ts'
import { type FieldRule, fieldRules } from './information-fields/information-fields.domain.ts'
import { listChangedRules } from './information-fields/information-fields.queries.ts'

export { keep as keepConfig } from './configuration/configuration.queries.ts'
export {
  absentFeatures,
  countTolerance,
  fiscalYearStart,
  freeCancelMinutes,
  keepsFeeOfReturned,
  keepsStock,
  rateConfig,
  revaluationMethod,
  skipsTransit,
  stockPosted,
} from './configuration/configuration.server.ts'

/** What the forms of the company ask, every field of every customer type. */
export const informationRules = async (db: Db): Promise<FieldRule[]> => fieldRules(await listChangedRules(db))
