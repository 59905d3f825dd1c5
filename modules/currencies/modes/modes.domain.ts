/** How money goes from one hand to another. */
export const modeKinds = ['cash', 'card', 'bankTransfer', 'cheque', 'eWallet', 'account', 'offset'] as const
export type ModeKind = (typeof modeKinds)[number]
