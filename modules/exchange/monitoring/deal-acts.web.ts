import { useMemo } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { askNote } from '#kit/web/dialogs.web.tsx'
import type { MenuEntry } from '#kit/web/table/data-table.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { dealWorkflow, gateActs } from '../workflow/deal-workflow.domain.ts'
import { type GateKind, gateKinds } from '../gates/gates.domain.ts'
import { type DealRow, deals } from '../deals/deals.contract.ts'

export const api = bindContract(deals)

/** What can be decided from the row of a list, with a note. */
export function useGateMenu(): (row: DealRow) => MenuEntry[] {
  const texts = useTexts('exchange:deals')
  const { mutate } = useAct()
  return useMemo(() => {
    async function decide(row: DealRow, action: (typeof gateActs)[GateKind][number]) {
      const title = texts(`actions.${action}`)
      const isRequired = dealWorkflow.actions[action].note === 'required'
      const about = [row.number, row.customerName, row.currencies].filter(Boolean).join(' · ')
      const note = await askNote({ title, message: about, confirm: title, required: isRequired })
      if (note === undefined) return
      const input = { id: row.id, version: row.version, ...(note && { note }) }
      mutate({ api: api[action], input, said: texts(`said.${action}`) })
    }
    return (row) =>
      gateKinds
        .filter((gate) => row.decides.some(({ kind }) => kind === gate))
        .flatMap((gate) =>
          gateActs[gate].map((action, at) => ({
            label: texts(`actions.${action}`),
            danger: at === 1,
            onSelect: () => void decide(row, action),
          })),
        )
  }, [texts, mutate])
}
