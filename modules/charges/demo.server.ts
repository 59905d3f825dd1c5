import type { Tx } from '#kit/server/database.server.ts'
import { modeNames } from '#modules/currencies/public.server.ts'
import { FeeDraft } from './fees/fees.contract.ts'
import { addFee } from './public.server.ts'

/** What the bank charges for cards is handed on. */
export async function fillFees(tx: Tx, now: Date): Promise<void> {
  const card = [...(await modeNames(tx, 'payment'))].find(([, name]) => name === 'Card')
  const draft = FeeDraft.parse({
    name: 'Payment by card',
    priority: 100,
    modeId: card?.[0],
    kind: 'percent',
    percent: '0.015',
    minimum: '2',
    isWaivable: true,
  })
  await addFee(tx, draft, { authorId: null, author: 'Aisyah Rahman', at: now.toISOString() })
}
