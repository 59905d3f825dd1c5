import { TextInput, type TextInputProps } from '@mantine/core'
import css from './lines-form.module.css'

interface NumberCellProps extends Omit<TextInputProps, 'label' | 'onChange' | 'value'> {
  /** What it is called where it is not seen. */
  label: string
  /** As it is typed. */
  value: string
  /** A count: it has no decimals. */
  isWhole?: boolean
  /** A further class of the input. */
  look?: string | undefined
  onChange: (text: string) => void
}

/** The cell that a figure of a table or a list is typed into; the reader of the field says whether it is one. */
export const NumberCell = ({ label, isWhole, look, onChange, ...passed }: NumberCellProps) => (
  <TextInput
    size="xs"
    classNames={{ input: look ? `${css.number} ${look}` : css.number }}
    inputMode={isWhole ? 'numeric' : 'decimal'}
    autoComplete="off"
    maxLength={30}
    aria-label={label}
    onChange={(event) => onChange(event.currentTarget.value)}
    {...passed}
  />
)
