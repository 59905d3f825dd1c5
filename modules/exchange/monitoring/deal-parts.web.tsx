// Long because each part of the page of a deal is a short table, and they share their words.
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { askNote } from '#kit/web/dialogs.web.tsx'
import { dateText, dateTimeText, percent, rateText } from '#kit/web/format.web.ts'
import { BusyButton, TextLink } from '#kit/web/parts.web.tsx'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { type Texts, useTexts } from '#kit/web/texts.web.ts'
import { Rate, StatusBadge } from '#kit/web/values.web.tsx'
import { Deviation } from '../pricing/deviation.web.tsx'
import { approverText, gateFigure } from '../gates/gate.web.tsx'
import { paymentSteps, type PaymentState } from '../workflow/deal-workflow.domain.ts'
import type { Deal } from '../deals/deals.contract.ts'
import { api } from './deal-acts.web.ts'
import { ThirdPartyFacts } from '../third-parties/third-party.web.tsx'
import css from './monitoring.module.css'

type PaymentStep = Exclude<PaymentState, 'expected'>

const part = (title: string, table: ReactNode) => (
  <section>
    <Title order={2} className={css.heading}>
      {title}
    </Title>
    {table}
  </section>
)

interface PartProps {
  deal: Deal
  texts: Texts
}

const gainKinds = { buy: ['purchaseMargin'], sell: ['dealing', 'holding'] } as const

/** What changed hands, at which rate. */
export function LinesPart({ deal, texts }: PartProps) {
  const hasGain = deal.lines.some(({ gain }) => gain !== null)
  const heads = [
    'side',
    'currency',
    'quantity',
    'rate',
    'usualRate',
    'mid',
    'amount',
    ...(hasGain ? ['gain'] : []),
  ]
  return part(
    texts('lines'),
    <>
      <Sheet
        label={texts('lines')}
        columns={[
          ...heads.map((key, at) => ({ title: texts(`fields.${key}`), isNumber: at > 1 })),
          { title: texts('fields.note') },
        ]}
      >
        {deal.lines.map((line) => (
          <tr key={line.position}>
            <td data-side={line.side}>{texts(`sides.${line.side}`)}</td>
            <th scope="row">{line.subCurrencyCode ?? line.currencyCode}</th>
            <td data-number>{groupDigits(line.quantity)}</td>
            <td data-number>
              <Rate value={line.rate} />
            </td>
            <td data-number>{rateText(line.usualRate)}</td>
            <td data-number>{rateText(line.mid)}</td>
            <td data-number>{groupDigits(line.amount)}</td>
            {hasGain && (
              <td data-number>
                {line.gain &&
                  gainKinds[line.side].map((kind) => (
                    <div key={kind}>
                      {texts(`fields.${kind}`)} {groupDigits(line.gain?.[kind] ?? '')}
                    </div>
                  ))}
              </td>
            )}
            <td>
              <span className={css.away}>
                <Deviation {...line} />
              </span>
              {[
                ['customer', 'custom'].includes(line.rateRule.kind) &&
                  texts(`rateRules.${line.rateRule.kind}`),
                line.reason,
                line.pieces.map(({ count, faceValue }) => `${count} × ${groupDigits(faceValue)}`).join(' + '),
                deal.state === 'partiallySettled' && texts(line.isSettled ? 'handedOver' : 'open'),
              ]
                .filter(Boolean)
                .join(' · ')}
              <ByBank deal={deal} line={line} texts={texts} />
            </td>
          </tr>
        ))}
      </Sheet>
      {hasGain && <p className={css.quiet}>{texts('gainNote')}</p>}
    </>,
  )
}

/** The account by which a line comes or goes; of what is bought by it, what has become of it. */
function ByBank({ deal, line, texts }: PartProps & { line: Deal['lines'][number] }) {
  const { transfer, side, isSettled } = line
  if (!transfer) return null
  const isBought = side === 'buy'
  return (
    <div>
      {[
        texts('byBank', { name: transfer.name }),
        transfer.reference,
        isBought && texts(`paymentStates.${transfer.state}`),
      ]
        .filter(Boolean)
        .join(' · ')}
      {deal.can.includes('clearPayment') && isBought && !isSettled && (
        <PaymentSteps
          deal={deal}
          payment={transfer}
          about={[transfer.name, groupDigits(line.quantity), line.currencyCode].join(' ')}
          texts={texts}
        />
      )}
    </div>
  )
}

/** The money and the fees of a deal; what is awaited is said to be there, or not, by another person than the maker. */
export function PaymentsPart({ deal, texts }: PartProps) {
  if (deal.payments.length === 0 && deal.fees.length === 0) return null
  const heads = ['direction', 'mode', 'amount', 'state', 'reference']
  return part(
    texts('payments'),
    <Sheet
      label={texts('payments')}
      columns={heads.map((key) => ({ title: texts(`fields.${key}`), isNumber: key === 'amount' }))}
    >
      {deal.payments.map((payment) => (
        <tr key={payment.id}>
          <td>{texts(`directions.${payment.direction}`)}</td>
          <th scope="row">{payment.modeName}</th>
          <td data-number>{groupDigits(payment.amount)}</td>
          <td>
            {texts(`paymentStates.${payment.state}`)}
            {deal.can.includes('clearPayment') && payment.needsClearing && payment.direction === 'in' && (
              <PaymentSteps
                deal={deal}
                payment={payment}
                about={[payment.modeName, groupDigits(payment.amount), deal.localCurrency].join(' ')}
                texts={texts}
              />
            )}
          </td>
          <td>
            {payment.thirdParty && <ThirdPartyFacts dealId={deal.id} party={payment.thirdParty} />}
            {[
              payment.reference,
              payment.tendered && texts('tendered', { amount: groupDigits(payment.tendered) }),
              payment.pieces
                .map(({ count, faceValue }) => `${count} × ${groupDigits(faceValue)}`)
                .join(' + '),
            ]
              .filter(Boolean)
              .join(' · ')}
          </td>
        </tr>
      ))}
      {deal.fees.map((fee) => (
        <FeeRow key={fee.ruleId} fee={fee} texts={texts} />
      ))}
    </Sheet>,
  )
}

