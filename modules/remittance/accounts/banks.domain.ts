/** A bank as recipients name it, by the code that its country gives it. */
export type Banks = Readonly<Record<string, string>>

/** Bangladesh, the first three digits of a routing number: bd-bank-routing 0.1.2 (MIT), September 2026, those that can be paid. */
export const bangladesh: Banks = {
  '010': 'AGRANI BANK PLC',
  '015': 'AL-ARAFAH ISLAMI BANK PLC',
  '020': 'AB BANK PLC',
  '030': 'BANGLADESH COMMERCE BANK LIMITED',
  '035': 'BANGLADESH KRISHI BANK',
  '040': 'BANGLADESH SAMABAYA BANK LTD',
  '047': 'BANGLADESH DEVELOPMENT BANK PLC',
  '055': 'BASIC BANK PLC',
  '060': 'BRAC BANK PLC',
  '065': 'BANK AL-FALAH LIMITED',
  '070': 'BANK ASIA PLC',
  '075': 'CITIBANK N.A',
  '080': 'COMMERCIAL BANK OF CEYLON LIMITED',
  '085': 'DHAKA BANK PLC',
  '090': 'DUTCH-BANGLA BANK PLC',
  '095': 'EASTERN BANK PLC',
  '100': 'EXPORT IMPORT BANK OF BANGLADESH PLC',
  '105': 'FIRST SECURITY ISLAMI BANK PLC',
  '110': 'HABIB BANK LTD.',
  '115': 'THE HONG KONG AND SHANGHAI BANKING CORPORATION LTD.',
  '120': 'IFIC BANK PLC',
  '125': 'ISLAMI BANK BANGLADESH PLC',
  '130': 'JAMUNA BANK PLC',
  '135': 'JANATA BANK PLC',
  '140': 'MERCANTILE BANK PLC',
  '145': 'MUTUAL TRUST BANK PLC',
  '150': 'NATIONAL BANK PLC',
  '155': 'NATIONAL BANK OF PAKISTAN',
  '160': 'NATIONAL CREDIT & COMMERCE BANK PLC',
  '165': 'ONE BANK PLC',
  '170': 'PRIME BANK PLC',
  '175': 'PUBALI BANK PLC',
  '180': 'RAJSHAHI KRISHI UNNAYAN BANK',
  '185': 'RUPALI BANK PLC',
  '190': 'SHAHJALAL ISLAMI BANK PLC',
  '195': 'SOCIAL ISLAMI BANK PLC',
  '200': 'SONALI BANK PLC',
  '205': 'SOUTHEAST BANK PLC',
  '210': 'STANDARD ISLAMI BANK PLC',
  '215': 'STANDARD CHARTERED BANK',
  '220': 'STATE BANK OF INDIA',
  '225': 'CITY BANK PLC',
  '230': 'ICB ISLAMIC BANK LTD.',
  '235': 'THE PREMIER BANK PLC',
  '240': 'TRUST BANK PLC',
  '245': 'UNITED COMMERCIAL BANK PLC',
  '250': 'UTTARA BANK PLC',
  '255': 'WOORI BANK',
  '260': 'NRBC BANK PLC',
  '265': 'UNION BANK PLC',
  '270': 'SBAC BANK PLC',
  '275': 'MEGHNA BANK PLC',
  '280': 'PADMA BANK PLC',
  '285': 'MIDLAND BANK PLC',
  '290': 'NRB BANK PLC',
  '295': 'MODHUMOTI BANK PLC',
  '300': 'GLOBAL ISLAMI BANK PLC',
  '305': 'SHIMANTO BANK PLC',
  '310': 'COMMUNITY BANK BANGLADESH PLC',
  '315': 'BENGAL COMMERCIAL BANK PLC',
  '320': 'CITIZENS BANK PLC',
}

/** Published, though their last digit does not fit. */
export const oddRoutings: ReadonlySet<string> = new Set(['125474199', '205153236'])

