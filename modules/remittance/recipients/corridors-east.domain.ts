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
const currencycloud = 'support.currencycloud.com'
const pid = '[A-Z0-9]{4,20}'

/** Recipients in Southeast and East Asia; as read on 25 November 2026. */
export const eastAsia: readonly PayoutRules[] = [
  payout(['ID', 'IDR', 'bank'], { decimals: 0, maximum: '250000000' }, [
    field('account', ['\\d{5,16}', '1234567890'], worldpay, { wide: '\\d{1,35}' }),
    field('bankCode', ['.+', '014'], worldpay, { check: 'idBank', pair: 'bank' }),
    bankName(worldpay),
    field('branchCode', ['\\d{4}', '0010'], worldpay, { need: 'no' }),
    field('address', ['.{1,255}', 'Jalan Melati 3'], currencycloud, ifPartnerAsks),
    field('city', ['.{1,255}', 'Surabaya'], currencycloud, ifPartnerAsks),
  ]),
  payout(['ID', 'IDR', 'wallet'], { decimals: 0, minimum: '10000', maximum: '20000000' }, [
    wallet('0812-3456-7890', worldpay),
  ]),
  payout(['ID', 'IDR', 'pickup'], { decimals: 0 }, [mobile('0812-3456-7890', hub, unconfirmed), paper(hub)]),

  payout(['PH', 'PHP', 'bank'], { maximum: '50000' }, [
    field('account', ['\\d{8,16}', '001234567890'], airwallex, { wide: '\\d{1,17}' }),
    bic(airwallex, 'BNORPHMM'),
    bankName(airwallex),
    mobile('0917 123 4567', dlocal),
    field('accountType', ['savings|checking', 'savings'], dlocal),
    field('address', ['.{1,255}', '8 Rizal Street'], 'docs.xendit.co', ifPartnerAsks),
    field('nationalId', ['\\d{12}', '123456789012'], dlocal, ifPartnerAsks),
  ]),
  payout(['PH', 'PHP', 'wallet'], { minimum: '1', maximum: '500000' }, [wallet('0917 123 4567', worldpay)]),
  payout(['PH', 'PHP', 'pickup'], { minimum: '100', maximum: '10000' }, [mobile('0917 123 4567', hub)]),

  payout(
    ['VN', 'VND', 'bank'],
    { decimals: 0, minimum: '300', maximum: '9999999', nameLength: 70, personsOnly: true },
    [
      field('account', ['[A-Z0-9]{1,17}', '0071001234567'], worldpay, { wide: '[A-Z0-9]{1,30}' }),
      field('bankCode', ['.+', '970436'], 'vietnam-qr-pay 1.5.1', { check: 'vnBank', pair: 'bank' }),
      bankName(worldpay),
    ],
  ),
  payout(['VN', 'VND', 'wallet'], { decimals: 0 }, [wallet('091 234 56 78', hub, unconfirmed)]),
  payout(['VN', 'VND', 'pickup'], { decimals: 0 }, [mobile('091 234 56 78', hub)]),

  payout(['MM', 'MMK', 'bank'], { decimals: 0 }, [
    field('account', ['[A-Z0-9]{6,30}', '1234567890123'], hub, unconfirmed),
    field('bank', ['.{2,140}', 'KBZ Bank'], hub, unconfirmed),
    field('branchCode', ['.{1,60}', 'Yangon'], hub, unconfirmed),
  ]),
  payout(['MM', 'MMK', 'wallet'], { decimals: 0, maximum: '1000000' }, [
    wallet('09 250 123 456', 'english.dvb.no (KBZ Pay)', unconfirmed),
  ]),
  payout(['MM', 'MMK', 'pickup'], { decimals: 0 }, [
    mobile('09 250 123 456', hub, unconfirmed),
    paper(hub, '\\d{1,2}/[A-Z]{3,9}\\([A-Z]\\)\\d{6}'),
  ]),

  payout(['TH', 'THB', 'bank'], { maximum: '2000000' }, [
    field('account', ['\\d{7,12}', '1234567890'], airwallex, { wide: '\\d{6,15}' }),
    bic(airwallex, 'BKKBTHBK'),
    mobile('081 234 5678', dlocal),
    field('nationalId', ['\\d{13}', '1101700230673'], dlocal, ifPartnerAsks),
  ]),
  payout(['TH', 'THB', 'wallet'], {}, [
    field('account', ['\\d{10}|\\d{13}', '0812345678'], hub, unconfirmed),
  ]),
  payout(['TH', 'THB', 'pickup'], {}, [mobile('081 234 5678', hub, unconfirmed), paper(hub)]),

  payout(['CN', 'CNY', 'bank'], { decimals: 0, maximum: '33000' }, [
    field('account', ['.+', '6222027999426082398'], 'wise.com/help/articles/2955298', { check: 'unionPay' }),
    field('nationalId', ['\\d{17}[\\dX]', '11010519491231002X'], dlocal, ifPartnerAsks),
  ]),
  payout(['CN', 'CNY', 'wallet'], { decimals: 0, minimum: '1', maximum: '50000' }, [
    field('account', ['\\+?\\d{11,13}|[^@]+@[^@]+', '13912345678'], 'wise.com/help/articles/2955298'),
    field('nationalId', ['\\d{17}[\\dX]', '11010519491231002X'], dlocal, ifPartnerAsks),
  ]),

  ...['KHR', 'USD'].flatMap((currency) => [
    payout(['KH', currency, 'bank'], {}, [
      field('account', ['[A-Z0-9]{5,15}', '001234567'], worldpay, { wide: '[A-Z0-9]{1,34}' }),
      bic(worldpay, 'ABAAKHPP'),
    ]),
    payout(['KH', currency, 'wallet'], currency === 'USD' ? { maximum: '2500' } : {}, [
      wallet('012 345 678', 'forkast.news', unconfirmed),
    ]),
    payout(['KH', currency, 'pickup'], {}, [mobile('012 345 678', hub, unconfirmed), paper(hub, pid)]),
  ]),

  payout(['MY', 'MYR', 'bank'], { maximum: '100000' }, [
    field('account', ['\\d{5,17}', '164012345678'], currencycloud, { wide: '\\d{1,20}' }),
    bic(worldpay, 'MBBEMYKL'),
    field('address', ['.{1,255}', '3 Jalan Ampang'], currencycloud, ifPartnerAsks),
  ]),
  payout(['MY', 'MYR', 'wallet'], {}, [wallet('012-345 6789', hub, unconfirmed)]),
]
