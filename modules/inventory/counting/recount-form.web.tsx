import type { ComponentType, ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type CountDetail, counts } from '../counts/counts.contract.ts'
import type { Counting } from '../items/count-entry.web.tsx'
import { type DraftLines, HandIn, home as money, Place, place } from './counting.web.tsx'
import css from '../items/count-entry.module.css'

type Api = ReturnType<typeof bindContract<typeof counts>>
/** What the forms of counts of a kind of stock have of their own. */
interface Forms {
  home: string
  api: Pick<Api, 'countAgain' | 'getById' | 'process' | 'update'>
  /** What lies there to be counted. */
  Sheet: ComponentType<{ at: CountDetail; draft?: DraftLines; children: (counting: Counting) => ReactNode }>
}

/** The forms by which a count of a kind of stock is gone on with. */
export const countingForms = (forms: Forms) => ({
  RecountForm: () => <Recount {...forms} />,
  DraftForm: () => <Draft {...forms} />,
})

export const { RecountForm, DraftForm } = countingForms({
  home: money,
  api: bindContract(counts),
  Sheet: Place,
})

/** Counts a vault as the second person, or once more what differed by too much: blind, with nothing filled in. */
function Recount({ home, api, Sheet }: Forms) {
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
              {row.kind !== 'store' && <span>{row.counterName ?? stock('vault')}</span>}
            </p>
            {row.can.includes('countAgain') ? (
              <>
                <p>{texts(`waits.${row.state}`)}</p>
                <Sheet key={row.version} at={row}>
                  {(counting) => (
                    <HandIn
                      counting={counting}
                      isFull={row.isFull}
                      home={home}
                      send={({ lines, isZeroConfirmed }) =>
                        api.countAgain.call({ id, version: row.version, lines, isZeroConfirmed })
                      }
                    />
                  )}
                </Sheet>
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

/** Goes on with a draft, on whatever device: what was typed is there, a zero as a zero and a blank as a blank. */
function Draft({ home, api, Sheet }: Forms) {
  const { id = '' } = useParams({ strict: false })
  const texts = useTexts(place)
  const query = useQuery(api.getById.queryOptions({ id }))
  return (
    <SheetPage>
      <PageHeader title={texts('draft')} back={{ to: `${home}/${id}` }} />
      <Loaded query={query} height={320}>
        {(row) =>
          row.can.includes('process') && row.takes[0]?.lines ? (
            <Sheet key={row.version} at={row} draft={row.takes[0].lines}>
              {(counting) => (
                <HandIn
                  counting={counting}
                  isFull={row.isFull}
                  home={home}
                  note={row.note}
                  send={async (counted, isHandedIn) => {
                    const kept = await api.update.call({ id, version: row.version, ...counted })
                    return isHandedIn ? api.process.call({ id, version: kept.version }) : kept
                  }}
                />
              )}
            </Sheet>
          ) : (
            <EmptyState text={texts('notYours')} />
          )
        }
      </Loaded>
    </SheetPage>
  )
}
