import type { ReactNode } from 'react'
import { type Texts, useTexts } from '#kit/web/texts.web.ts'
import type { AskedQuery, Candidate } from '../screenings/screenings.contract.ts'
import css from './comparison.module.css'
import { countryText } from '#modules/watchlists/public.web.ts'
import { place, scoreText, spanText } from '../screenings/words.web.ts'

type Fact = Candidate['facts'][number]['fact']

/** Why a candidate scored as it did: the query at the left, the entry at the right, the same facts on the same lines. */
export function Comparison({ query, candidate }: { query: AskedQuery; candidate: Candidate }) {
  const texts = useTexts(place)
  const { entry, matchedName } = candidate
  const others = entry.names.filter(({ text }) => text !== matchedName)
  const line = (fact: Fact, asked: readonly string[], listed: readonly string[]) => (
    <Line
      key={fact}
      texts={texts}
      name={fact}
      asked={asked.join(', ')}
      listed={listed.join(', ')}
      said={candidate.facts.find((one) => one.fact === fact)}
    />
  )
  const gender = (code: string) => texts(`genders.${code.charAt(0).toUpperCase()}`, { defaultValue: code })
  return (
    <div className={css.scroll} role="region" aria-label={texts('comparison')} tabIndex={0}>
      <table className={css.table}>
        <Heads texts={texts} />
        <tbody>
          <tr>
            <th scope="row">{texts('facts.name')}</th>
            <td>{query.names.join('; ')}</td>
            <td>
              {matchedName}
              {candidate.quality === 'weak' && <span className={css.weak}>{texts('weak')}</span>}
            </td>
            <td data-number className="agio-number">
              {scoreText(candidate.comparison.score)}
            </td>
          </tr>
          <tr>
            <th scope="row">{texts('facts.words')}</th>
            <td colSpan={3}>
              <Words texts={texts} comparison={candidate.comparison} />
            </td>
          </tr>
          {line('birthDate', query.birthDates.map(spanText), entry.birthDates.map(spanText))}
          {line('country', query.countries.map(countryText), entry.countries.map(countryText))}
          {line('gender', query.genders.map(gender), entry.genders.map(gender))}
          {line('document', query.documents, entry.documents)}
          {entry.addresses.length > 0 && (
            <tr>
              <th scope="row">{texts('facts.address')}</th>
              <td>
                <Missing texts={texts} which="asked" />
              </td>
              <td>{entry.addresses.join('; ')}</td>
              <td />
            </tr>
          )}
          {others.length > 0 && (
            <tr>
              <th scope="row">{texts('facts.otherNames')}</th>
              <td />
              <td colSpan={2} className={css.quiet}>
                {others.map(({ text }) => text).join('; ')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

const Heads = ({ texts }: { texts: Texts }) => (
  <thead>
    <tr>
      <th scope="col" aria-label={texts('fact')} />
      <th scope="col">{texts('asked')}</th>
      <th scope="col">{texts('listed')}</th>
      <th scope="col" data-number>
        {texts('effect')}
      </th>
    </tr>
  </thead>
)

interface LineProps {
  texts: Texts
  name: Fact
  asked: string
  listed: string
  said: Candidate['facts'][number] | undefined
}

/** One fact of both sides; what neither side knows is left out, what one side does not know is muted. */
function Line({ texts, name, asked, listed, said }: LineProps) {
  if (asked === '' && listed === '') return null
  const mark = (text: string): ReactNode =>
    said?.effect === 'disagrees' ? <mark className={css.differs}>{text}</mark> : text
  return (
    <tr>
      <th scope="row">{texts(`facts.${name}`)}</th>
      <td>{asked === '' ? <Missing texts={texts} which="asked" /> : mark(asked)}</td>
      <td>{listed === '' ? <Missing texts={texts} which="listed" /> : mark(listed)}</td>
      <td data-number className="agio-number">
        {said ? (
          <span title={texts(`effects.${said.effect}`)}>
            {changeText(said.change)} <span className="agio-sr">{texts(`effects.${said.effect}`)}</span>
          </span>
        ) : (
          <span className={css.quiet}>0</span>
        )}
      </td>
    </tr>
  )
}

const Missing = ({ texts, which }: { texts: Texts; which: 'asked' | 'listed' }) => (
  <span className={css.quiet}>{texts(`missing.${which}`)}</span>
)

/** By how much a score went up or down, in points of a hundred with one decimal. */
const changeText = (change: number) =>
  `${change > 0 ? '+' : change < 0 ? '−' : ''}${(Math.abs(change) * 100).toFixed(1)}`

/** The words of both names as they were read, those that go together one over the other. */
function Words({ texts, comparison }: { texts: Texts; comparison: Candidate['comparison'] }) {
  const { aligned, onlyLeft, onlyRight, formsDiffer } = comparison
  return (
    <div className={css.words}>
      {aligned.map(({ left, right, similarity }) => (
        <span
          key={`${left.join(' ')}|${right.join(' ')}`}
          className={css.pair}
          data-differs={similarity < 0.999 || undefined}
        >
          <span>{left.join(' ')}</span>
          <span>{right.join(' ')}</span>
          <small>{scoreText(similarity)}</small>
        </span>
      ))}
      {(['asked', 'listed'] as const).map((side) =>
        (side === 'asked' ? onlyLeft : onlyRight).map((word, at) => (
          <span key={`${side}${String(at)}`} className={css.pair} data-only={side}>
            <span>{side === 'asked' ? word : '–'}</span>
            <span>{side === 'listed' ? word : '–'}</span>
            <small>{texts(`only.${side}`)}</small>
          </span>
        )),
      )}
      {formsDiffer && <span className={css.quiet}>{texts('formsDiffer')}</span>}
    </div>
  )
}

/** The score as a bar: what the names give, what facts add and take away; said in words beside it. */
export function ScoreBar({ candidate, threshold }: { candidate: Candidate; threshold: number }) {
  const texts = useTexts(place)
  const { score, comparison, facts } = candidate
  const base = Math.min(score, comparison.score)
  const [added, taken] = [Math.max(0, score - base), Math.max(0, comparison.score - score)]
  const parts = [
    texts('parts.name', { score: scoreText(comparison.score) }),
    ...facts
      .filter(({ change }) => Math.abs(change) >= 0.0005)
      .map(({ fact, change }) => `${texts(`facts.${fact}`)} ${changeText(change)}`),
  ]
  return (
    <div className={css.score}>
      <strong className="agio-number">{scoreText(score)}</strong>
      <div className={css.bar} aria-hidden>
        <span style={{ width: `${base * 100}%` }} />
        <span data-part="added" style={{ width: `${added * 100}%` }} />
        <span data-part="taken" style={{ width: `${taken * 100}%` }} />
        <i style={{ left: `${threshold * 100}%` }} />
      </div>
      <small>
        {parts.join(' · ')} · {texts('parts.threshold', { score: scoreText(threshold) })}
      </small>
    </div>
  )
}
