import { percent } from '#kit/web/format.web.ts'
import type { TaxVersion } from './rates.domain.ts'

/** Versions as people write them, one on a line. */
export const versionsText = (versions: readonly TaxVersion[]): string =>
  versions.map(({ validFrom, rates }) => `${validFrom} = ${rates.map(percent).join(' + ')}`).join('\n')
