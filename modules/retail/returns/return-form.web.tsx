import { Button, Group, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { type LineField, numberOf } from '#kit/web/document/line-fields.web.tsx'
import { LinesForm } from '#kit/web/document/lines-form.web.tsx'
import { messageOf } from '#kit/web/failures.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, ErrorBox, PageHeader, TextLink } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { newId } from '#kit/web/new-id.web.ts'
import { readSerials } from '../serials/serials.domain.ts'
import { type Returnable, refunds } from './returns.contract.ts'

const api = bindContract(refunds)
const dayApi = bindContract(days)
const texts = 'retail:returns'
const home = '/pos-retail/returns'

/** A return: first the receipt by its number, then what of it comes back. */
export function ReturnForm() {
  const say = useTexts(texts)
  const current = useQuery(dayApi.current.queryOptions({}))
  return (
    <Loaded query={current} height={320}>
      {({ day }) =>
        day?.state === 'open' ? (
          <OfReceipt counterId={day.counterId} />
        ) : (
          <SheetPage>
            <PageHeader title={say('create')} back={{ to: home }} />
            <EmptyState text={say('noDay')}>
              <TextLink to="/inventory/day">{say('toDay')}</TextLink>
            </EmptyState>
          </SheetPage>
        )
      }
    </Loaded>
  )
}

/** Asks for the number until a receipt is found. */
function OfReceipt({ counterId }: { counterId: string }) {
  const say = useTexts(texts)
  const [typed, setTyped] = useState('')
  const [number, setNumber] = useState('')
  const { data, error } = useQuery({
    ...api.getReturnable.queryOptions({ number, counterId }),
    enabled: number !== '',
    retry: false,
  })
  if (data) return <Units counterId={counterId} receipt={data} />
  return (
    <SheetPage>
      <PageHeader title={say('create')} back={{ to: home }} />
      <p>{say('about.create')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setNumber(typed.trim())
        }}
      >
        <Group align="flex-end" gap={12}>
          <TextInput
            label={say('fields.saleNumber')}
            w={260}
            maxLength={40}
            data-autofocus
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" disabled={typed.trim() === ''}>
            {say('actions.find')}
          </Button>
        </Group>
      </form>
      {error && <ErrorBox>{messageOf(error)}</ErrorBox>}
    </SheetPage>
  )
}

const blank = { position: '', quantity: '', serials: '' }

/** The column of serials; `isOff` of positions that have none. */
const serialsWith = (isOff: (position: string) => boolean): LineField<typeof blank> => ({
  key: 'serials',
  kind: 'text',
  width: 220,
  isOff: ({ position }) => isOff(position),
})

/** What of a receipt comes back: each line that has units left. */
function Units({ counterId, receipt }: { counterId: string; receipt: Returnable }) {
  const say = useTexts(texts)
  const [id] = useState(newId)
  const able = receipt.lines.filter(({ left }) => left !== '0')
  const hasSerials = new Set(
    able.flatMap(({ position, serials }) => (serials.length > 0 ? [String(position)] : [])),
  )
  const nameOf = ({ sku, name, left, serials }: Returnable['lines'][number]) =>
    [`${sku} · ${name} (${left})`, ...serials].join(' · ')
  return (
    <LinesForm<{ reason: string }, typeof blank>
      texts={texts}
      title={`${say('create')} · ${receipt.number}`}
      about={say('about.create')}
      home={home}
      initial={{ reason: '' }}
      blank={blank}
      begin={able.map(({ position, serials }) => ({
        position: String(position),
        quantity: '',
        serials: serials.length === 1 ? (serials[0] ?? '') : '',
      }))}
      fields={({ head, set, faultAt, texts: label }) => (
        <TextInput
          label={label('fields.reason')}
          w={320}
          maxLength={200}
          value={head.reason}
          error={faultAt('reason')}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
      )}
      columns={[
        {
          key: 'position',
          kind: 'choice',
          width: 320,
          choices: able.map((line) => ({ value: String(line.position), label: nameOf(line) })),
        },
        { key: 'quantity', kind: 'number', width: 120 },
        ...(hasSerials.size > 0 ? [serialsWith((position) => !hasSerials.has(position))] : []),
      ]}
      isFilled={({ position, quantity }) => position !== '' && quantity.trim() !== ''}
      submits={[
        {
          text: 'create',
          call: ({ reason }, lines) =>
            api.create.call({
              id,
              saleId: receipt.saleId,
              counterId,
              reason,
              lines: lines.map(({ position, quantity, serials }) => ({
                position: Number(position),
                quantity: numberOf(quantity),
                serials: hasSerials.has(position) ? readSerials(serials) : [],
              })),
            }),
        },
      ]}
    />
  )
}
