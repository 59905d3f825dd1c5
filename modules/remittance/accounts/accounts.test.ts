import { describe, expect, test } from 'vitest'
import { accountKinds, checkAccount, type AccountKind } from './accounts.domain.ts'
import { accountLists } from './lists.server.ts'

/** Country, as typed, account or bank beside it, what becomes of it, and as what it is kept. */
type Row = readonly [string, string, string, string, string]

const rules: Record<AccountKind, { rule: string; rows: readonly Row[] }> = {
  iban: {
    rule: 'an IBAN is cleaned, then its letters, its country, its check digits and a British account inside are looked at',
    rows: [
      ['PK', 'PK24HABB0578308627149709', '', 'accept', 'PK24HABB0578308627149709'],
      ['PK', 'PK47MEZN4009492913465355', '', 'accept', 'PK47MEZN4009492913465355'],
      ['SA', 'SA9780002151485466133567', '', 'accept', 'SA9780002151485466133567'],
      ['GB', 'GB30BARC20091552631533', '', 'accept', 'GB30BARC20091552631533'],
      ['PK', 'PK47 MEZN 4009 4929 1346 5355', '', 'accept', 'PK47MEZN4009492913465355'],
      ['PK', 'pk24habb0578308627149709', '', 'accept', 'PK24HABB0578308627149709'],
      ['GB', ' GB30 BARC 2009 1552 6315 33\u00a0', '', 'accept', 'GB30BARC20091552631533'],
      ['PK', 'PK24HABB0587308627149709', '', 'refuse', ''],
      ['PK', 'PK47MEZN400949291346535', '', 'refuse', ''],
      ['PK', 'PK47MEZN40094929134653550', '', 'refuse', ''],
      ['PK', 'PK8512AB0009778100434959', '', 'refuse', ''],
      ['AE', 'AE57A335510376238956866', '', 'refuse', ''],
      ['PK', 'PK98HABB1442869242834765', '', 'accept', 'PK98HABB1442869242834765'],
      ['GB', 'GB00HBUK40053014672817', '', 'refuse', ''],
      ['SA', 'SA0280646902015760260216', '', 'accept', 'SA0280646902015760260216'],
      ['GB', 'GB22BARC20091525631533', '', 'refuse', ''],
      ['ID', 'ID24HABB0578308627149709', '', 'refuse', ''],
      ['PK', 'PK24HABBO578308627149709', '', 'refuse', ''],
    ],
  },
  aba: {
    rule: 'a routing number of the United States has nine digits, a known beginning and a check digit',
    rows: [
      ['US', '025177989', '', 'accept', '025177989'],
      ['US', '129166100', '', 'accept', '129166100'],
      ['US', '310501985', '', 'accept', '310501985'],
      ['US', '265767586', '', 'accept', '265767586'],
      ['US', '25177989', '', 'refuse', ''],
      ['US', '265767581', '', 'refuse', ''],
      ['US', '990286358', '', 'refuse', ''],
    ],
  },
  clabe: {
    rule: 'a CLABE has 18 digits and a check digit; an unknown bank is a doubt',
    rows: [
      ['MX', '012180175187220070', '', 'accept', '012180175187220070'],
      ['MX', '646180014447579354', '', 'accept', '646180014447579354'],
      ['MX', '2180886921023952', '', 'refuse', ''],
      ['MX', '012180715187220070', '', 'refuse', ''],
      ['MX', '646180014447579355', '', 'refuse', ''],
      ['MX', '999180333472513797', '', 'warn', '999180333472513797'],
    ],
  },
  bsb: {
    rule: 'a BSB has six digits and no check digit',
    rows: [
      ['AU', '062-417', '', 'accept', '062-417'],
      ['AU', '733 208', '', 'accept', '733-208'],
      ['AU', '013999', '', 'accept', '013-999'],
      ['AU', '62417', '', 'refuse', ''],
      ['AU', '0624170', '', 'refuse', ''],
      ['AU', '06A417', '', 'refuse', ''],
    ],
  },
  bsbAccount: {
    rule: 'an Australian account is never filled up with zeros',
    rows: [
      ['AU', '062-417', '10456789', 'accept', '062417 10456789'],
      ['AU', '013-999', '40021', 'accept', '013999 40021'],
      ['AU', '733-208', '004512', 'accept', '733208 004512'],
      ['AU', '062-417', '1045678901', 'refuse', ''],
    ],
  },
  cnaps: {
    rule: 'a CNAPS code passes MOD 11,10',
    rows: [
      ['CN', '102290086568', '', 'accept', '102290086568'],
      ['CN', '308584088172', '', 'accept', '308584088172'],
      ['CN', '403100027371', '', 'accept', '403100027371'],
      ['CN', '102290806568', '', 'refuse', ''],
      ['CN', '105584023140', '', 'refuse', ''],
    ],
  },
  unionPay: {
    rule: 'a UnionPay card passes Luhn',
    rows: [
      ['CN', '6222027999426082398', '', 'accept', '6222027999426082398'],
      ['CN', '6217 0087 6720 1651 049', '', 'accept', '6217008767201651049'],
      ['CN', '6225886802370971', '', 'accept', '6225886802370971'],
      ['CN', '6217008767201650000', '', 'refuse', ''],
    ],
  },
  bdRouting: {
    rule: 'a routing number of Bangladesh agrees with its bank; a published one whose digit is odd is a doubt',
    rows: [
      ['BD', '060470704', 'BRAC BANK PLC', 'accept', '060470704'],
      ['BD', '225881875', 'CITY BANK PLC', 'accept', '225881875'],
      ['BD', '200470764', 'SONALI BANK PLC', 'accept', '200470764'],
      ['BD', '225881875', 'CITIBANK N.A.', 'refuse', ''],
      ['BD', '060740704', '', 'refuse', ''],
      ['BD', '090671129', '', 'refuse', ''],
      ['BD', '60470704', '', 'refuse', ''],
      ['BD', '125474199', 'ISLAMI BANK BANGLADESH PLC', 'warn', '125474199'],
    ],
  },
  mobile: {
    rule: 'a wallet is a mobile number of its country, however it is typed',
    rows: [
      ['BD', '01712-345 678', '', 'accept', '+8801712345678'],
      ['BD', '+8801812345678', '', 'accept', '+8801812345678'],
      ['PH', '0917 123 4567', '', 'accept', '+639171234567'],
      ['PH', '9171234567', '', 'accept', '+639171234567'],
      ['ID', '0812-3456-7890', '', 'accept', '+6281234567890'],
      ['PK', '03001234567', '', 'accept', '+923001234567'],
      ['PK', '3451234567', '', 'accept', '+923451234567'],
      ['MM', '09 250 123 456', '', 'accept', '+959250123456'],
      ['MM', '09 5123 456', '', 'accept', '+9595123456'],
      ['NP', '9841234567', '', 'accept', '+9779841234567'],
      ['KH', '012 345 678', '', 'accept', '+85512345678'],
      ['KH', '097 123 4567', '', 'accept', '+855971234567'],
      ['VN', '091 234 56 78', '', 'accept', '+84912345678'],
      ['TH', '081 234 5678', '', 'accept', '+66812345678'],
      ['LK', '077 123 4567', '', 'accept', '+94771234567'],
      ['MY', '012-345 6789', '', 'accept', '+60123456789'],
      ['MY', '011-1234 5678', '', 'accept', '+601112345678'],
      ['BD', '02 9551234', '', 'refuse', ''],
      ['BD', '+880 0171 234 5678 9', '', 'refuse', ''],
      ['PH', '0917 123 456', '', 'refuse', ''],
      ['PH', '(02) 8123 4567', '', 'refuse', ''],
      ['PK', '0300 123456', '', 'refuse', ''],
      ['PK', '042 35712345', '', 'refuse', ''],
      ['MM', '01 234567', '', 'refuse', ''],
      ['NP', '01 4123456', '', 'refuse', ''],
      ['VN', '0168 123 4567', '', 'refuse', ''],
      ['KH', '023 223 456', '', 'refuse', ''],
      ['LK', '011 234 5678', '', 'refuse', ''],
      ['ID', '+62 0812 3456 7890', '', 'accept', '+6281234567890'],
      ['PH', '0063 917 123 4567', '', 'accept', '+639171234567'],
      ['BD', '88001712345678', '', 'accept', '+8801712345678'],
    ],
  },
  ifsc: {
    rule: 'an IFSC has a zero in its fifth place; a branch that is not listed is a doubt',
    rows: [
      ['IN', 'SBIN0008643', '', 'accept', 'SBIN0008643'],
      ['IN', 'BARB0ILTHAN', '', 'accept', 'BARB0ILTHAN'],
      ['IN', 'IDIB000K066', '', 'accept', 'IDIB000K066'],
      ['IN', 'IDIB000B877', '', 'accept', 'IDIB000B877'],
      ['IN', 'CNRB0PE7200', '', 'accept', 'CNRB0PE7200'],
      ['IN', ' cnrb0009917 ', '', 'accept', 'CNRB0009917'],
      ['IN', 'SBINO008643', '', 'refuse', ''],
      ['IN', 'SBIN000864', '', 'refuse', ''],
      ['IN', 'SBIN00086433', '', 'refuse', ''],
      ['IN', 'HDFC0ZZZZZZ', '', 'warn', 'HDFC0ZZZZZZ'],
    ],
  },
  ukAccount: {
    rule: 'a British account passes every check that its sort code asks for',
    rows: [
      ['GB', '010039', '44207921', 'accept', '010039 44207921'],
      ['GB', '010039', '42407921', 'refuse', ''],
      ['GB', '040004', '28971921', 'refuse', ''],
      ['GB', '118765', '94311215', 'accept', '118765 94311215'],
      ['GB', '118765', '49311215', 'refuse', ''],
      ['GB', '300136', '70728572', 'accept', '300136 70728572'],
      ['GB', '300136', '07728572', 'refuse', ''],
      ['GB', '820017', '55637398', 'accept', '820017 55637398'],
      ['GB', '820017', '56537398', 'refuse', ''],
      ['GB', '134015', '39059005', 'accept', '134015 39059005'],
      ['GB', '134015', '93059005', 'refuse', ''],
      ['GB', '938063', '55330059', 'accept', '938063 55330059'],
      ['GB', '938063', '53530059', 'refuse', ''],
      ['GB', '200915', '58512944', 'accept', '200915 58512944'],
      ['GB', '200915', '58512494', 'refuse', ''],
      ['GB', '772798', '57623693', 'accept', '772798 57623693'],
      ['GB', '086090', '71773398', 'accept', '086090 71773398'],
      ['GB', '086090', '17773398', 'refuse', ''],
      ['GB', '871427', '60644685', 'accept', '871427 60644685'],
      ['GB', '871427', '06644685', 'refuse', ''],
      ['GB', '070116', '54604045', 'accept', '070116 54604045'],
      ['GB', '180002', '50272454', 'accept', '180002 50272454'],
      ['GB', '180002', '05272454', 'refuse', ''],
      ['GB', '991234', '62702432', 'unchecked', '991234 62702432'],
      ['GB', '404488', '34235460', 'accept', '404488 34235460'],
      ['GB', '404488', '51778595', 'refuse', ''],
      ['GB', '404488', '96942391', 'refuse', ''],
      ['GB', '957701', '19824294', 'accept', '957701 19824294'],
      ['GB', '957701', '29826440', 'refuse', ''],
      ['GB', '957701', '28865247', 'refuse', ''],
      ['GB', '983336', '27420555', 'accept', '983336 27420555'],
      ['GB', '983336', '63717444', 'refuse', ''],
      ['GB', '983336', '24175137', 'refuse', ''],
      ['GB', '040344', '16677118', 'accept', '040344 16677118'],
      ['GB', '040344', '52988407', 'refuse', ''],
      ['GB', '200915', '5263153', 'ask', '200915 05263153'],
      ['GB', '200915', '526315339', 'refuse', ''],
    ],
  },
  idBank: {
    rule: 'an Indonesian bank code keeps its zeros, agrees with its bank, and gives way to its successor',
    rows: [
      ['ID', '014', 'Bank Central Asia', 'accept', '014'],
      ['ID', '008', 'Bank Mandiri', 'accept', '008'],
      ['ID', '9', 'Bank Negara Indonesia', 'ask', '009'],
      ['ID', '14', 'Bank Central Asia', 'ask', '014'],
      ['ID', '008', 'Bank Central Asia', 'refuse', ''],
      ['ID', '427', 'BNI Syariah', 'ask', '451'],
      ['ID', '422', 'BRI Syariah', 'ask', '451'],
    ],
  },
  bic: {
    rule: 'a BIC is of the country that is paid, and of the bank that was chosen',
    rows: [
      ['ID', 'CENAIDJA', 'Bank Central Asia', 'accept', 'CENAIDJA'],
      ['ID', 'CENAIDJAXXX', 'Bank Central Asia', 'accept', 'CENAIDJAXXX'],
      ['ID', 'CENASGJA', 'Bank Central Asia', 'refuse', ''],
      ['PH', 'BNORPHMM', 'BDO Unibank', 'accept', 'BNORPHMM'],
      ['PH', 'BNORPHMMXXX', 'BDO Unibank', 'accept', 'BNORPHMMXXX'],
      ['PH', 'MBTCPHMM', 'Metrobank', 'accept', 'MBTCPHMM'],
      ['PH', 'CITIPHMXV', 'Citibank', 'refuse', ''],
      ['PH', 'BN0RPHMM', 'BDO Unibank', 'ask', 'BNORPHMM'],
      ['PH', 'BNORHMM', 'BDO Unibank', 'refuse', ''],
    ],
  },
  vnBank: {
    rule: 'a Vietnamese bank number agrees with its bank',
    rows: [
      ['VN', '970436', 'Vietcombank', 'accept', '970436'],
      ['VN', '970407', 'Techcombank', 'accept', '970407'],
      ['VN', '97043', 'Vietcombank', 'refuse', ''],
      ['VN', '970436', 'Techcombank', 'refuse', ''],
    ],
  },
}

describe('numbers of accounts', () => {
  for (const kind of accountKinds)
    test(rules[kind].rule, () => {
      for (const [country, typed, second, result, value] of rules[kind].rows) {
        const verdict = checkAccount({ kind, country, typed, second }, accountLists())
        const found = { typed, result: verdict.result, value: 'value' in verdict ? verdict.value : '' }
        expect(found).toEqual({ typed, result, value: result === 'refuse' ? '' : value })
      }
    })

  test('a bank and a number that disagree are refused with the names of both', () => {
    const asked = { kind: 'idBank', country: 'ID', typed: '008', second: 'Bank Central Asia' } as const
    expect(checkAccount(asked, accountLists())).toEqual({
      result: 'refuse',
      code: 'BANK_DIFFERS',
      data: { bank: 'Bank Mandiri', named: 'Bank Central Asia' },
    })
  })
})
