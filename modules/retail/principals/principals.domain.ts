/** What changes what is owed to a principal. */
export const owedKinds = ['sale', 'return', 'settlement'] as const
export type OwedKind = (typeof owedKinds)[number]