interface PaymentStepsProps extends PartProps {
  /** A payment, or the transfer of a line. */
  payment: { id: string; state: PaymentState }
  /** What it is of. */
  about: string
}

/** What may be said of an awaited payment, with a note. */
function PaymentSteps({ deal, payment, about, texts }: PaymentStepsProps) {
  const { mutate, isPending } = useAct()
  async function say(state: PaymentStep) {
    const title = texts(`paymentActs.${state}`)
    const note = await askNote({ title, message: about, confirm: title, required: state !== 'received' })
    if (note === undefined) return
    const input = { id: deal.id, version: deal.version, payment: payment.id, state, ...(note && { note }) }
    mutate({ api: api.clearPayment, input, said: texts('said.updated') })
  }
  return (
    <span className={css.steps}>
      {paymentSteps[payment.state].map((state) => (
        <BusyButton
          key={state}
          size="compact-xs"
          variant="default"
          busy={isPending}
          onClick={() => void say(state)}
        >
          {texts(`paymentActs.${state}`)}
        </BusyButton>
      ))}
    </span>
  )
}

function FeeRow({ fee, texts }: { fee: Deal['fees'][number]; texts: Texts }) {
  const tax =
    fee.taxRate !== null &&
    texts('taxIn', {
      name: fee.taxName || texts('tax'),
      rate: percent(fee.taxRate),
      amount: groupDigits(fee.tax),
    })
  return (
    <tr>
      <td>{texts('fields.fee')}</td>
      <th scope="row">{fee.name}</th>
      <td data-number>{groupDigits(fee.fee)}</td>
      <td>{fee.isWaived && texts('waived')}</td>
      <td>{[tax, fee.reason].filter(Boolean).join(' · ')}</td>
    </tr>
  )
}

/** Who came for the customer, where no payment names them. */
export function ThirdPartyPart({ deal, texts }: PartProps) {
  if (!deal.thirdParty) return null
  return part(texts('thirdParty.came'), <ThirdPartyFacts dealId={deal.id} party={deal.thirdParty} />)
}

const gateTones = { open: 'attention', approved: 'done', rejected: 'stopped', lapsed: 'stopped' } as const

/** What stopped the deal: each rule with its version and source, and who decided. */
export function GatesPart({ deal, texts }: PartProps) {
  const gateTexts = useTexts('exchange:gates')
  if (deal.gates.length === 0) return null
  const heads = ['gate', 'reason', 'value', 'limit', 'rule', 'source', 'state', 'decided']
  return part(
    texts('gates'),
    <Sheet
      label={texts('gates')}
      columns={heads.map((key) => ({
        title: texts(`fields.${key}`),
        isNumber: key === 'value' || key === 'limit',
      }))}
    >
      {deal.gates.map((gate) => (
        <tr key={gate.id}>
          <th scope="row">{gateTexts(`kinds.${gate.kind}`)}</th>
          <td>
            {[gateTexts(`reasons.${gate.reason}`), approverText(gateTexts, gate)].filter(Boolean).join(' ')}
          </td>
          <td data-number>{gateFigure(gate.reason, gate.value)}</td>
          <td data-number>{gate.limit === null ? '–' : gateFigure(gate.reason, gate.limit)}</td>
          <td>
            {gate.rule &&
              texts('ruleVersion', {
                rule: gateTexts(`rules.${gate.rule}`, { defaultValue: gate.rule }),
                version: gate.ruleVersion,
              })}
          </td>
          <td>{gate.source}</td>
          <td>
            <StatusBadge tone={gateTones[gate.state]}>{gateTexts(`states.${gate.state}`)}</StatusBadge>
          </td>
          <td>
            {[
              gate.decidedBy && gate.decidedFor
                ? texts('inStead', { by: gate.decidedBy, name: gate.decidedFor })
                : gate.decidedBy,
              gate.decidedAt && dateTimeText(gate.decidedAt, deal.branchId),
              gate.lapsesAt && texts('validUntil', { at: dateTimeText(gate.lapsesAt, deal.branchId) }),
              gate.note,
            ]
              .filter(Boolean)
              .join(' · ')}
          </td>
        </tr>
      ))}
    </Sheet>,
  )
}

/** Where the journal has it, for whoever may read that. */
export function PostingsPart({ deal, texts }: PartProps) {
  if (deal.postings.length === 0) return null
  const entry = (id: string) => <TextLink to={`/accounting/journal/${id}`}>{id.slice(-12)}</TextLink>
  return part(
    texts('journal'),
    <Sheet
      label={texts('journal')}
      columns={['date', 'entry', 'undone'].map((key) => ({
        title:
          key === 'date' ? texts('fields.businessDate') : texts(key === 'entry' ? 'journal' : 'undoneBy'),
      }))}
    >
      {deal.postings.map(({ entryId, businessDate, reversalId }) => (
        <tr key={entryId}>
          <td>{dateText(businessDate)}</td>
          <td>{entry(entryId)}</td>
          <td>{reversalId && entry(reversalId)}</td>
        </tr>
      ))}
    </Sheet>,
  )
}
