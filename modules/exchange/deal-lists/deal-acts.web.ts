import { useMemo } from 'react'
import { bindContract, can } from '#kit/web/api.web.ts'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { askNote } from '#kit/web/dialogs.web.tsx'
import type { MenuEntry } from '#kit/web/table/data-table.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type DealAction, dealWorkflow, type GateKind } from '../deals/deal-workflow.domain.ts'
import { type DealRow, deals } from '../deals/deals.contract.ts'

export const api = bindContract(deals)

/** How a gate is passed, and how it is not. */
const decisions = {
  authorization: ['approveAuthorization', 'rejectAuthorization'],
  limit: ['approveLimit', 'rejectLimit'],
  rba: ['clearRba', 'rejectRba'],
} as const satisfies Record<GateKind, readonly DealAction[]>

/** Which of the open gates of a deal the person may decide by their rights; the server also knows who made it. */
const decidable = ({ openGates, isOnHold }: DealRow) =>
  isOnHold ? [] : openGates.filter((gate) => can(dealWorkflow.actions[decisions[gate][0]].permission))

/** Whether a deal in the list waits for the person who looks at it. */
export const awaitsMe = (row: DealRow): boolean => decidable(row).length > 0

/** What can be decided from the row of a list, with a note. */
export function useGateMenu(): (row: DealRow) => MenuEntry[] {
  const texts = useTexts('exchange:deals')
  const { mutate } = useAct()
  return useMemo(() => {
    async function decide(row: DealRow, action: (typeof decisions)[GateKind][number]) {
      const title = texts(`actions.${action}`)
      const isRequired = dealWorkflow.actions[action].note === 'required'
      const about = [row.number, row.customerName, row.currencies].filter(Boolean).join(' · ')
      const note = await askNote({ title, message: about, confirm: title, required: isRequired })
      if (note === undefined) return
      const input = { id: row.id, version: row.version, ...(note && { note }) }
      mutate({ api: api[action], input, said: texts(`said.${action}`) })
    }
    return (row) =>
      decidable(row).flatMap((gate) =>
        decisions[gate].map((action, at) => ({
          label: texts(`actions.${action}`),
          danger: at === 1,
          onSelect: () => void decide(row, action),
        })),
      )
  }, [texts, mutate])
}
