import { Alert, Button, Checkbox, Group, Modal } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { ActionBar, useAct } from '#kit/web/detail/action-bar.web.tsx'
import { DetailPage, type FactGroup, Timeline } from '#kit/web/detail/detail-page.web.tsx'
import { askNote, confirm } from '#kit/web/dialogs.web.tsx'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { useFocusBack } from '#kit/web/focus.web.ts'
import { BusyButton } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { OpenMatches } from '#modules/screening/public.web.tsx'
import { dealDocuments } from '../receipts/documents.contract.ts'
import { printDeal } from '../receipts/print.web.ts'
import { Countdown, DealBadge } from '../deals/state.web.tsx'
import { dealWorkflow, voided } from '../workflow/deal-workflow.domain.ts'
import { CustomerLink } from '#modules/customers/public.web.tsx'
import type { Deal } from '../deals/deals.contract.ts'
import { api, nameAct } from './deal-acts.web.ts'
import { GatesPart, LinesPart, PaymentsPart, PostingsPart, ThirdPartyPart } from './deal-parts.web.tsx'
import css from './monitoring.module.css'

const place = 'exchange:deals'

const figures: readonly Fact<Deal>[] = [
  { key: 'net', kind: 'flow', currency: 'localCurrency' },
  { key: 'buy', kind: 'money', currency: 'localCurrency' },
  { key: 'sell', kind: 'money', currency: 'localCurrency' },
  { key: 'fee', kind: 'money', currency: 'localCurrency' },
]
const groups: readonly FactGroup<Deal>[] = [
  {
    name: 'customer',
    facts: [
      {
        key: 'customerName',
        cell: (name, { customerId, customerType }) =>
          name ? <CustomerLink id={customerId} type={customerType} name={name} /> : null,
      },
      { key: 'purpose' },
      { key: 'sourceOfFunds' },
      { key: 'remarks' },
    ],
  },
  {
    name: 'place',
    facts: [
      { key: 'branchName' },
      { key: 'counterName' },
      { key: 'maker' },
      { key: 'businessDate', kind: 'date' },
      { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
      { key: 'settledAt', kind: 'dateTime', place: 'branchId' },
    ],
  },
]

/** One deal in full: lines, money, gates with who decided them, what happened when, and what may be done now. */
export function DealDetail({ id, back }: { id: string; back: string }) {
  const texts = useTexts(place)
  return (
    <DetailPage<Deal>
      texts={place}
      get={api.getById}
      id={id}
      back={back}
      title={({ number, state }) => number ?? texts(`untitled.${state}`)}
      badge={{ key: 'state', cell: (_, deal) => <DealBadge deal={deal} /> }}
      figures={figures}
      first={({ id: documentId, customerId, openGates }) =>
        openGates.includes('rba') && (
          <Suspense>
            <OpenMatches customerId={customerId} documentId={documentId} />
          </Suspense>
        )
      }
      groups={groups}
      actions={(deal) => <Acts deal={deal} back={back} />}
      side={({ events, branchId }) => (
        <Timeline
          place={branchId}
          title={texts('events')}
          entries={events.toReversed().map((event, index) => ({
            id: String(index),
            at: event.at,
            who: event.forName ? texts('inStead', { by: event.by, name: event.forName }) : event.by,
            what: texts(`acts.${event.act}`, { defaultValue: event.act }),
            note: event.note,
          }))}
        />
      )}
    >
      {(deal) => (
        <div className={css.parts}>
          {deal.state === 'quote' && deal.expiresAt && <Countdown until={deal.expiresAt} />}
          {deal.inStead.length > 0 && (
            <Alert color="gray">{texts('standsIn', { names: deal.inStead.join(', ') })}</Alert>
          )}
          {deal.reverseBar && (
            <Alert color="gray">
              {texts(`reverseBars.${deal.reverseBar}`, { counter: deal.counterName })}
            </Alert>
          )}
          <GatesPart deal={deal} texts={texts} />
          <LinesPart deal={deal} texts={texts} />
          <PaymentsPart deal={deal} texts={texts} />
          <ThirdPartyPart deal={deal} texts={texts} />
          <PostingsPart deal={deal} texts={texts} />
        </div>
      )}
    </DetailPage>
  )
}

const run = { ...api, edit: api.update, settlePart: api.settle }
const documents = bindContract(dealDocuments)
const dealFlags = {
  update: api.update,
  delete: api.delete,
  print: documents.print,
  hold: api.hold,
  releaseHold: api.releaseHold,
}
const quoteFlags = { ...dealFlags, print: documents.printQuote }
/** These need more than a note, or lead elsewhere. */
const apart = new Set(
  'edit settlePart quote clearPayment hold releaseHold delete print printQuote'.split(' '),
)

function Acts({ deal, back }: { deal: Deal; back: string }) {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const act = useAct()
  const [isParting, setParting] = useState(false)
  const { id, version } = deal
  const flags = usePermissionFlags(deal.state === 'quote' ? quoteFlags : dealFlags)
  const can = (name: Deal['can'][number]) => deal.can.includes(name)
  const isDraft = deal.state === 'draft' || deal.state === 'quote'

  async function hold(which: 'hold' | 'releaseHold') {
    const title = texts(`actions.${which}`)
    const note = await askNote({ title, message: '', confirm: title, required: false })
    if (note === undefined) return
    act.mutate({
      api: api[which],
      input: { id, version, ...(note && { note }) },
      said: texts('said.updated'),
    })
  }
  async function remove() {
    const title = texts('actions.delete')
    if (!(await confirm({ title, message: texts('dialogs.sure'), confirm: title, danger: true }))) return
    const leave = () => navigate({ to: back, search: true })
    act.mutate({ api: api.delete, input: { id, version }, said: texts('said.removed'), leave })
  }
  const button = (name: string, onClick: () => void) => (
    <BusyButton variant="default" busy={act.isPending} onClick={onClick}>
      {texts(`actions.${name}`)}
    </BusyButton>
  )
  return (
    <>
      {flags.canDelete && can('delete') && button('delete', () => void remove())}
      {flags.canHold && can('hold') && button('hold', () => void hold('hold'))}
      {flags.canReleaseHold && can('releaseHold') && button('releaseHold', () => void hold('releaseHold'))}
      {flags.canPrint && (can('print') || can('printQuote')) && <PrintButtons deal={deal} />}
      {can('settlePart') && deal.lines.length > 1 && button('settlePart', () => setParting(true))}
      {flags.canUpdate && can('edit') && (
        <Button
          variant={isDraft ? 'filled' : 'default'}
          renderRoot={(props) => <Link to="/transaction" search={{ deal: id } as never} {...props} />}
        >
          {texts(isDraft ? 'goOn' : 'actions.edit')}
        </Button>
      )}
      <ActionBar
        texts={place}
        workflow={dealWorkflow}
        row={{ ...deal, can: deal.can.filter((name) => !apart.has(name)) }}
        run={run}
        isQuiet={isDraft && can('edit')}
        nameOf={(action) => nameAct(texts, action, deal.can)}
      />
      {isParting && <SettlePart deal={deal} onClose={() => setParting(false)} />}
    </>
  )
}

/** The deal on paper: as a file, on A4, or as the counter prints it. */
function PrintButtons({ deal }: { deal: Deal }) {
  const texts = useTexts(place)
  const kind = deal.state === 'quote' ? 'quote' : voided.includes(deal.state) ? 'void' : 'receipt'
  return (
    <>
      <Button variant="subtle" onClick={() => void printDeal(deal, { paper: 'a4', isFile: true })}>
        {texts('asFile')}
      </Button>
      <Button variant="subtle" onClick={() => void printDeal(deal, { paper: 'a4' })}>
        {texts('onA4')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} stroke={1.75} />}
        onClick={() => void printDeal(deal)}
      >
        {texts(`prints.${kind}`)}
      </Button>
    </>
  )
}

