/** What customers say an order is for; partners have codes of their own for it, by country. */
export const purposes = [
  'familySupport',
  'education',
  'medical',
  'gift',
  'savings',
  'property',
  'goods',
  'services',
  'salary',
] as const
