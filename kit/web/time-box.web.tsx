import { TimePicker, type TimePickerProps } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useTranslation } from 'react-i18next'

interface TimeBoxProps extends TimePickerProps {
  label?: string
  /** `HH:mm:ss`, or ''. While a part is missing nothing is told. */
  value: string
  onChange: (value: string) => void
}

/** A time of day, typed or picked by the twelve-hour clock. */
export function TimeBox(props: TimeBoxProps) {
  const { t } = useTranslation('kit')
  const part = (name: string) => [props.label, t(`time.${name}`)].filter(Boolean).join(' ')
  return (
    <TimePicker
      format="12h"
      withSeconds
      withDropdown
      amPmLabels={{ am: t('time.am'), pm: t('time.pm') }}
      hoursInputLabel={part('hours')}
      minutesInputLabel={part('minutes')}
      secondsInputLabel={part('seconds')}
      amPmInputLabel={part('amPm')}
      clearButtonProps={{ 'aria-label': t('clear') }}
      {...props}
    />
  )
}
