import { IconCircleCheck, IconCircleX, IconClock, IconHelpCircle } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { messageOf } from '#kit/web/failures.web.ts'
import { dateText } from '#kit/web/format.web.ts'
import { ErrorBox } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Frame } from '#modules/access/public.web.tsx'
import { type VerifiedReceipt, verification } from './verification.contract.ts'
import css from './verification.module.css'

const api = bindContract(verification)
const place = 'exchange:verification'

const signs = {
  issued: IconCircleCheck,
  void: IconCircleX,
  open: IconClock,
  unknown: IconHelpCircle,
} as const

/** /verify/…: what the code on a receipt leads to, for whoever holds the paper. */
export function VerifyReceipt() {
  const texts = useTexts(place)
  const { id: code = '' } = useParams({ strict: false })
  const [found, setFound] = useState<{ receipt: VerifiedReceipt | null }>()
  const [trouble, setTrouble] = useState('')
  useEffect(() => {
    const stop = new AbortController()
    api.verify.call({ code }, { signal: stop.signal }).then(setFound, (error: unknown) => {
      if (!stop.signal.aborted) setTrouble(messageOf(error))
    })
    return () => stop.abort()
  }, [code])
  return (
    <Suspense>
      <Frame title={texts('title')}>
        {trouble && <ErrorBox>{trouble}</ErrorBox>}
        {found && <Verdict receipt={found.receipt} />}
      </Frame>
    </Suspense>
  )
}

function Verdict({ receipt }: { receipt: VerifiedReceipt | null }) {
  const texts = useTexts(place)
  const state = receipt?.state ?? 'unknown'
  const Sign = signs[state]
  return (
    <>
      <p className={css.verdict} data-state={state} role="status">
        <Sign size={28} stroke={1.75} aria-hidden />
        <strong>{texts(`verdicts.${state}`)}</strong>
      </p>
      <p className={css.note}>{texts(`notes.${state}`)}</p>
      {receipt && <Facts receipt={receipt} />}
    </>
  )
}

function Facts({ receipt }: { receipt: VerifiedReceipt }) {
  const texts = useTexts(place)
  const { company, licenceNumber, branch, number, businessDate, localCurrency, lines, total } = receipt
  const isPaidOut = total.startsWith('-')
  const facts = [
    ['company', company],
    ['licence', licenceNumber],
    ['branch', branch],
    ['number', number],
    ['date', dateText(businessDate)],
    [isPaidOut ? 'paidOut' : 'paidIn', `${groupDigits(total.replace('-', ''))} ${localCurrency}`],
  ].filter(([, value]) => value !== '')
  return (
    <>
      <dl className={css.facts}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{texts(`fields.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table className={css.lines} aria-label={texts('lines')}>
        <tbody>
          {lines.map((line, at) => (
            <tr key={at}>
              <th scope="row">{texts(`sides.${line.side}`, { currency: line.currency })}</th>
              <td className="agio-number">{groupDigits(line.quantity)}</td>
              <td className="agio-number">
                {groupDigits(line.amount)} {localCurrency}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
