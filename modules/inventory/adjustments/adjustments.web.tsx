import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract, can } from '#kit/web/api.web.ts'
import { ActionBar } from '#kit/web/detail/action-bar.web.tsx'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { amountText } from '#kit/web/format.web.ts'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact, Tone } from '#kit/web/values.web.tsx'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { usePlaces } from '../places/places.web.tsx'
import { type Adjustment, type AdjustmentDetail, adjustments } from './adjustments.contract.ts'
import { adjustmentKinds, adjustmentStates, adjustmentWorkflow, permissionFor } from './adjustments.domain.ts'

const api = bindContract(adjustments)
const texts = 'inventory:adjustments'
const home = '/inventory/openings'
const tones: Record<Adjustment['state'], Tone> = {
  requested: 'waiting',
  posted: 'done',
  rejected: 'stopped',
  withdrawn: 'ended',
  reversed: 'ended',
}

/** A counter by its name; without one it is the vault of the branch, and what is opened comes from nowhere. */
function Place({ name, isNowhere }: { name: string | null; isNowhere?: boolean }) {
  const say = useTexts('inventory:stock')
  return isNowhere ? null : (name ?? say('vault'))
}

const state: Fact<Adjustment> = { key: 'state', kind: 'badge', tones }
const from: Fact<Adjustment> = {
  key: 'fromCounter',
  cell: (name, { kind }) => <Place name={name} isNowhere={kind === 'opening'} />,
}
const to: Fact<Adjustment> = { key: 'toCounter', cell: (name) => <Place name={name} /> }
const facts: readonly Fact<Adjustment>[] = [
  { key: 'kind', kind: 'value' },
  { key: 'branchName' },
  from,
  to,
  { key: 'businessDate', kind: 'date' },
  { key: 'value', kind: 'number' },
  { key: 'author' },
  { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  { key: 'note' },
  { key: 'decidedBy' },
  { key: 'decidedAt', kind: 'dateTime', place: 'branchId' },
  { key: 'reversedBy' },
  { key: 'reversedAt', kind: 'dateTime', place: 'branchId' },
  { key: 'reason' },
]
const columns: readonly ListColumn<Adjustment>[] = [
  { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 190 },
  { key: 'kind', kind: 'value', width: 160 },
  { key: 'branchName', width: 170 },
  { ...from, width: 140 } as ListColumn<Adjustment>,
  { ...to, width: 140 } as ListColumn<Adjustment>,
  { key: 'value', kind: 'number', width: 150 },
  { key: 'state', kind: 'badge', tones, width: 130 },
  { key: 'author', width: 170 },
]

/** Opening balances and floats, each posted once. */
export function AdjustmentList() {
  const say = useTexts(texts)
  const places = usePlaces()
  return (
    <ListPage
      texts={texts}
      list={api.list}
      exports={api.export}
      columns={columns}
      choices={{
        kind: adjustmentKinds,
        state: adjustmentStates,
        branchId: places?.branches ?? [],
        fromCounterId: places?.drawers ?? [],
        toCounterId: places?.drawers ?? [],
      }}
      open={({ id }) => `${home}/${id}`}
      panel={(row) => <FactList texts={texts} row={row} facts={[state, ...facts]} />}
      actions={adjustmentKinds.map(
        (kind) =>
          can(permissionFor[kind]) && (
            <Button
              key={kind}
              variant={kind === 'float' ? 'filled' : 'default'}
              renderRoot={(rest) => <Link to={`${home}/${kind}`} {...rest} />}
            >
              {say(`new.${kind}`)}
            </Button>
          ),
      )}
    />
  )
}

export function AdjustmentPage() {
  const { id = '' } = useParams({ strict: false })
  const say = useTexts(texts)
  return (
    <DetailPage
      texts={texts}
      get={api.getById}
      id={id}
      title={({ kind }) => say(`values.kind.${kind}`)}
      back={home}
      badge={state as Fact<AdjustmentDetail>}
      groups={[{ name: 'facts', facts: facts as readonly Fact<AdjustmentDetail>[] }]}
      actions={(row) => (
        <ActionBar
          texts={texts}
          workflow={adjustmentWorkflow}
          row={row}
          run={api}
          isQuiet={row.state === 'posted'}
        />
      )}
    >
      {({ lines }) => (
        <Sheet
          label={say('lines')}
          columns={['item', 'quantity', 'value', 'pieces'].map((field) => ({
            title: say(`fields.${field}`),
            isNumber: field === 'quantity' || field === 'value',
          }))}
        >
          {lines.map(({ itemId, code, flagCode, exponent, quantity, value, pieces }) => (
            <tr key={itemId}>
              <th scope="row">
                <CurrencyLabel code={code} flagCode={flagCode} />
              </th>
              <td data-number>{amountText(quantity, exponent)}</td>
              <td data-number>{groupDigits(value)}</td>
              <td>
                {pieces.map(({ count, faceValue }) => `${count} × ${groupDigits(faceValue)}`).join(' + ')}
              </td>
            </tr>
          ))}
        </Sheet>
      )}
    </DetailPage>
  )
}
