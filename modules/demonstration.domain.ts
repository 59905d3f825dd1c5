/** Who works in the demonstration company, by the name they sign in with. */
export type Player = 'accountant' | 'admin' | 'manager' | 'teller'

/** An act on a document: by whom, which, and what is said besides the document itself. */
export type Step = readonly [by: Player, act: string, said?: object]
