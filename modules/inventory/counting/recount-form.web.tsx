import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader, ProcessingButton } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type CountDetail, counts } from '../counts/counts.contract.ts'
import type { Counting } from '../items/count-entry.web.tsx'
import { Foot, home, Note, Place, place, useDone } from './counting.web.tsx'
import css from '../items/count-entry.module.css'

const api = bindContract(counts)

/** Counts a vault as the second person, or once more what differed by too much: blind, with nothing filled in. */
export function RecountForm() {
  const { id = '' } = useParams({ strict: false })
  const texts = useTexts(place)
  const stock = useTexts('inventory:stock')
  const query = useQuery(api.getById.queryOptions({ id }))
  return (
    <SheetPage>
      <PageHeader title={texts('again')} back={{ to: `${home}/${id}` }} />
      <Loaded query={query} height={320}>
        {(row) => (
          <>
            <p className={css.facts}>
              <span>{row.branchName}</span>
              <span>{row.counterName ?? stock('vault')}</span>
            </p>
            {row.can.includes('countAgain') ? (
              <>
                <p>{texts(`waits.${row.state}`)}</p>
                <Place key={row.version} at={row}>
                  {(counting) => <Again row={row} counting={counting} />}
                </Place>
              </>
            ) : (
              <EmptyState text={texts('notYours')} />
            )}
          </>
        )}
      </Loaded>
    </SheetPage>
  )
}

function Again({ row, counting }: { row: CountDetail; counting: Counting }) {
  const { id, version } = row
  const texts = useTexts(place)
  const onSuccess = useDone()
  const start = () => {
    if (!row.isFull || counting.isComplete()) send.mutate()
  }
  const send = useMutation({
    mutationFn: () => api.countAgain.call({ id, version, lines: counting.lines(), isZeroConfirmed: true }),
    onSuccess,
  })
  return (
    <footer className={css.foot}>
      <ProcessingButton busy={send.isPending} disabled={counting.isFaulty} onClick={start}>
        {texts('handIn')}
      </ProcessingButton>
    </footer>
  )
}

/** Goes on with a draft, on whatever device: what was typed is there, a zero as a zero and a blank as a blank. */
export function DraftForm() {
  const { id = '' } = useParams({ strict: false })
  const texts = useTexts(place)
  const query = useQuery(api.getById.queryOptions({ id }))
  return (
    <SheetPage>
      <PageHeader title={texts('draft')} back={{ to: `${home}/${id}` }} />
      <Loaded query={query} height={320}>
        {(row) =>
          row.can.includes('process') && row.takes[0]?.lines ? (
            <Place key={row.version} at={row} draft={row.takes[0].lines}>
              {(counting) => <Rewrite row={row} counting={counting} />}
            </Place>
          ) : (
            <EmptyState text={texts('notYours')} />
          )
        }
      </Loaded>
    </SheetPage>
  )
}

function Rewrite({ row, counting }: { row: CountDetail; counting: Counting }) {
  const { id, version, isFull } = row
  const onSuccess = useDone()
  const [note, setNote] = useState(row.note)
  const start = (isWhole: boolean) => {
    if (!isWhole || !isFull || counting.isComplete()) save.mutate(isWhole)
  }
  const save = useMutation({
    mutationFn: async (isWhole: boolean) => {
      const kept = await api.update.call({
        id,
        version,
        note,
        lines: counting.lines(),
        isZeroConfirmed: true,
      })
      return isWhole ? api.process.call({ id, version: kept.version }) : kept
    },
    onSuccess,
  })
  return (
    <>
      <Note value={note} onChange={setNote} />
      <Foot
        counting={counting}
        busy={save.isPending}
        onKeep={() => start(false)}
        onSend={() => start(true)}
      />
    </>
  )
}
