import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'

const modeApi = bindContract(paymentModes)

/** The modes by which goods are paid, and the one that is chosen: cash, unless another is. */
export function useModes(chosen: string | null) {
  const modes = useQuery(modeApi.listSelection.queryOptions()).data ?? []
  return { modes, modeId: chosen ?? modes.find(({ kind }) => kind === 'cash')?.id ?? null }
}

interface TenderProps {
  modes: readonly { id: string; name: string }[]
  modeId: string | null
  setMode: (id: string | null) => void
  amount: string
  setAmount: (amount: string) => void
}

/** What is to be paid may be known a moment after its dialog opens. */
const focus = (input: HTMLInputElement | null) => input?.focus()

/** By what the customer pays, and how much. */
export function TenderFields({ modes, modeId, setMode, amount, setAmount }: TenderProps) {
  const texts = useTexts('retail:sales')
  return (
    <>
      <Select
        label={texts('fields.paidBy')}
        data={modes.map(({ id, name }) => ({ value: id, label: name }))}
        value={modeId}
        onChange={setMode}
      />
      <TextInput
        label={texts('fields.tendered')}
        ref={focus}
        data-autofocus
        inputMode="decimal"
        autoComplete="off"
        maxLength={30}
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
    </>
  )
}
