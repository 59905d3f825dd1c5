import { Button, Checkbox, Group } from '@mantine/core'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { dateText } from '#kit/web/format.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import type { Item, Line, Suggested } from './matches.contract.ts'
import css from './matches.module.css'

const place = 'bank:matches'
const wordsOf = (item: Item) =>
  [dateText(item.on), item.number, item.party, item.note].filter(Boolean).join(' · ')

interface LineRowProps {
  line: Line
  suggested: Suggested | undefined
  isChosen: boolean
  onChoose: () => void
  onSuggestion: (of: { lines: readonly string[]; items: readonly string[] }) => void
  onCreate: () => void
  onUnmatch: (matchId: string) => void
}

/** A line of the bank with what settles it, or what may and why. */
export function LineRow({ line, suggested, isChosen, onChoose, ...acts }: LineRowProps) {
  const texts = useTexts(place)
  const words = [dateText(line.bookedOn), line.text, line.counterparty].filter(Boolean).join(' · ')
  const isOpen = Number(line.left) !== 0
  return (
    <li className={css.row} data-chosen={isChosen || undefined}>
      {isOpen ? <Checkbox aria-label={words} checked={isChosen} onChange={onChoose} /> : <span />}
      <div className={css.words}>
        <div>{words}</div>
        {line.matches.map((match) => (
          <Group key={match.id} gap="xs">
            <span>
              {match.kind === 'excluded'
                ? `${texts('excluded')}: ${match.reason}`
                : match.items.map(wordsOf).join(', ')}
            </span>
            <Button size="compact-xs" variant="subtle" onClick={() => acts.onUnmatch(match.id)}>
              {texts('unmatch')}
            </Button>
          </Group>
        ))}
        {isOpen && <Suggestions suggested={suggested} onSuggestion={acts.onSuggestion} />}
        {isOpen && (
          <Button size="compact-xs" variant="subtle" onClick={acts.onCreate}>
            {texts('createFromLine')}
          </Button>
        )}
      </div>
      <div className="agio-number">
        {groupDigits(line.amount)}
        {isOpen && line.left !== line.amount && <div>{texts('left', { left: groupDigits(line.left) })}</div>}
      </div>
    </li>
  )
}

function Suggestions({ suggested, onSuggestion }: Pick<LineRowProps, 'onSuggestion' | 'suggested'>) {
  const texts = useTexts(place)
  return suggested?.suggestions.map(({ lineIds, items, score }, at) => (
    <Group key={items.map(({ id }) => id).join()} gap="xs">
      {at === 0 && suggested.isSure && <StatusBadge tone="done">{texts('isSure')}</StatusBadge>}
      <span>{items.map((item) => `${wordsOf(item)} ${groupDigits(item.amount ?? '')}`).join(' + ')}</span>
      <small>{texts('why', { ...score })}</small>
      <Button
        size="compact-xs"
        variant="light"
        onClick={() => onSuggestion({ lines: lineIds, items: items.map(({ id }) => id) })}
      >
        {texts('suggestion')}
      </Button>
    </Group>
  ))
}

interface ItemRowProps {
  item: Item
  isChosen: boolean
  onChoose: () => void
}

/** What the books have and nothing settles. */
export function ItemRow({ item, isChosen, onChoose }: ItemRowProps) {
  const texts = useTexts(place)
  return (
    <li className={css.row} data-chosen={isChosen || undefined}>
      <Checkbox aria-label={wordsOf(item)} checked={isChosen} onChange={onChoose} />
      <div className={css.words}>
        {wordsOf(item)} {item.isPending && <StatusBadge tone="waiting">{texts('isPending')}</StatusBadge>}
      </div>
      <div className="agio-number">{groupDigits(item.amount ?? '')}</div>
    </li>
  )
}
