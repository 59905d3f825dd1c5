import { Checkbox, Group, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { dateText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import { bankMatches } from './matches.contract.ts'
import css from './matches.module.css'

const api = bindContract(bankMatches)
const place = 'bank:matches'

interface PaymentSideProps {
  id: string
  lineIds: readonly string[]
  /** What is left of the lines, by id. */
  sums: ReadonlyMap<string, string>
  onDone: () => void
}

/** Payments of deals that wait for a bank: the line that is chosen says which of them are good, or came back. */
export function PaymentSide({ id, lineIds, sums, onDone }: PaymentSideProps) {
  const texts = useTexts(place)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const query = useQuery(api.payments.queryOptions({ reconciliationId: id }))
  const [lineId] = lineIds
  const isOut = (sums.get(lineId ?? '') ?? '').startsWith('-')
  const say = useMutation({
    mutationFn: (line: string) =>
      api.clearPayments.call({
        reconciliationId: id,
        lineId: line,
        state: isOut ? 'bounced' : 'cleared',
        paymentIds: [...chosen],
      }),
    onSuccess: () => {
      snackbar.success(texts('paymentsCleared'))
      setChosen([])
      onDone()
    },
  })
  const toggle = (one: string) =>
    setChosen(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])
  return (
    <section aria-label={texts('payments')}>
      <Group justify="space-between" my="xs">
        <Title order={2} size="h4">
          {texts('payments')}
        </Title>
        <ProcessingButton
          busy={say.isPending}
          disabled={lineIds.length !== 1 || chosen.length === 0}
          onClick={() => lineId && say.mutate(lineId)}
        >
          {texts(isOut ? 'bouncePayments' : 'clearPayments')}
        </ProcessingButton>
      </Group>
      <Loaded query={query} height={120}>
        {(payments) =>
          payments.length === 0 ? (
            <EmptyState text={texts('noPayments')} />
          ) : (
            <>
              <p>{texts('paymentHint')}</p>
              <ul className={css.list}>
                {payments.map(({ id: payment, on, number, customer, mode, reference, amount, state }) => {
                  const words = [dateText(on), number, customer, mode, reference].filter(Boolean).join(' · ')
                  const isChosen = chosen.includes(payment)
                  return (
                    <li key={payment} className={css.row} data-chosen={isChosen || undefined}>
                      <Checkbox aria-label={words} checked={isChosen} onChange={() => toggle(payment)} />
                      <div className={css.words}>
                        {words} <StatusBadge tone="waiting">{texts(`values.state.${state}`)}</StatusBadge>
                      </div>
                      <div className="agio-number">{groupDigits(amount)}</div>
                    </li>
                  )
                })}
              </ul>
            </>
          )
        }
      </Loaded>
    </section>
  )
}
