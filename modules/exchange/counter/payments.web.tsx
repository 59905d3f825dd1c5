import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { amountsOf, newPaying, type Paying } from '../entry/draft.domain.ts'
import { add, isNoNumber, typedNumber } from '../entry/entry.domain.ts'
import { useDeal } from '../entry/use-deal.web.ts'
import { NumberBox } from '../entry/fields.web.tsx'
import { Bearer, ThirdPartyFields } from './third-party.web.tsx'
import css from '../entry/entry.module.css'

const place = 'exchange:deal'

/** How the deal is paid: all of it in cash unless somebody says otherwise; what an amount leaves open is the rest. */
export function Payments() {
  const texts = useTexts(place)
  const deal = useDeal()
  const { pricing, basket } = deal
  const { direction, payable, isNothing, exponent } = pricing
  const [untouched] = useState(newPaying)
  const rows = basket.payments.length > 0 ? basket.payments : [untouched]
  const amounts = amountsOf(rows, payable, exponent)
  if (isNothing) return <Bearer />
  // The line that stands there by itself becomes one of the deal when it is changed.
  const put = (row: Paying, part: Partial<Paying>) =>
    basket.payments.length > 0
      ? deal.putPayment(row.key, part)
      : deal.change({ payments: [{ ...row, ...part }] })
  return (
    <section className={css.part} aria-label={texts(`paid.${direction}`)}>
      <h2>
        {texts(`paid.${direction}`)}
        <UnstyledButton
          className={css.link}
          onClick={() => deal.change({ payments: [...rows, newPaying()] })}
        >
          {texts('addPayment')}
        </UnstyledButton>
      </h2>
      {rows.map((row, at) => (
        <PaymentLine
          key={row.key}
          row={row}
          number={at + 1}
          amount={amounts[at] ?? null}
          canRemove={rows.length > 1}
          put={(part) => put(row, part)}
        />
      ))}
      <Bearer />
      <Payout />
    </section>
  )
}

/** In which notes and coins the cash is paid out, from the largest. */
function Payout() {
  const texts = useTexts(place)
  const { isCurrent, said } = useDeal().pricing
  if (!isCurrent || !said?.payout) return null
  const parts = said.payout.map(({ count, faceValue }) => `${count} × ${groupDigits(faceValue)}`)
  return (
    <p className={css.quiet}>
      {texts('handOut')} <span className="agio-number">{parts.join(' + ')}</span>
    </p>
  )
}

interface PaymentLineProps {
  row: Paying
  number: number
  amount: string | null
  canRemove: boolean
  put: (part: Partial<Paying>) => void
}

function PaymentLine({ row, number, amount, canRemove, put }: PaymentLineProps) {
  const texts = useTexts(place)
  const deal = useDeal()
  const { direction, cashId } = deal.pricing
  const { code = '' } = deal.house.local ?? {}
  const modes = deal.house.modes[direction]
  const modeId = row.modeId || cashId
  const isCash = modes.find(({ id }) => id === modeId)?.kind === 'cash'
  const label = (field: string) => texts('ofPayment', { field: texts(field), number })
  const who = texts(isCash ? 'onBehalf.who' : `thirdParty.${direction}`)
  return (
    <div className={css.payment} role="group" aria-label={texts('payment', { number })}>
      <ModeBox label={label('mode')} modes={modes} modeId={modeId} onPick={(id) => put({ modeId: id })} />
      <NumberBox
        label={label('amount')}
        path={`payments.${number - 1}.amount`}
        shown={isNoNumber(row.amount) ? row.amount : (typedNumber(row.amount) ?? amount ?? '')}
        onType={(text) => put({ amount: text })}
      />
      <span className="agio-code">{code}</span>
      {canRemove && (
        <UnstyledButton
          className={css.remove}
          aria-label={texts('removePayment', { number })}
          onClick={() =>
            deal.change(({ payments }) => ({ payments: payments.filter(({ key }) => key !== row.key) }))
          }
        >
          <IconX size={16} stroke={1.75} />
        </UnstyledButton>
      )}
      {isCash && direction === 'in' && (
        <Tendered row={row} number={number} amount={amount} label={label('tendered')} put={put} />
      )}
      {!isCash && (
        <div className={css.tendered}>
          <input
            className={css.reason}
            data-path={`payments.${number - 1}.reference`}
            aria-label={label('reference')}
            placeholder={texts('reference')}
            maxLength={80}
            value={row.reference}
            onChange={(event) => put({ reference: event.currentTarget.value })}
          />
        </div>
      )}
      <ThirdPartyFields
        party={row.thirdParty}
        path={`payments.${number - 1}.thirdParty`}
        field={who}
        label={texts('ofPayment', { field: who, number })}
        isFolded={isCash}
        put={(thirdParty) => put({ thirdParty })}
      />
    </div>
  )
}

interface ModeBoxProps {
  label: string
  modes: readonly { id: string; name: string }[]
  modeId: string
  onPick: (id: string) => void
}

const ModeBox = ({ label, modes, modeId, onPick }: ModeBoxProps) => (
  <select
    className={css.box}
    aria-label={label}
    value={modeId}
    onChange={(event) => onPick(event.currentTarget.value)}
  >
    {modes.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </select>
)

type TenderedProps = Pick<PaymentLineProps, 'row' | 'number' | 'amount' | 'put'> & { label: string }

/** What the customer hands over, and the change or what is lacking. */
function Tendered({ row, number, amount, label, put }: TenderedProps) {
  const texts = useTexts(place)
  const { exponent } = useDeal().pricing
  const tendered = typedNumber(row.tendered)
  const change = tendered && amount ? add([tendered, `-${amount}`], exponent) : undefined
  return (
    <div className={css.tendered}>
      <label>
        <span>{texts('tendered')}</span>
        <NumberBox
          label={label}
          path={`payments.${number - 1}.tendered`}
          shown={typedNumber(row.tendered) ?? row.tendered}
          onType={(text) => put({ tendered: text })}
        />
      </label>
      {change && (
        <span data-tone={change.startsWith('-') ? 'attention' : undefined}>
          {texts(change.startsWith('-') ? 'lacking' : 'change')}{' '}
          <strong className="agio-number">{groupDigits(change.replace('-', ''))}</strong>
        </span>
      )}
    </div>
  )
}
