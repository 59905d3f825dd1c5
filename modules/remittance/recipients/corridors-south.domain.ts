import type { PayoutRules } from './fields.domain.ts'
import {
  bankName,
  bic,
  field,
  ifPartnerAsks,
  mobile,
  paper,
  payout,
  unconfirmed,
  wallet,
} from './shipped.domain.ts'

const hub = 'tranglo.com/developer/tranglo-connect'
const dlocal = 'docs.dlocal.com'
const airwallex = 'airwallex.com/docs/payouts'
const worldpay = 'developer.worldpay.com, account payouts, APAC'

/** Recipients in South Asia; as read on 25 November 2026. */
export const southAsia: readonly PayoutRules[] = [
  payout(['BD', 'BDT', 'bank'], { minimum: '50', maximum: '200000', nameLength: 200, personsOnly: true }, [
    field('account', ['[A-Z0-9]{13,17}', '1234567890123'], airwallex, { wide: '[A-Z0-9]{1,50}' }),
    field('bankCode', ['\\d{9}', '060470704'], 'bd-bank-routing 0.1.2', { check: 'bdRouting', pair: 'bank' }),
    field('bank', ['.{2,140}', 'BRAC Bank PLC'], 'bd-bank-routing 0.1.2'),
    mobile('01712-345678', dlocal),
    field('address', ['.{2,140}', '12 Lake Road'], dlocal),
    field('city', ['.{2,60}', 'Dhaka'], dlocal),
    field('nationalId', ['\\d{17}', '19901234567890123'], dlocal, {
      ...ifPartnerAsks,
      ...unconfirmed,
      wide: '\\d{10}|\\d{13}',
    }),
  ]),
  payout(['BD', 'BDT', 'wallet'], { minimum: '50', maximum: '250000', personsOnly: true }, [
    wallet('01712-345678', worldpay),
  ]),
  payout(['BD', 'BDT', 'pickup'], {}, [mobile('01712-345678', hub, unconfirmed), paper(hub)]),

  payout(['NP', 'NPR', 'bank'], { minimum: '100', maximum: '1000000', nameLength: 35 }, [
    field('account', ['\\d{9,20}', '012345678901'], 'monzo.com/help', { wide: '[A-Z0-9]{1,20}' }),
    bankName(worldpay),
    bic(worldpay, 'NARBNPKA'),
  ]),
  payout(['NP', 'NPR', 'wallet'], { maximum: '200000' }, [
    wallet('9841234567', 'paywellcorp.com', unconfirmed),
  ]),
  payout(['NP', 'NPR', 'pickup'], {}, [
    mobile('9841234567', hub),
    field('nationalId', ['.{4,30}', '12-34-56-78901'], 'nepalbank.com.np', ifPartnerAsks),
  ]),

  payout(['IN', 'INR', 'bank'], { maximum: '500000' }, [
    field('account', ['\\d{5,20}', '50100123456789'], 'wise.com/help/articles/2932151', {
      wide: '\\d{1,20}',
    }),
    field('bankCode', ['.+', 'SBIN0008643'], worldpay, { check: 'ifsc' }),
  ]),
  payout(['IN', 'INR', 'wallet'], { maximum: '200000' }, [
    field('account', ['[\\w.-]{2,64}@[a-z][a-z0-9]{1,30}', 'name@bank'], 'wise.com/help/articles/2932151'),
  ]),
  payout(['IN', 'INR', 'pickup'], {}, [mobile('098765 43210', hub), paper(hub)]),

  payout(['PK', 'PKR', 'bank'], { maximum: '5000000', nameLength: 35, personsOnly: true }, [
    field('account', ['.+', 'PK24HABB0578308627149709'], airwallex, { check: 'iban', pair: 'bank' }),
    bankName(worldpay),
    field('nationalId', ['\\d{13}', '4210112345671'], dlocal, ifPartnerAsks),
  ]),
  payout(['PK', 'PKR', 'wallet'], {}, [
    wallet('0300 1234567', 's.apifox.cn, payout API'),
    field('nationalId', ['\\d{13}', '4210112345671'], dlocal, ifPartnerAsks),
  ]),
  payout(['PK', 'PKR', 'pickup'], {}, [
    mobile('0300 1234567', hub, unconfirmed),
    field('nationalId', ['\\d{13}', '4210112345671'], dlocal, unconfirmed),
  ]),

  payout(['LK', 'LKR', 'bank'], { maximum: '980000', nameLength: 35 }, [
    field('account', ['\\d{6,15}', '123456789012'], 'monzo.com/help', { wide: '[A-Z0-9]{5,50}' }),
    field('bankCode', ['\\d{4}', '7010'], worldpay),
    field('branchCode', ['\\d{3}', '001'], worldpay),
    field('nationalId', ['\\d{9}[VX]|\\d{12}', '199012345678'], dlocal, ifPartnerAsks),
  ]),
  payout(['LK', 'LKR', 'wallet'], {}, [wallet('077 123 4567', hub, unconfirmed)]),
  payout(['LK', 'LKR', 'pickup'], { maximum: '500000' }, [
    mobile('077 123 4567', hub),
    field('nationalId', ['\\d{9}[VX]|\\d{12}', '199012345678'], dlocal),
  ]),
]
