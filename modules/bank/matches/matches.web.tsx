import { Button, Group, SegmentedControl, TextInput, Title } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { askNote } from '#kit/web/dialogs.web.tsx'
import { groupDigits } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader, ProcessingButton, TextLink } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Figures } from '../reconciliations/figures.web.tsx'
import { bankReconciliations } from '../reconciliations/reconciliations.contract.ts'
import { CreateForm } from './create-form.web.tsx'
import { type Line, bankMatches } from './matches.contract.ts'
import css from './matches.module.css'
import { ItemRow, LineRow } from './rows.web.tsx'

const api = bindContract(bankMatches)
const reconciliationApi = bindContract(bankReconciliations)
const place = 'bank:matches'
const home = '/accounting/bank-reconciliation'

const toggled = (all: readonly string[], id: string) =>
  all.includes(id) ? all.filter((one) => one !== id) : [...all, id]
const sumOf = (amounts: readonly (string | null)[]) =>
  amounts.reduce((sum, amount) => sum.plus(amount ?? 0), new Exact(0))

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

/** Lines of the bank beside items of the books: what is chosen on both sides is matched where it comes to the same. */
export function MatchPage() {
  const texts = useTexts(place)
  const { id = '' } = useParams({ strict: false })
  const [isOpen, setOpen] = useState(true)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<{ lines: readonly string[]; items: readonly string[] }>(nothing)
  const [created, setCreated] = useState<Line | null>(null)
  const one = useQuery(reconciliationApi.getById.queryOptions({ id }))
  const lines = useQuery({
    ...api.lines.queryOptions({ reconciliationId: id, isOpen, pageSize: 200 }),
    placeholderData: keepPreviousData,
  })
  const items = useQuery({
    ...api.items.queryOptions({ reconciliationId: id, search, pageSize: 200 }),
    placeholderData: keepPreviousData,
  })
  const suggested = useQuery(api.suggestions.queryOptions({ reconciliationId: id })).data
  const after = (said: string) => () => {
    snackbar.success(texts(said))
    setChosen(nothing)
  }
  const match = useMutation({
    mutationFn: (of: { lines: readonly string[]; items: readonly string[] }) =>
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
    mutationFn: (reason: string) =>
      api.exclude.call({
        reconciliationId: id,
        lineIds: [...chosen.lines],
        itemIds: [...chosen.items],
        reason,
      }),
    onSuccess: after('excluded'),
  })
  const askExclude = async () => {
    const words = { title: texts('exclude'), confirm: texts('exclude'), required: true }
    const reason = await askNote({ ...words, message: texts('fields.reason') })
    if (reason) exclude.mutate(reason)
  }
  const matchChosen = () => chosen.items.length > 0 && match.mutate(chosen)
  const count = suggested?.sureCount ?? 0
  const isChosen = chosen.lines.length + chosen.items.length > 0
  return (
    <SheetPage>
      <PageHeader title={one.data?.account ?? texts('title')} back={{ to: `${home}/${id}` }}>
        <TextLink to={`${home}/${id}/rules`}>{texts('rules')}</TextLink>
        <ProcessingButton busy={sure.isPending} disabled={count === 0} onClick={() => sure.mutate()}>
          {texts('sure', { count })}
        </ProcessingButton>
      </PageHeader>
      {one.data && <Figures row={one.data} />}
      <p>{texts('keys')}</p>
      <div className={css.sides}>
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
          <Loaded query={lines} height={320}>
            {({ items: found }) =>
              found.length === 0 ? (
                <EmptyState text={texts('noLines')} />
              ) : (
                <ul className={css.list}>
                  {found.map((line) => (
                    <LineRow
                      key={line.id}
                      line={line}
                      suggested={suggested?.lines.find(({ lineId }) => lineId === line.id)}
                      isChosen={chosen.lines.includes(line.id)}
                      onChoose={() => setChosen({ ...chosen, lines: toggled(chosen.lines, line.id) })}
                      onSuggestion={match.mutate}
                      onCreate={() => setCreated(line)}
                      onUnmatch={unmatch.mutate}
                    />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </section>
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
          <Loaded query={items} height={320}>
            {({ items: found }) =>
              found.length === 0 ? (
                <EmptyState text={texts('noItems')} />
              ) : (
                <ul className={css.list}>
                  {found.map((item) => (
                    <ItemRow
                      key={item.id}
                      item={item}
                      isChosen={chosen.items.includes(item.id)}
                      onChoose={() => setChosen({ ...chosen, items: toggled(chosen.items, item.id) })}
                    />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </section>
      </div>
      {isChosen && (
        <Group className={css.bar} justify="space-between">
          <Chosen
            lines={(lines.data?.items ?? []).flatMap((line) =>
              chosen.lines.includes(line.id) ? line.left : [],
            )}
            items={(items.data?.items ?? []).flatMap((item) =>
              chosen.items.includes(item.id) ? item.amount : [],
            )}
          />
          <Group>
            <Button variant="default" loading={exclude.isPending} onClick={() => void askExclude()}>
              {texts('exclude')}
            </Button>
            <ProcessingButton
              busy={match.isPending}
              disabled={chosen.items.length === 0}
              onClick={matchChosen}
            >
              {texts('matchChosen')}
            </ProcessingButton>
          </Group>
        </Group>
      )}
      {created && <CreateForm reconciliationId={id} line={created} onClose={() => setCreated(null)} />}
    </SheetPage>
  )
}

const nothing = { lines: [], items: [] }

function Chosen({ lines, items }: { lines: readonly string[]; items: readonly (string | null)[] }) {
  const texts = useTexts(place)
  const [ofLines, ofItems] = [sumOf(lines), sumOf(items)]
  const size = (sum: InstanceType<typeof Exact>) => groupDigits(sum.toFixed(2))
  return (
    <span role="status">
      {texts('chosen', {
        lines: size(ofLines),
        items: size(ofItems),
        difference: size(ofLines.minus(ofItems)),
      })}
    </span>
  )
}
