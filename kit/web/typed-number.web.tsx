import { TextInput, type TextInputProps } from '@mantine/core'
import { isUnreadable, type NumberRule } from '#kit/domain/numbers.domain.ts'
import { useTexts } from './texts.web.ts'

interface Props extends Pick<TextInputProps, 'label' | 'w' | 'error'> {
  /** As it is typed; `readNumber` with the same rule is what it means. */
  value: string
  rule: NumberRule
  onChange: (text: string) => void
}

/** A number outside a form: the text stays as it is typed, and is marked where it is no number. */
export function TypedNumber({ value, rule, error, onChange, ...rest }: Props) {
  const texts = useTexts('kit')
  return (
    <TextInput
      {...rest}
      inputMode={rule.decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      maxLength={40}
      value={value}
      error={error || (isUnreadable(value, rule) && texts('faults.number'))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
