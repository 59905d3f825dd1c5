import { useMutation, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { queryClient } from '#kit/web/queries.web.ts'
import { useChanged } from '#kit/web/realtime.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type Deal, deals } from '../deals/deals.contract.ts'

const api = bindContract(deals)

/** The deal with the decisions that came meanwhile; `isPassed`: it stood at a gate, and its maker may settle it here. */
export function useDecided(made: Deal) {
  const texts = useTexts('exchange:deals')
  const wasWaiting = made.gates.some((gate) => gate.state === 'open')
  const { queryKey, ...options } = api.getById.queryOptions({ id: made.id })
  const { data: deal } = useQuery({ ...options, queryKey, initialData: made, staleTime: Infinity })
  useChanged('/transaction-history', () => wasWaiting && void queryClient.invalidateQueries({ queryKey }))
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.settle.call({ id: deal.id, version: deal.version, lines: null, payments: null }),
    onSuccess: (settled) => {
      queryClient.setQueryData(queryKey, settled)
      snackbar.success(texts('said.settle'))
    },
  })
  const isPassed = wasWaiting && deal.state === 'pending' && deal.can.includes('settle')
  return { deal, isPassed, settle: () => mutate(), isBusy: isPending }
}