/** Which lines and which money go over the counter now. */
function SettlePart({ deal, onClose }: { deal: Deal; onClose: () => void }) {
  const texts = useTexts(place)
  const act = useAct()
  useFocusBack()
  const open = deal.lines.filter(({ isSettled }) => !isSettled)
  const expected = deal.payments.filter(({ isSettled }) => !isSettled)
  const [lines, setLines] = useState<string[]>([])
  const [payments, setPayments] = useState<string[]>([])
  const settle = () =>
    act.mutate(
      {
        api: api.settle,
        input: { id: deal.id, version: deal.version, lines: lines.map(Number), payments },
        said: texts('said.settle'),
      },
      { onSuccess: onClose },
    )
  return (
    <Modal opened centered title={texts('actions.settlePart')} onClose={onClose} withCloseButton={false}>
      <Checkbox.Group label={texts('lines')} value={lines} onChange={setLines}>
        {open.map((line) => (
          <Checkbox
            key={line.position}
            mt="xs"
            value={String(line.position)}
            label={`${texts(`sides.${line.side}`)} ${groupDigits(line.quantity)} ${line.subCurrencyCode ?? line.currencyCode}`}
          />
        ))}
      </Checkbox.Group>
      <Checkbox.Group mt="md" label={texts('payments')} value={payments} onChange={setPayments}>
        {expected.map((payment) => (
          <Checkbox
            key={payment.id}
            mt="xs"
            value={payment.id}
            label={`${payment.modeName} ${groupDigits(payment.amount)} ${deal.localCurrency}`}
          />
        ))}
      </Checkbox.Group>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          {texts('cancel')}
        </Button>
        <BusyButton busy={act.isPending || lines.length === 0} onClick={settle}>
          {texts('actions.settlePart')}
        </BusyButton>
      </Group>
    </Modal>
  )
}
