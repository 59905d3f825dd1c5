import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Condition } from '#kit/contract/list.contract.ts'
import { type Period, periods, periodStart } from './periods.web.ts'
import { DateBox } from '../date-box.web.tsx'
import { isDay, today } from '../format.web.ts'
import css from './list.module.css'

/** Days as `YYYY-MM-DD`, '' where there is no end; what was typed and is no day stays as typed. */
export interface DateRange {
  /** The first day that counts. */
  from: string
  /** The first day that counts no more. */
  to: string
}

/** The range as filters of a list call: from inclusive, to exclusive, each only if it is a day. */
export const dateConditions = ({ from, to }: DateRange, key = 'createdAt'): Condition[] => [
  ...(isDay(from) ? [{ key, operator: 'Greater Than Or Equal', value: from, type: 'Date' } as const] : []),
  ...(isDay(to) ? [{ key, operator: 'Less Than', value: to, type: 'Date' } as const] : []),
]

interface DateFilterProps {
  value: DateRange
  onChange: (value: DateRange) => void
}

/** A range of days above a list: typed, or the day, week, month or year up to now. `dateConditions` makes filters of it. */
export function DateFilter({ value, onChange }: DateFilterProps) {
  const { t } = useTranslation('kit')
  const [left, setLeft] = useState<keyof DateRange>()
  const end = (name: keyof DateRange) => (
    <DateBox
      size="xs"
      w={140}
      label={t(name === 'from' ? 'filters.from' : 'filters.before')}
      value={value[name]}
      error={left === name && value[name] && !isDay(value[name]) ? t('faults.date') : undefined}
      onChange={(day) => onChange({ ...value, [name]: day })}
      onFocus={() => setLeft(undefined)}
      onBlur={() => setLeft(name)}
    />
  )
  return (
    <div className={css.dates} role="group" aria-label={t('filters.dates')}>
      <Button.Group>
        {(Object.keys(periods) as Period[]).map((period) => {
          const from = periodStart(period, today())
          const isChosen = value.from === from && value.to === ''
          return (
            <Button
              key={period}
              size="compact-sm"
              variant={isChosen ? 'filled' : 'default'}
              className={css.add}
              aria-pressed={isChosen}
              onClick={() => onChange({ from: isChosen ? '' : from, to: '' })}
            >
              {t(`filters.periods.${period}`)}
            </Button>
          )
        })}
      </Button.Group>
      {end('from')}
      {end('to')}
    </div>
  )
}
