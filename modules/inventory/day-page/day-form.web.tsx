import { Alert, Anchor, Kbd } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { bindContract, can, lacks } from '#kit/web/api.web.ts'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { BusyButton, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type Day, days } from '../days/days.contract.ts'
import { CountEntry, useCountEntry } from '../items/count-entry.web.tsx'
import { isZero, type StockItem } from '../items/items.domain.ts'
import type { Drawer } from '../places/places.web.tsx'
import css from '../items/count-entry.module.css'

const api = bindContract(days)
const place = 'inventory:day'

interface DayFormProps {
  drawer: Drawer
  day: Day | null
  items: readonly StockItem[]
  held: readonly string[]
  /** Nothing else on the page comes before the count. */
  isFocused: boolean
  onOpen: (dayId: string) => void
  onClosed: (dayId: string) => void
}

/** What lies in the drawer, counted to open the day, or to close it. */
export function DayForm({ drawer, day, items, held, isFocused, onOpen, onClosed }: DayFormProps) {
  const texts = useTexts(place)
  const counting = useCountEntry(items, held)
  const isOpen = day?.state === 'open'
  const name = drawer.name
  const blockers = useQuery({ ...api.blockers.queryOptions({ id: day?.id ?? '' }), enabled: isOpen })
  const act = useMutation({
    mutationFn: (toVault: boolean) => {
      // Nothing is blank, and a zero was typed.
      const counted = { lines: counting.lines(), isZeroConfirmed: true }
      return isOpen
        ? api.close.call({ id: day.id, version: day.version, ...counted, toVault })
        : api.open.call({ counterId: drawer.id, ...(day && { version: day.version }), ...counted })
    },
    onSuccess: ({ id, state, isRecount, vaultTransferId }, toVault) => {
      if (state === 'open' && !isOpen) onOpen(id)
      if (state === 'closed') onClosed(id)
      if (isRecount) return
      const said = isOpen ? closedAs(toVault, vaultTransferId !== null) : 'opened'
      // Who asked for the vault is held up by what is said of it.
      const tell = said === 'kept' ? snackbar.error : snackbar.success
      tell(texts(`said.${said}`, { name }))
    },
  })
  const closedAs = (toVault: boolean, isSent: boolean) => {
    if (!toVault) return 'closed'
    if (isSent) return 'toVault'
    // Goods stay at the counter whatever is found.
    const money = new Set(items.flatMap(({ id, name: ofGoods }) => (ofGoods === undefined ? [id] : [])))
    return counting.lines().every((line) => !money.has(line.itemId) || isZero(line)) ? 'empty' : 'kept'
  }
  const start = async (toVault = false) => {
    const title = texts(toVault ? 'closeToVault' : 'close')
    const message = texts(toVault ? 'sureVault' : 'sureClose', { name })
    if (!counting.isComplete()) return
    if (!isOpen || (await confirm({ title, message, confirm: title }))) act.mutate(toVault)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || counting.isFaulty || act.isPending)
      return
    event.preventDefault()
    void start()
  }
  if (blockers.data && blockers.data.length > 0) return <Blocked reasons={blockers.data} />
  return (
    <div className={css.form} onKeyDown={onKeyDown}>
      {!lacks('stock') && (
        <p className={css.muted}>
          {texts(isOpen ? 'aboutClose' : 'aboutOpen')} <span className={css.keys}>{texts('keys')}</span>
        </p>
      )}
      {day?.isRecount && (
        <Alert role="status" color="yellow" title={texts('recountTitle')}>
          {texts('recount')}
        </Alert>
      )}
      {!lacks('stock') && (
        <CountEntry counting={counting} isFocused={isFocused && (!isOpen || blockers.isSuccess)} />
      )}
      <Foot {...{ isOpen, act, start }} isFaulty={counting.isFaulty} />
    </div>
  )
}

interface FootProps {
  isOpen: boolean
  isFaulty: boolean
  act: { isPending: boolean; variables: boolean | undefined }
  start: (toVault?: boolean) => Promise<void>
}

function Foot({ isOpen, isFaulty, act, start }: FootProps) {
  const texts = useTexts(place)
  return (
    <footer className={css.foot}>
      <span className={css.state} role="status">
        {isFaulty ? texts('faulty') : ''}
      </span>
      {isOpen && !lacks('stock') && can('manage_transfers') && (
        <BusyButton
          variant="default"
          busy={act.isPending && act.variables === true}
          disabled={isFaulty || act.isPending}
          onClick={() => void start(true)}
        >
          {texts('closeToVault')}
        </BusyButton>
      )}
      <ProcessingButton
        busy={act.isPending}
        disabled={isFaulty}
        aria-keyshortcuts="Control+Enter"
        rightSection={
          <Kbd size="xs" aria-hidden visibleFrom="sm">
            Ctrl ↵
          </Kbd>
        }
        onClick={() => void start()}
      >
        {texts(isOpen ? 'close' : 'open')}
      </ProcessingButton>
    </footer>
  )
}

/** Where what keeps a day open is ended. */
const ends: Record<string, string> = {
  deals: '/pending-transaction',
  stock: '/pending-transaction',
  counts: '/inventory/audit-or-count',
}

/** Why the day cannot be closed, before anything is counted. */
function Blocked({ reasons }: { reasons: readonly { field: string; code: string; message: string }[] }) {
  const texts = useTexts(place)
  return (
    <Alert role="status" color="yellow" title={texts('blocked')}>
      <ul>
        {reasons.map(({ field, code, message }) => (
          <li key={code}>
            {message}{' '}
            {ends[field] && (
              // Within a text a link is underlined.
              <Anchor inherit underline="always" renderRoot={(props) => <Link to={ends[field]} {...props} />}>
                {texts(`toBlocker.${field}`)}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
