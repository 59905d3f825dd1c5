import { TextInput, type TextInputProps } from '@mantine/core'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  onCode: (code: string) => void
  /** Called with a whole code, typed or pasted: nobody need press Enter. */
  onWhole?: (code: string) => void
}

/** The six digits of an authenticator app; spaces that were pasted with them go. */
export const CodeField = ({ value, onCode, onWhole, ...rest }: Props) => (
  <TextInput
    {...rest}
    value={value}
    inputMode="numeric"
    autoComplete="one-time-code"
    // Room for the spaces that a paste brings along.
    maxLength={12}
    styles={{ input: { fontVariantNumeric: 'tabular-nums', letterSpacing: '0.2em' } }}
    onChange={(event) => {
      const code = event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6)
      onCode(code)
      if (code.length === 6 && code !== value) onWhole?.(code)
    }}
  />
)
