import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { findFault, messageOf, readFaults } from '#kit/web/failures.web.ts'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { TypedNumber } from '#kit/web/typed-number.web.tsx'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { cheques } from '../cheques/cheques.contract.ts'
import { payees } from '../payees/payees.contract.ts'
import { createdKinds, goesOut } from './created.domain.ts'
import { type Line, bankMatches } from './matches.contract.ts'

const api = bindContract(bankMatches)
const accountApi = bindContract(bankAccounts)
const payeeApi = bindContract(payees)
const chequeApi = bindContract(cheques)
const place = 'bank:matches'

interface CreateFormProps {
  reconciliationId: string
  line: Line
  onClose: () => void
}

interface ChoiceProps {
  value: string | null
  error: string | undefined
  onChange: (id: string | null) => void
}

const named = (all: readonly { id: string; name: string }[] | undefined) =>
  all?.map(({ id, name }) => ({ value: id, label: name })) ?? []

function LedgerChoice(props: ChoiceProps) {
  const texts = useTexts(place)
  const { data } = useQuery(payeeApi.ledgers.queryOptions())
  return <Select label={texts('fields.ledgerId')} searchable data={named(data)} {...props} />
}

function AccountChoice(props: ChoiceProps) {
  const texts = useTexts(place)
  const { data } = useQuery(accountApi.listSelection.queryOptions())
  return <Select label={texts('fields.otherAccountId')} searchable data={named(data)} {...props} />
}

function ChequeChoice(props: ChoiceProps) {
  const texts = useTexts(place)
  const { data } = useQuery(chequeApi.cleared.queryOptions({}))
  const all = data?.map(({ id, number, bankName, drawer, amount }) => ({
    id,
    name: `${bankName} ${number} · ${drawer} · ${groupDigits(amount)}`,
  }))
  return <Select label={texts('fields.chequeId')} searchable data={named(all)} {...props} />
}

/** What a line says and the books do not have: its kind, and where it goes to. */
export function CreateForm({ reconciliationId, line, onClose }: CreateFormProps) {
  const texts = useTexts(place)
  const isOut = line.left.startsWith('-')
  const kinds = createdKinds.filter((kind) => goesOut[kind] === undefined || goesOut[kind] === isOut)
  const [kind, setKind] = useState(kinds[0] ?? 'suspense')
  const [ledgerId, setLedger] = useState<string | null>(null)
  const [otherAccountId, setOther] = useState<string | null>(null)
  const [chequeId, setCheque] = useState<string | null>(null)
  const [rate, setRate] = useState('')
  const [note, setNote] = useState('')
  const save = useMutation({
    meta: { handled: true },
    mutationFn: () =>
      api.createFromLine.call({
        reconciliationId,
        lineId: line.id,
        kind,
        ledgerId: kind === 'ledger' ? ledgerId : null,
        otherAccountId: kind === 'transferIn' || kind === 'transferOut' ? otherAccountId : null,
        chequeId: kind === 'cheque' ? chequeId : null,
        rate: rate ? numberOf(rate) : null,
        note,
      }),
    onSuccess: () => {
      snackbar.success(texts('done'))
      onClose()
    },
  })
  const title = `${texts('createFromLine')} ${groupDigits(line.left)}`
  const faultAt = (field: string) => findFault(save.error, field)
  const isMove = kind === 'transferIn' || kind === 'transferOut'
  return (
    <Modal opened {...{ title, onClose }} withCloseButton={false}>
      <Stack gap={12}>
        <Select
          label={texts('fields.kind')}
          data={kinds.map((one) => ({ value: one, label: texts(`values.kind.${one}`) }))}
          value={kind}
          error={faultAt('kind')}
          onChange={(one) => one && setKind(one)}
        />
        {kind === 'ledger' && (
          <LedgerChoice value={ledgerId} error={faultAt('ledgerId')} onChange={setLedger} />
        )}
        {isMove && (
          <AccountChoice value={otherAccountId} error={faultAt('otherAccountId')} onChange={setOther} />
        )}
        {kind === 'cheque' && (
          <ChequeChoice value={chequeId} error={faultAt('chequeId')} onChange={setCheque} />
        )}
        {faultAt('rate') && (
          <TypedNumber
            label={texts('fields.rate')}
            rule={{}}
            value={rate}
            error={faultAt('rate')}
            onChange={setRate}
          />
        )}
        <TextInput
          label={texts('fields.note')}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {save.error && readFaults(save.error).length === 0 && <ErrorBox>{messageOf(save.error)}</ErrorBox>}
        <Foot isBusy={save.isPending} onClose={onClose} onSave={() => save.mutate()} />
      </Stack>
    </Modal>
  )
}

function Foot({ isBusy, onClose, onSave }: { isBusy: boolean; onClose: () => void; onSave: () => void }) {
  const texts = useTexts(place)
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {texts('cancel')}
      </Button>
      <ProcessingButton busy={isBusy} onClick={onSave}>
        {texts('createFromLine')}
      </ProcessingButton>
    </Group>
  )
}
