import { Button, Group, SegmentedControl, TextInput, Title } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { askNote } from '#kit/web/dialogs.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader, ProcessingButton, TextLink } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Figures } from '../reconciliations/figures.web.tsx'
import { bankReconciliations } from '../reconciliations/reconciliations.contract.ts'
import { CreateForm } from './create-form.web.tsx'
import { bankMatches, type Line, type Suggested } from './matches.contract.ts'
import css from './matches.module.css'
import { PaymentSide } from './payments.web.tsx'
import { ItemRow, LineRow } from './rows.web.tsx'

const api = bindContract(bankMatches)
const reconciliationApi = bindContract(bankReconciliations)
const place = 'bank:matches'
const home = '/accounting/bank-reconciliation'

const toggled = (all: readonly string[], id: string) =>
  all.includes(id) ? all.filter((one) => one !== id) : [...all, id]
interface Chosen {
  lines: readonly string[]
  items: readonly string[]
}
const nothing: Chosen = { lines: [], items: [] }

/** Arrow keys go from one row to the next, Enter matches what is chosen; Space is the box's own. */
function onListKey(event: KeyboardEvent<HTMLElement>, match: () => void) {
  if (event.key === 'Enter' && (event.target as HTMLElement).matches('input[type=checkbox]')) {
    event.preventDefault()
    match()
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
  const at = boxes.indexOf(event.target as HTMLInputElement)
  if (at < 0) return
  event.preventDefault()
  boxes[at + step]?.focus()
}

/** What is done with lines and items; said, and then nothing is chosen any more. */
function useActs(id: string, onDone: () => void) {
  const texts = useTexts(place)
  const after = (said: string) => () => {
    snackbar.success(texts(said))
    onDone()
  }
  const match = useMutation({
    mutationFn: (of: Chosen) =>
      api.match.call({
        reconciliationId: id,
        lines: of.lines.map((line) => ({ id: line })),
        itemIds: [...of.items],
      }),
    onSuccess: after('done'),
  })
  const sure = useMutation({
    mutationFn: () => api.matchSure.call({ reconciliationId: id }),
    onSuccess: after('done'),
  })
  const unmatch = useMutation({
    mutationFn: (matchId: string) => api.unmatch.call({ reconciliationId: id, matchId }),
    onSuccess: after('undone'),
  })
  const exclude = useMutation({
    mutationFn: ({ lines, items, reason }: Chosen & { reason: string }) =>
      api.exclude.call({ reconciliationId: id, lineIds: [...lines], itemIds: [...items], reason }),
    onSuccess: after('excluded'),
  })
  return { match, sure, unmatch, exclude }
}
type Acts = ReturnType<typeof useActs>

/** Lines of the bank beside items of the books: what is chosen on both sides is matched where it comes to the same. */
export function MatchPage() {
  const texts = useTexts(place)
  const { id = '' } = useParams({ strict: false })
  const [chosen, setChosen] = useState<Chosen>(nothing)
  const [sums, setSums] = useState<ReadonlyMap<string, string>>(new Map())
  const one = useQuery(reconciliationApi.getById.queryOptions({ id }))
  const suggested = useQuery(api.suggestions.queryOptions({ reconciliationId: id })).data
  const acts = useActs(id, () => setChosen(nothing))
  const matchChosen = () => chosen.lines.length > 0 && acts.match.mutate(chosen)
  const count = suggested?.sureCount ?? 0
  const choose = (side: keyof Chosen, of: { id: string; amount: string | null }) => {
    setChosen({ ...chosen, [side]: toggled(chosen[side], of.id) })
    setSums(new Map([...sums, [of.id, of.amount ?? '0']]))
  }
  const side = { id, chosen, choose, matchChosen }
  return (
    <SheetPage>
      <PageHeader title={one.data?.account ?? texts('title')} back={{ to: `${home}/${id}` }}>
        <TextLink to={`${home}/${id}/rules`}>{texts('rules')}</TextLink>
        <ProcessingButton
          busy={acts.sure.isPending}
          disabled={count === 0}
          onClick={() => acts.sure.mutate()}
        >
          {texts('sure', { count })}
        </ProcessingButton>
      </PageHeader>
      {one.data && <Figures row={one.data} />}
      <p>{texts('keys')}</p>
      <div className={css.sides}>
        <LineSide {...side} suggested={suggested?.lines ?? []} acts={acts} />
        <ItemSide {...side} />
      </div>
      <PaymentSide id={id} lineIds={chosen.lines} sums={sums} onDone={() => setChosen(nothing)} />
      {chosen.lines.length + chosen.items.length > 0 && (
        <ChosenBar chosen={chosen} sums={sums} acts={acts} matchChosen={matchChosen} />
      )}
    </SheetPage>
  )
}

interface SideProps {
  id: string
  chosen: Chosen
  choose: (side: keyof Chosen, of: { id: string; amount: string | null }) => void
  matchChosen: () => void
}

function LineSide({
  id,
  chosen,
  choose,
  matchChosen,
  suggested,
  acts,
}: SideProps & { suggested: readonly Suggested[]; acts: Acts }) {
  const texts = useTexts(place)
  const [isOpen, setOpen] = useState(true)
  const [created, setCreated] = useState<Line | null>(null)
  const query = useQuery({
    ...api.lines.queryOptions({ reconciliationId: id, isOpen, pageSize: 200 }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label={texts('lines')} onKeyDown={(event) => onListKey(event, matchChosen)}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {texts('lines')}
        </Title>
        <SegmentedControl
          size="xs"
          value={isOpen ? 'open' : 'settled'}
          data={['open', 'settled'].map((value) => ({ value, label: texts(value) }))}
          onChange={(value) => setOpen(value === 'open')}
        />
      </Group>
      <Loaded query={query} height={320}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState text={texts('noLines')} />
          ) : (
            <ul className={css.list}>
              {items.map((line) => (
                <LineRow
                  key={line.id}
                  line={line}
                  suggested={suggested.find(({ lineId }) => lineId === line.id)}
                  isChosen={chosen.lines.includes(line.id)}
                  onChoose={() => choose('lines', { id: line.id, amount: line.left })}
                  onSuggestion={acts.match.mutate}
                  onCreate={() => setCreated(line)}
                  onUnmatch={acts.unmatch.mutate}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {created && <CreateForm reconciliationId={id} line={created} onClose={() => setCreated(null)} />}
    </section>
  )
}

function ItemSide({ id, chosen, choose, matchChosen }: SideProps) {
  const texts = useTexts(place)
  const [search, setSearch] = useState('')
  const query = useQuery({
    ...api.items.queryOptions({ reconciliationId: id, search, pageSize: 200 }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label={texts('items')} onKeyDown={(event) => onListKey(event, matchChosen)}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {texts('items')}
        </Title>
        <TextInput
          size="xs"
          aria-label={texts('search')}
          placeholder={texts('search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </Group>
      <Loaded query={query} height={320}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState text={texts('noItems')} />
          ) : (
            <ul className={css.list}>
              {items.map((item) => (
                <ItemRow
                  key={item.id}
                  item={item}
                  isChosen={chosen.items.includes(item.id)}
                  onChoose={() => choose('items', item)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

interface ChosenBarProps {
  chosen: Chosen
  sums: ReadonlyMap<string, string>
  acts: Acts
  matchChosen: () => void
}

function ChosenBar({ chosen, sums, acts, matchChosen }: ChosenBarProps) {
  const texts = useTexts(place)
  const sumOf = (ids: readonly string[]) => ids.reduce((sum, id) => sum.plus(sums.get(id) ?? 0), new Exact(0))
  const [lines, items] = [sumOf(chosen.lines), sumOf(chosen.items)]
  const size = (sum: InstanceType<typeof Exact>) => groupDigits(sum.toFixed(2))
  const askExclude = async () => {
    const words = { title: texts('exclude'), confirm: texts('exclude'), required: true }
    const reason = await askNote({ ...words, message: texts('fields.reason') })
    if (reason) acts.exclude.mutate({ ...chosen, reason })
  }
  return (
    <Group className={css.bar} justify="space-between">
      <span role="status">
        {texts('chosen', { lines: size(lines), items: size(items), difference: size(lines.minus(items)) })}
      </span>
      <Group>
        <Button variant="default" loading={acts.exclude.isPending} onClick={() => void askExclude()}>
          {texts('exclude')}
        </Button>
        <ProcessingButton
          busy={acts.match.isPending}
          disabled={chosen.items.length === 0 && (chosen.lines.length < 2 || !lines.isZero())}
          onClick={matchChosen}
        >
          {texts('matchChosen')}
        </ProcessingButton>
      </Group>
    </Group>
  )
}
