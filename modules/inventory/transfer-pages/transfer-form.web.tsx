import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import type { HeadForm } from '#kit/web/document/lines-form.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { blankLine, type MoveHead, MoveForm, movedOf } from '../moves/move-form.web.tsx'
import { stockRequests } from '../requests/requests.contract.ts'
import { transfers } from '../transfers/transfers.contract.ts'

const api = bindContract(transfers)
const requestApi = bindContract(stockRequests)
const texts = 'inventory:transfers'
const home = '/inventory/transfers'

/** A new transfer; of `?request=`, what is left of that request. */
export function TransferForm() {
  const { request } = useSearch({ strict: false }) as { request?: string }
  return request === undefined ? <Plain /> : <OfRequest id={request} />
}

const Plain = () => (
  <MoveForm texts={texts} home={home} more={(form) => <Carriage form={form} />} submit={send(null)} />
)

function OfRequest({ id }: { id: string }) {
  const query = useQuery(requestApi.getById.queryOptions({ id }))
  return (
    <Loaded query={query} height={320}>
      {(request) => (
        <MoveForm
          texts={texts}
          home={home}
          initial={{
            from: placeOf(request.fromBranchId, request.fromCounterId),
            to: placeOf(request.toBranchId, request.toCounterId),
          }}
          begin={request.lines
            .filter(({ open }) => /[1-9]/.test(open))
            .map(({ itemId, open }) => ({ ...blankLine, itemId, quantity: groupDigits(open) }))}
          more={(form) => <Carriage form={form} />}
          submit={send(request.id)}
        />
      )}
    </Loaded>
  )
}

const placeOf = (branchId: string, counterId: string | null) =>
  counterId === null ? branchId : `${branchId}/${counterId}`

const send =
  (requestId: string | null) =>
  (head: MoveHead, ...[lines, items]: [Parameters<typeof movedOf>[1], Parameters<typeof movedOf>[2]]) =>
    api.create.call({
      ...movedOf(head, lines, items),
      requestId,
      bag: head.bag,
      carrier: head.carrier,
      insuredValue: head.insuredValue ? numberOf(head.insuredValue) : null,
      expectedAt: head.expectedAt ? new Date(head.expectedAt).toISOString() : null,
    })

/** How it travels: of what leaves the branch; only money is insured. */
export function Carriage({
  form: { head, set, faultAt, texts: say },
  isInsured = true,
}: {
  form: HeadForm<MoveHead>
  isInsured?: boolean
}) {
  if (head.from.split('/')[0] === head.to.split('/')[0]) return null
  const field = (key: 'bag' | 'carrier' | 'insuredValue', maxLength: number) => (
    <TextInput
      label={say(`fields.${key}`)}
      w={160}
      maxLength={maxLength}
      value={head[key]}
      error={faultAt(key)}
      onChange={(event) => set({ [key]: event.currentTarget.value })}
    />
  )
  return (
    <>
      {field('bag', 40)}
      {field('carrier', 100)}
      {isInsured && field('insuredValue', 30)}
      <TextInput
        type="datetime-local"
        label={say('fields.expectedAt')}
        w={210}
        value={head.expectedAt}
        error={faultAt('expectedAt')}
        onChange={(event) => set({ expectedAt: event.currentTarget.value })}
      />
    </>
  )
}
