import { Button, MultiSelect, Select, Switch } from '@mantine/core'
import { IconExternalLink, IconMaximize } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useRef } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { dateTimeText, rateText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { createKept } from '#kit/web/kept.web.ts'
import { isFlag, isText, isTexts } from '#kit/web/kept-parts.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { type BoardRate, boardRates } from './board.contract.ts'
import css from './board.module.css'

const api = bindContract(boardRates)
const branchApi = bindContract(branches)
const place = 'rates:board'

/** How this browser shows the board; its window on another monitor follows at once. */
const settings = createKept(
  'BOARD_SETTINGS',
  { branchId: '', isInverse: false, hidden: [] as string[] },
  { branchId: isText, isInverse: isFlag, hidden: isTexts },
)

/** The branch of this board: the chosen one, else the first. */
function useBoard() {
  const { branchId } = settings.use()
  const choices = useQuery(branchApi.listSelection.queryOptions())
  const branch = choices.data?.find(({ id }) => id === branchId) ?? choices.data?.[0]
  const query = useQuery({
    ...api.list.queryOptions({ branchId: branch?.id ?? '' }),
    enabled: branch !== undefined,
    refetchInterval: 30_000,
    refetchIntervalInBackground: true,
  })
  return { choices, branch, query }
}

/** What a branch shows to the public, as it is shown, with what may be chosen about it. */
export function BoardRates() {
  const texts = useTexts(place)
  const { isInverse, hidden } = settings.use()
  const { choices, branch, query } = useBoard()
  const board = useRef<HTMLDivElement>(null)
  const codes = query.data?.items.map(({ code }) => code) ?? []
  return (
    <SheetPage>
      <PageHeader title={texts('title')}>
        <Button
          variant="default"
          leftSection={<IconMaximize size={16} stroke={1.75} />}
          onClick={() => void board.current?.requestFullscreen()}
        >
          {texts('full')}
        </Button>
        <Button
          leftSection={<IconExternalLink size={16} stroke={1.75} />}
          onClick={() => window.open('/board-rates/screen', 'board', 'popup,width=1280,height=720')}
        >
          {texts('window')}
        </Button>
      </PageHeader>
      <div className={css.choices}>
        <Select
          label={texts('branch')}
          w={260}
          searchable
          data={choices.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={branch?.id ?? null}
          onChange={(id) => settings.change({ branchId: id ?? '' })}
        />
        <MultiSelect
          label={texts('shown')}
          className={css.shown}
          searchable
          data={codes}
          value={codes.filter((code) => !hidden.includes(code))}
          onChange={(kept) => settings.change({ hidden: codes.filter((code) => !kept.includes(code)) })}
        />
        <Switch
          label={texts('inverse')}
          checked={isInverse}
          onChange={(event) => settings.change({ isInverse: event.currentTarget.checked })}
        />
      </div>
      <div ref={board} className={css.frame}>
        <Board query={query} heading="h2" />
      </div>
    </SheetPage>
  )
}

/** The board alone, for a monitor that the public sees. */
export function BoardScreen() {
  const texts = useTexts(place)
  const { query } = useBoard()
  return (
    <div className={css.screen}>
      <title>{texts('title')}</title>
      <Board query={query} heading="h1" />
    </div>
  )
}

interface BoardProps {
  query: ReturnType<typeof useBoard>['query']
  /** The rank of the branch's name on the page. */
  heading: 'h1' | 'h2'
}

function Board({ query, heading: Heading }: BoardProps) {
  const texts = useTexts(place)
  const { isInverse, hidden } = settings.use()
  return (
    <Loaded query={query} height={480}>
      {({ branch, local, items, changedAt, isStale }) => {
        const shown = items.filter(({ code }) => !hidden.includes(code))
        const half = shown.length > 12 ? Math.ceil(shown.length / 2) : shown.length
        const parts = [shown.slice(0, half), shown.slice(half)].filter((part) => part.length > 0)
        return (
          <section
            className={css.board}
            aria-label={texts('title')}
            style={{ '--rows': half + 1, '--parts': parts.length } as CSSProperties}
          >
            <header className={css.head}>
              <Heading>{branch}</Heading>
              <span>
                {isInverse ? texts('perLocal', { local }) : texts('inLocal', { local })}
                {changedAt && ` · ${texts('changed', { at: dateTimeText(changedAt) })}`}
              </span>
            </header>
            {(isStale || query.isError) && (
              <p className={css.updating} role="status">
                {texts('updating')}
              </p>
            )}
            {parts.length === 0 ? (
              <EmptyState text={texts('empty')} />
            ) : (
              <div className={css.parts}>
                {parts.map((part) => (
                  <Part
                    key={part[0]?.code}
                    rates={part}
                    isInverse={isInverse}
                    places={isInverse ? 2 : placesOf(shown)}
                  />
                ))}
              </div>
            )}
          </section>
        )
      }}
    </Loaded>
  )
}

/** The most decimals that any of these rates has: then all have as many, and stand one below the other. */
const placesOf = (rates: readonly BoardRate[]) =>
  Math.max(
    2,
    ...rates.flatMap(({ buy, sell }) => [buy, sell].map((rate) => rate?.split('.')[1]?.length ?? 0)),
  )

interface PartProps {
  rates: readonly BoardRate[]
  isInverse: boolean
  places: number
}

function Part({ rates, isInverse, places }: PartProps) {
  const texts = useTexts(place)
  const side = (rate: string | null) => (rate === null ? texts('ask') : rateText(rate, places))
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{texts('fields.currency')}</th>
          <th scope="col" data-side="buy">
            {texts('fields.buy')}
          </th>
          <th scope="col" data-side="sell">
            {texts('fields.sell')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rates.map(({ code, flagCode, name, quoteUnit, buy, sell, inverseBuy, inverseSell }) => (
          <tr key={code}>
            <th scope="row">
              <CurrencyLabel code={code} flagCode={flagCode} />
              <span className={css.name}>
                {!isInverse && quoteUnit > 1 && `${groupDigits(String(quoteUnit))} `}
                {name}
              </span>
            </th>
            <td data-side="buy">{side(isInverse ? inverseBuy : buy)}</td>
            <td data-side="sell">{side(isInverse ? inverseSell : sell)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
