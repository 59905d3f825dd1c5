import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { counts } from '../counts/counts.contract.ts'
import { HandIn, home, Place, place } from './counting.web.tsx'
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
                  {(counting) => (
                    <HandIn
                      counting={counting}
                      isFull={row.isFull}
                      send={({ lines, isZeroConfirmed }) =>
                        api.countAgain.call({ id, version: row.version, lines, isZeroConfirmed })
                      }
                    />
                  )}
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
              {(counting) => (
                <HandIn
                  counting={counting}
                  isFull={row.isFull}
                  note={row.note}
                  send={async (counted, isHandedIn) => {
                    const kept = await api.update.call({ id, version: row.version, ...counted })
                    return isHandedIn ? api.process.call({ id, version: kept.version }) : kept
                  }}
                />
              )}
            </Place>
          ) : (
            <EmptyState text={texts('notYours')} />
          )
        }
      </Loaded>
    </SheetPage>
  )
}
