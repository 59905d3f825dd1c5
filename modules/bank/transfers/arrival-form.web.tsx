import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { readNumber } from '#kit/domain/numbers.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { today } from '#kit/web/format.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { TypedNumber } from '#kit/web/typed-number.web.tsx'
import { ActDialog } from '../acts/act-dialog.web.tsx'
import { bankTransfers, type TransferDetail } from './transfers.contract.ts'
import { isShortOfCash } from './transfers.domain.ts'

const api = bindContract(bankTransfers)
const texts = 'bank:transfers'

/** How much arrived, of which currency, when, and between two foreign currencies at which rate. */
export function ArrivalForm({ row, onClose }: { row: TransferDetail; onClose: () => void }) {
  const say = useTexts(texts)
  const isSame = row.currency === row.arrivedCurrency
  const [typed, setTyped] = useState({
    amount: isSame ? groupDigits(row.amount) : '',
    rate: '',
    note: '',
    businessDate: today(),
  })
  const arrived = readNumber(typed.amount)
  const isShort = arrived !== undefined && isShortOfCash(row, arrived)
  const call = () =>
    api.arrive.call({
      id: row.id,
      version: row.version,
      note: typed.note,
      amount: typed.amount ? numberOf(typed.amount) : null,
      rate: typed.rate ? numberOf(typed.rate) : null,
      businessDate: row.toAccountId === null ? null : typed.businessDate || null,
    })
  const text = (key: 'amount' | 'rate', label: string, error: string | undefined) => (
    <TypedNumber
      label={label}
      rule={{}}
      value={typed[key]}
      error={error}
      onChange={(value) => setTyped({ ...typed, [key]: value })}
    />
  )
  return (
    <ActDialog {...{ texts, call, onClose }} act="arrive">
      {(faultAt) => (
        <>
          {text('amount', `${say('fields.arrivedAmount')} ${row.arrivedCurrency}`, faultAt('amount'))}
          {row.asksRate && text('rate', say('fields.rate'), faultAt('rate'))}
          {row.toAccountId !== null && (
            <DateBox
              label={say('fields.arrivedDate')}
              value={typed.businessDate}
              error={faultAt('businessDate')}
              onChange={(businessDate) => setTyped({ ...typed, businessDate })}
            />
          )}
          {(row.kind === 'cheques' || isShort) && (
            <Textarea
              label={say('fields.reason')}
              required
              autosize
              minRows={2}
              value={typed.note}
              error={faultAt('note')}
              onChange={(event) => setTyped({ ...typed, note: event.currentTarget.value })}
            />
          )}
        </>
      )}
    </ActDialog>
  )
}