/** Indonesia, the clearing code of three digits, and the BIC where it is known. Not compared with a published list: docs/adr/0045. */
export const indonesia: Banks = {
  '002': 'Bank Rakyat Indonesia',
  '008': 'Bank Mandiri',
  '009': 'Bank Negara Indonesia',
  '011': 'Bank Danamon',
  '013': 'Bank Permata',
  '014': 'Bank Central Asia',
  '016': 'Bank Maybank Indonesia',
  '019': 'Bank Panin',
  '022': 'Bank CIMB Niaga',
  '023': 'Bank UOB Indonesia',
  '028': 'Bank OCBC NISP',
  '031': 'Citibank',
  '037': 'Bank Artha Graha Internasional',
  '046': 'Bank DBS Indonesia',
  '050': 'Standard Chartered Bank',
  '076': 'Bank Bumi Arta',
  '087': 'Bank HSBC Indonesia',
  '110': 'Bank Jabar Banten',
  '111': 'Bank DKI',
  '112': 'Bank BPD DIY',
  '113': 'Bank Jateng',
  '114': 'Bank Jatim',
  '147': 'Bank Muamalat',
  '153': 'Bank Sinarmas',
  '200': 'Bank Tabungan Negara',
  '213': 'Bank BTPN',
  '426': 'Bank Mega',
  '441': 'Bank Bukopin',
  '451': 'Bank Syariah Indonesia',
  '506': 'Bank Mega Syariah',
  '517': 'Bank Panin Dubai Syariah',
  '536': 'Bank BCA Syariah',
}

/** Codes of banks that were merged, with the one that is used now. */
export const successors: Readonly<Record<string, string>> = { '422': '451', '427': '451' }

/** The first eight of a BIC, by country: head offices and branches of one bank share them. */
export const bics: Readonly<Record<string, Banks>> = {
  ID: {
    CENAIDJA: 'Bank Central Asia',
    BMRIIDJA: 'Bank Mandiri',
    BNINIDJA: 'Bank Negara Indonesia',
    BRINIDJA: 'Bank Rakyat Indonesia',
    BNIAIDJA: 'Bank CIMB Niaga',
    BDINIDJA: 'Bank Danamon',
    NISPIDJA: 'Bank OCBC NISP',
    BBBAIDJA: 'Bank Permata',
    PINBIDJA: 'Bank Panin',
    IBBKIDJA: 'Bank Maybank Indonesia',
    BSMDIDJA: 'Bank Syariah Indonesia',
    BTANIDJA: 'Bank Tabungan Negara',
  },
  PH: {
    BNORPHMM: 'BDO Unibank',
    MBTCPHMM: 'Metrobank',
    BOPIPHMM: 'Bank of the Philippine Islands',
    PNBMPHMM: 'Philippine National Bank',
    TLBPPHMM: 'Land Bank of the Philippines',
    RCBCPHMM: 'Rizal Commercial Banking Corporation',
    CHBKPHMM: 'China Banking Corporation',
    SETCPHMM: 'Security Bank',
    UBPHPHMM: 'Union Bank of the Philippines',
    EWBCPHMM: 'EastWest Bank',
    CITIPHMX: 'Citibank',
  },
  PK: { HABBPKKA: 'Habib Bank', MEZNPKKA: 'Meezan Bank', UNILPKKA: 'United Bank', MUCBPKKA: 'MCB Bank' },
}

/** Banks of Pakistan by the four letters in an IBAN. Not compared with a published list: docs/adr/0045. */
export const pakistan: Banks = {
  HABB: 'Habib Bank',
  MEZN: 'Meezan Bank',
  UNIL: 'United Bank',
  MUCB: 'MCB Bank',
  ALFH: 'Bank Alfalah',
  ABPA: 'Allied Bank',
  NBPA: 'National Bank of Pakistan',
  SCBL: 'Standard Chartered Bank',
  FAYS: 'Faysal Bank',
  ASCB: 'Askari Bank',
}

/** Other names under which recipients know a bank. */
const aliases: Readonly<Record<string, string>> = {
  BDO: 'BDO UNIBANK',
  BCA: 'BANK CENTRAL ASIA',
  BNI: 'BANK NEGARA INDONESIA',
  BRI: 'BANK RAKYAT INDONESIA',
  BTN: 'BANK TABUNGAN NEGARA',
  BSI: 'BANK SYARIAH INDONESIA',
  METROPOLITAN: 'METROBANK',
  BPI: 'BANK OF THE PHILIPPINE ISLANDS',
  PNB: 'PHILIPPINE NATIONAL BANK',
  HBL: 'HABIB BANK',
}

const forms = new Set(['PLC', 'LTD', 'LIMITED', 'TBK', 'PT', 'THE', 'BANK', 'NA', 'INC'])

function wordsOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 ]/g, '')
  const core = (text: string) =>
    text
      .split(/\s+/)
      .filter((word) => word !== '' && !forms.has(word))
      .join(' ')
  const alias = aliases[core(plain)]
  return core(alias ?? plain)
}

/** Whether two names are of one bank; null where the list does not know the second. */
export function isSameBank(banks: Iterable<string>, bank: string, named: string): boolean | null {
  if (wordsOf(bank) === wordsOf(named)) return true
  for (const other of banks) if (wordsOf(other) === wordsOf(named)) return false
  return null
}
