import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { TypedNumber } from '#kit/web/typed-number.web.tsx'
import { ActDialog } from '../acts/act-dialog.web.tsx'
import { type ReconciliationDetail, bankReconciliations } from './reconciliations.contract.ts'

const api = bindContract(bankReconciliations)
const texts = 'bank:reconciliations'

/** The closing balance as the bank has it, and a note. */
export function SaveForm({ row, onClose }: { row: ReconciliationDetail; onClose: () => void }) {
  const say = useTexts(texts)
  const [closing, setClosing] = useState(groupDigits(row.closing))
  const [note, setNote] = useState(row.note)
  const call = () => api.save.call({ id: row.id, version: row.version, closing: numberOf(closing), note })
  return (
    <ActDialog {...{ texts, call, onClose }} act="save">
      {(faultAt) => (
        <>
          <TypedNumber
            label={say('fields.closing')}
            rule={{}}
            value={closing}
            error={faultAt('closing')}
            onChange={setClosing}
          />
          <Textarea
            label={say('fields.note')}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </>
      )}
    </ActDialog>
  )
}
