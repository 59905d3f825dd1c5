import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { today } from '#kit/web/format.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { TypedNumber } from '#kit/web/typed-number.web.tsx'
import { ActDialog } from '../acts/act-dialog.web.tsx'
import { type ChequeDetail, cheques } from './cheques.contract.ts'

const api = bindContract(cheques)
const texts = 'bank:cheques'

/** Why and when a cheque came back, and what the bank charged for it. */
export function BounceForm({ row, onClose }: { row: ChequeDetail; onClose: () => void }) {
  const say = useTexts(texts)
  const [typed, setTyped] = useState({ note: '', charge: '', businessDate: today() })
  const call = () =>
    api.bounce.call({
      id: row.id,
      version: row.version,
      note: typed.note,
      charge: typed.charge ? numberOf(typed.charge) : null,
      businessDate: typed.businessDate || null,
    })
  return (
    <ActDialog {...{ texts, call, onClose }} act="bounce">
      {(faultAt) => (
        <>
          <Textarea
            label={say('fields.reason')}
            required
            autosize
            minRows={2}
            value={typed.note}
            error={faultAt('note')}
            onChange={(event) => setTyped({ ...typed, note: event.currentTarget.value })}
          />
          <DateBox
            label={say('fields.businessDate')}
            value={typed.businessDate}
            error={faultAt('businessDate')}
            onChange={(businessDate) => setTyped({ ...typed, businessDate })}
          />
          <TypedNumber
            label={say('fields.charge')}
            rule={{}}
            value={typed.charge}
            error={faultAt('charge')}
            onChange={(charge) => setTyped({ ...typed, charge })}
          />
        </>
      )}
    </ActDialog>
  )
}
