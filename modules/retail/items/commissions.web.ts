import { percent } from '#kit/web/format.web.ts'
import type { Commission } from './items.domain.ts'

/** Commissions as people write them, one on a line. */
export const commissionsText = (commissions: readonly Commission[]): string =>
  commissions.map(({ validFrom, rate }) => `${validFrom} = ${percent(rate)}`).join('\n')
