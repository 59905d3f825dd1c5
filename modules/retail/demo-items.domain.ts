import type { ItemKind, Tracking } from './items/items.domain.ts'

/** What the demonstration sells of a category; each item with its price and, of goods, what one costs. */
export interface Shelf {
  code: string
  name: string
  parent?: string
  /** The code of its tax, where it is not the standard one. */
  tax?: 'EXEMPT' | 'ZERO'
  supplier?: string
  kind?: ItemKind
  unit?: string
  isPrecious?: boolean
  /** Of what is sold for another: who that is. */
  principal?: string
  /** Of what is kept one by one, how, by SKU. */
  tracking?: Readonly<Record<string, Tracking>>
  items: readonly (readonly [sku: string, name: string, price: string, cost?: string])[]
}

/** Where a category has others below it, these come after it. */
export const shelves: readonly Shelf[] = [
  { code: 'TRAVEL', name: 'Travel', items: [] },
  {
    code: 'SIM',
    name: 'SIM cards',
    parent: 'TRAVEL',
    supplier: 'Seberang Telecom Supplies',
    unit: 'card',
    tracking: { 'SIM-EU14': 'serial', 'SIM-ASIA': 'serial', 'SIM-JP8': 'batch', 'SIM-KR10': 'batch' },
    items: [
      ['SIM-MY7', 'Malaysia SIM, 7 days', '25', '16'],
      ['SIM-MY15', 'Malaysia SIM, 15 days', '38', '25'],
      ['SIM-MY30', 'Malaysia SIM, 30 days', '55', '37'],
      ['SIM-SG7', 'Singapore SIM, 7 days', '32', '21'],
      ['SIM-TH8', 'Thailand SIM, 8 days', '29', '18'],
      ['SIM-ID15', 'Indonesia SIM, 15 days', '35', '23'],
      ['SIM-JP8', 'Japan SIM, 8 days', '69', '48'],
      ['SIM-KR10', 'Korea SIM, 10 days', '75', '52'],
      ['SIM-EU14', 'Europe SIM, 14 days', '89', '61'],
      ['SIM-ASIA', 'Asia roaming SIM', '79', '55'],
    ],
  },
  {
    code: 'ADAPTOR',
    name: 'Adaptors and chargers',
    parent: 'TRAVEL',
    supplier: 'Meridian Electrical',
    unit: 'piece',
    items: [
      ['ADP-UNI', 'Universal adaptor', '45', '24'],
      ['ADP-UNI2', 'Universal adaptor with USB', '69', '38'],
      ['ADP-UK', 'Adaptor to UK socket', '15', '6.50'],
      ['ADP-EU', 'Adaptor to EU socket', '15', '6.50'],
      ['ADP-US', 'Adaptor to US socket', '15', '6.50'],
      ['ADP-AU', 'Adaptor to AU socket', '15', '6.80'],
      ['CHG-20', 'Charger 20 W', '49', '27'],
      ['CHG-65', 'Charger 65 W', '119', '74'],
      ['CBL-C1', 'USB-C cable 1 m', '19', '7.20'],
      ['CBL-C2', 'USB-C cable 2 m', '25', '9.40'],
      ['PWB-10', 'Power bank 10,000 mAh', '89', '53'],
      ['PWB-20', 'Power bank 20,000 mAh', '139', '86'],
    ],
  },
  { code: 'LUGGAGE', name: 'Luggage', parent: 'TRAVEL', items: [] },
  {
    code: 'CASE',
    name: 'Cases and bags',
    parent: 'LUGGAGE',
    supplier: 'Kembara Bags',
    unit: 'piece',
    items: [
      ['CASE-20', 'Cabin case 20"', '189', '118'],
      ['CASE-24', 'Case 24"', '249', '156'],
      ['CASE-28', 'Case 28"', '299', '188'],
      ['BAG-DUF', 'Folding duffel bag', '79', '43'],
      ['BAG-DAY', 'Day pack 18 l', '99', '57'],
      ['BAG-WST', 'Waist pouch', '39', '19'],
    ],
  },
  {
    code: 'BAGPART',
    name: 'Locks, tags and straps',
    parent: 'LUGGAGE',
    supplier: 'Kembara Bags',
    unit: 'piece',
    items: [
      ['LOCK-3', 'Three-digit lock', '22', '9.50'],
      ['LOCK-K', 'Key lock, two pieces', '18', '7.20'],
      ['TAG-L', 'Luggage tag', '9', '2.80'],
      ['STRAP', 'Luggage strap', '19', '8.10'],
      ['SCALE', 'Luggage scale', '49', '26'],
      ['COVER-M', 'Case cover, medium', '35', '16'],
    ],
  },
  {
    code: 'COMFORT',
    name: 'Comfort',
    parent: 'TRAVEL',
    supplier: 'Kembara Bags',
    unit: 'piece',
    items: [
      ['PILLOW', 'Neck pillow', '39', '18'],
      ['EYEMASK', 'Eye mask', '12', '4.10'],
      ['EARPLUG', 'Ear plugs, three pairs', '8', '2.40'],
      ['BOTTLE', 'Folding bottle', '25', '11'],
      ['PONCHO', 'Rain poncho', '10', '3.60'],
      ['FAN', 'Pocket fan', '29', '14'],
    ],
  },
  {
    code: 'BOOK',
    name: 'Maps and books',
    tax: 'ZERO',
    supplier: 'Pelita Press',
    unit: 'piece',
    items: [
      ['MAP-KL', 'City map Kuala Lumpur', '9', '4'],
      ['MAP-PEN', 'City map George Town', '9', '4'],
      ['BOOK-MY', 'Pocket guide Malaysia', '42', '26'],
      ['BOOK-PHR', 'Phrase book Malay', '24', '14'],
    ],
  },
  {
    code: 'GIFT',
    name: 'Souvenirs',
    supplier: 'Pelita Press',
    unit: 'piece',
    items: [
      ['MAGNET', 'Magnet', '8', '2.60'],
      ['KEYRING', 'Key ring', '10', '3.20'],
      ['POSTCARD', 'Postcards, set of ten', '12', '4.50'],
      ['BATIK', 'Batik scarf', '59', '32'],
      ['PEWTER', 'Pewter cup', '129', '82'],
    ],
  },
  {
    code: 'METAL',
    name: 'Precious metal',
    tax: 'EXEMPT',
    supplier: 'Bukit Emas Bullion',
    unit: 'piece',
    isPrecious: true,
    items: [
      ['GOLD-1G', 'Gold bar 1 g', '455', '430'],
      ['GOLD-5G', 'Gold bar 5 g', '2230', '2120'],
      ['SILVER-1', 'Silver round 1 oz', '138', '151'],
    ],
  },
  {
    code: 'SERVICE',
    name: 'Services',
    kind: 'service',
    unit: 'case',
    items: [
      ['INS-7', 'Travel insurance, 7 days', '48'],
      ['INS-14', 'Travel insurance, 14 days', '79'],
      ['INS-YEAR', 'Travel insurance, one year', '289'],
      ['WRAP', 'Luggage wrapping', '25'],
      ['PHOTO', 'Passport photographs', '18'],
      ['STORE', 'Luggage storage, one day', '15'],
    ],
  },
  {
    code: 'AGENCY',
    name: 'For others',
    kind: 'agency',
    unit: 'ticket',
    principal: 'Straits Coach Lines',
    items: [
      ['COACH-SG', 'Coach to Singapore', '65'],
      ['COACH-PEN', 'Coach to Butterworth', '45'],
    ],
  },
]
