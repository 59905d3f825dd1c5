/** How money goes from one hand to another. */
export const modeKinds = ['cash', 'card', 'bankTransfer', 'cheque', 'eWallet', 'account', 'offset'] as const
/** Whether customers pay by a mode, or are paid. */
export type ModeSide = 'payment' | 'delivery'
export type ModeKind = (typeof modeKinds)[number]
