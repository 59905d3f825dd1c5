import { useMemo } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { askNote } from '#kit/web/dialogs.web.tsx'
import type { MenuEntry } from '#kit/web/table/data-table.web.tsx'
import { type Texts, useTexts } from '#kit/web/texts.web.ts'
import { dealWorkflow, gateActs } from '../workflow/deal-workflow.domain.ts'
import { type GateKind, gateKinds } from '../gates/gates.domain.ts'
import { type DealRow, deals } from '../deals/deals.contract.ts'

export const api = bindContract(deals)

/** Approving and rejecting have one name at whatever gate; the gate is named where the same person may decide at several. */
const alike = new Map<string, 'approve' | 'reject'>(
  (['authorization', 'limit', 'rba'] as const).flatMap((gate) => {
    const [approve, reject] = gateActs[gate]
    return [
      [approve, 'approve'],
      [reject, 'reject'],
    ]
  }),
)

/** The name of an act among those that are offered with it. */
export function nameAct(texts: Texts, action: string, offered: readonly string[]): string {
  const kind = alike.get(action)
  const isAlone = offered.filter((one) => alike.get(one) === kind).length === 1
  return texts(`actions.${kind && isAlone ? kind : action}`)
}

/** What can be decided from the row of a list, with a note. */
export function useGateMenu(): (row: DealRow) => MenuEntry[] {
  const texts = useTexts('exchange:deals')
  const { mutate } = useAct()
  return useMemo(() => {
    async function decide(row: DealRow, action: (typeof gateActs)[GateKind][number], title: string) {
      const isRequired = dealWorkflow.actions[action].note === 'required'
      const about = [row.number, row.customerName, row.currencies].filter(Boolean).join(' · ')
      const note = await askNote({ title, message: about, confirm: title, required: isRequired })
      if (note === undefined) return
      const input = { id: row.id, version: row.version, ...(note && { note }) }
      mutate({ api: api[action], input, said: texts(`said.${action}`) })
    }
    return (row) => {
      const gates = gateKinds.filter((gate) => row.decides.some(({ kind }) => kind === gate))
      const offered = gates.flatMap((gate) => [...gateActs[gate]])
      return gates.flatMap((gate) =>
        gateActs[gate].map((action, at) => {
          const label = nameAct(texts, action, offered)
          return { label, danger: at === 1, onSelect: () => void decide(row, action, label) }
        }),
      )
    }
  }, [texts, mutate])
}
