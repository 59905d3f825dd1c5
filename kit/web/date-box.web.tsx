import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateText, isDay, parseDate } from './format.web.ts'
import css from './date-box.module.css'

export interface DateBoxProps extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max'> {
  /** `YYYY-MM-DD`, or nothing. What is typed and is no day is passed on as typed, so that validation can say so. */
  value: string
  onChange: (value: string) => void
  min?: string
  max?: string
}

/** A date, typed as dd/mm/yyyy or taken from the browser's own calendar; years 1900 to 2099 unless given. */
export function DateBox({ value, onChange, min = '1900-01-01', max = '2099-12-31', ...rest }: DateBoxProps) {
  const { t } = useTranslation('kit')
  const calendar = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const isDate = isDay(value)
  const shown = typed ?? (isDate ? dateText(value) : value)
  const take = (text: string) => {
    const date = parseDate(text)
    onChange(date && date >= min && date <= max ? date : text)
  }
  return (
    <div className={css.box}>
      <TextInput
        {...rest}
        placeholder="dd/mm/yyyy"
        inputMode="numeric"
        maxLength={10}
        autoComplete="off"
        value={shown}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          take(event.currentTarget.value)
        }}
        onBlur={(event) => {
          setTyped(undefined)
          rest.onBlur?.(event)
        }}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('calendar')}
            disabled={rest.disabled}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={18} stroke={1.75} />
          </ActionIcon>
        }
      />
      <input
        ref={calendar}
        type="date"
        className={css.calendar}
        tabIndex={-1}
        aria-hidden
        min={min}
        max={max}
        value={isDate ? value : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
