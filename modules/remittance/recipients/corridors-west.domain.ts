import type { PayoutRules } from './fields.domain.ts'
import { field, ifPartnerAsks, payout } from './shipped.domain.ts'

const airwallex = 'airwallex.com/docs/payouts'
const currencycloud = 'support.currencycloud.com'

/** Recipients in Australia and the United Kingdom; as read on 25 November 2026. */
export const others: readonly PayoutRules[] = [
  payout(['AU', 'AUD', 'bank'], { maximum: '1000000', nameLength: 200 }, [
    field('bankCode', ['.+', '062-417'], airwallex, { check: 'bsb' }),
    field('account', ['\\d{4,9}', '10456789'], airwallex, { wide: '\\d{3}' }),
    field('address', ['.{1,255}', '5 King Street'], currencycloud, ifPartnerAsks),
    field('postcode', ['\\d{1,4}', '2000'], currencycloud, ifPartnerAsks),
  ]),
  payout(['GB', 'GBP', 'bank'], { maximum: '1000000', nameLength: 40 }, [
    field('bankCode', ['.+', '20-09-15'], airwallex, { check: 'ukAccount', pair: 'account' }),
    field('account', ['\\d{8}', '52631533'], 'docs.nium.com'),
  ]),
]
