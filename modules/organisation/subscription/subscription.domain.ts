/** The apps of the product and their modules, in the order of the menus. */
export const appModules = {
  mc: ['dashboard', 'transaction', 'rates', 'customers', 'inventory', 'compliance', 'reports'],
  accounting: ['ledger', 'bank', 'statements'],
  posretail: ['items', 'retail_stock', 'retail_reports'],
  remittance: ['orders', 'payout', 'providers'],
} as const

export type AppCode = keyof typeof appModules

/** Every app and module as a flat list. */
export const allModules = Object.entries(appModules).flatMap(([appCode, codes]) =>
  codes.map((moduleCode) => ({ appCode: appCode as AppCode, moduleCode })),
)

/** A plan has run out on the day after its expiry date. `today` is the company's own date. */
export const hasExpired = (expiry: string | null, today: string): boolean => expiry !== null && expiry < today
