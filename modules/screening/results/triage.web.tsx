import { Button, Kbd } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { askNote } from '#kit/web/dialogs.web.tsx'
import { usePageKeys } from '#kit/web/page-keys.web.ts'
import { BusyButton } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import type { Candidate, ScreeningDetail } from '../screenings/screenings.contract.ts'
import { waits } from '../screenings/screenings.domain.ts'
import { Comparison, ScoreBar } from './comparison.web.tsx'
import css from './result.module.css'
import { WhitelistButton } from '../whitelist/whitelist-dialog.web.tsx'
import { matchTones, place, profilePage, scoreText, useListNames } from '../screenings/words.web.ts'
import { api } from './api.web.ts'

/** The candidate after `at` that nobody has looked at, else one that was put aside; round once, then where it was. */
function nextOpen({ candidates, can }: Pick<ScreeningDetail, 'candidates' | 'can'>, at: number): number {
  if (!can.includes('decide')) return at
  const order = candidates.map((_, index) => (at + 1 + index) % candidates.length)
  const first = (state: Candidate['state']) => order.find((index) => candidates[index]?.state === state)
  return first('pending') ?? first('skipped') ?? at
}

/** The candidates of a screening one by one: what was asked beside what the list says, decided by keyboard. */
export function Triage({ one }: { one: ScreeningDetail }) {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const { candidates } = one
  const [at, setAt] = useState(() => Math.max(0, nextOpen(one, -1)))
  const chosen = candidates[at] as Candidate
  const mayDecide = one.can.includes('decide')
  const isPending = mayDecide && waits(chosen)
  const decide = useMutation({
    mutationFn: (input: Parameters<typeof api.decide.call>[0]) => api.decide.call(input),
  })
  // Called as the decision is done, not before: who sees the next candidate may decide on it at once.
  const onSuccess = (after: ScreeningDetail) => {
    const next = nextOpen(after, at)
    if (next >= 0) setAt(next)
  }

  async function ask(outcome: Outcome, of: readonly Candidate[]) {
    if (of.length === 0 || decide.isPending) return
    const title = texts(`ask.${outcome}`, { name: chosen.entryName, count: of.length })
    const isHit = outcome === 'confirmed_hit'
    const message = texts(`ask.means.${outcome}`, { count: of.length })
    const words = { title, message, confirm: texts(`acts.${outcome}`) }
    const note = await askNote({ ...words, required: true, ...(isHit && { danger: true }) })
    if (note === undefined) return
    const { id, version } = one
    const ids = of.map((candidate) => candidate.id)
    decide.mutate({ id, version, candidates: ids, outcome, note }, { onSuccess })
  }
  const step = (by: number) => setAt((at + by + candidates.length) % candidates.length)
  const open = () => void navigate({ to: profilePage(chosen, one.id) })
  const key = (name: string, letter: string, act: () => void) => ({
    key: letter,
    text: texts(`keys.${name}`),
    act,
  })
  usePageKeys([
    key('next', 'N', () => step(1)),
    key('previous', 'P', () => step(-1)),
    ...(isPending
      ? [
          key('clear', 'C', () => void ask('no_hit', [chosen])),
          key('hit', 'H', () => void ask('confirmed_hit', [chosen])),
          key('skip', 'S', () => void ask('skipped', [chosen])),
        ]
      : []),
    key('open', 'O', open),
  ])
  const waiting = candidates.filter(waits)
  const position = { at: at + 1, count: candidates.length }
  return (
    <div className={css.triage}>
      <nav className={css.list} aria-label={texts('candidates')}>
        <CandidateList candidates={candidates} at={at} onChoose={setAt} />
        {mayDecide && waiting.length > 1 && (
          <Button variant="subtle" size="compact-sm" onClick={() => void ask('no_hit', waiting)}>
            {texts('clearAll', { count: waiting.length })}
          </Button>
        )}
      </nav>
      <section className={css.candidate} aria-label={texts('candidate')}>
        <p className="agio-sr" role="status">
          {texts('position', { ...position, name: chosen.entryName, score: scoreText(chosen.score) })}
        </p>
        <CandidateHead one={one} chosen={chosen} />
        <Comparison query={one.query} candidate={chosen} />
        {chosen.decisions.map(({ outcome, reason, byName, at: when }) => (
          <p key={when} className={css.decided}>
            <b>{texts(`values.outcome.${outcome}`)}</b> {reason} <span className={css.quiet}>{byName}</span>
          </p>
        ))}
        <footer className={css.acts}>
          <span className={css.quiet}>{texts('of', position)}</span>
          {candidates.length > 1 && (
            <Button variant="subtle" color="gray" onClick={() => step(1)}>
              {texts('keys.next')} <Kbd size="xs">N</Kbd>
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            renderRoot={(rest) => <Link to={profilePage(chosen, one.id)} {...rest} />}
          >
            {texts('keys.open')} <Kbd size="xs">O</Kbd>
          </Button>
          {chosen.state === 'no_hit' && one.can.includes('whitelist') && one.customer && (
            <WhitelistButton candidate={chosen} customer={one.customer.name} />
          )}
          {isPending && <Acts isBusy={decide.isPending} onAct={(outcome) => void ask(outcome, [chosen])} />}
        </footer>
      </section>
    </div>
  )
}

interface CandidateListProps {
  candidates: readonly Candidate[]
  at: number
  onChoose: (at: number) => void
}

/** Every candidate with its score and state; one of them is looked at. */
function CandidateList({ candidates, at, onChoose }: CandidateListProps) {
  const texts = useTexts(place)
  const listName = useListNames()
  return (
    <ol>
      {candidates.map((candidate, index) => (
        <li key={candidate.id}>
          <button
            type="button"
            aria-current={index === at || undefined}
            onClick={() => onChoose(index)}
            data-aside={candidate.state === 'skipped' || undefined}
          >
            <b className="agio-number">{scoreText(candidate.score)}</b>
            <span className={css.who}>
              <span>{candidate.entryName}</span>
              <small>{listName(candidate.list)}</small>
            </span>
            <StatusBadge tone={matchTones[candidate.state]}>
              {texts(`values.matchState.${candidate.state}`)}
            </StatusBadge>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Whom a candidate is, on which list, and how near it comes. */
function CandidateHead({ one, chosen }: { one: ScreeningDetail; chosen: Candidate }) {
  const texts = useTexts(place)
  const listName = useListNames()
  return (
    <header className={css.head}>
      <div>
        <h2>{chosen.entryName}</h2>
        <p className={css.quiet}>
          {listName(chosen.list)} · {chosen.entryId} · {texts(`values.entityType.${chosen.entryType}`)}
          {chosen.listed !== 'same' && ` · ${texts(`listedNow.${chosen.listed}`)}`}
          {chosen.whitelistId !== null && ` · ${texts('whitelisted')}`}
        </p>
      </div>
      <ScoreBar
        candidate={chosen}
        threshold={chosen.quality === 'weak' ? one.weakThreshold : one.threshold}
      />
    </header>
  )
}

type Outcome = 'no_hit' | 'confirmed_hit' | 'skipped'

/** What can be decided of a candidate. */
function Acts({ isBusy, onAct }: { isBusy: boolean; onAct: (outcome: Outcome) => void }) {
  const texts = useTexts(place)
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => onAct('skipped')}>
        {texts('keys.skip')} <Kbd size="xs">S</Kbd>
      </Button>
      <BusyButton variant="default" busy={isBusy} onClick={() => onAct('confirmed_hit')}>
        {texts('acts.confirmed_hit')} <Kbd size="xs">H</Kbd>
      </BusyButton>
      <BusyButton busy={isBusy} onClick={() => onAct('no_hit')}>
        {texts('acts.no_hit')} <Kbd size="xs">C</Kbd>
      </BusyButton>
    </>
  )
}
