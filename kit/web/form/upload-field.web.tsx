import { ActionIcon, Button, Input } from '@mantine/core'
import { IconPaperclip, IconUpload, IconX } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { shortName } from '../format.web.ts'
import { snackbar } from '../snackbars.web.tsx'
import css from './form.module.css'

/** One file of a list: still to be sent (`isPending`), or stored; a stored one that is removed is only marked. */
export interface UploadedFile {
  id?: string
  name: string
  /** The name as shown, cut in the middle when long. */
  displayName: string
  file?: File
  isPending: boolean
  size: number
  isDelete: boolean
}

/** A file must be smaller than this, in bytes; the specification's. */
const limit = 5_242_880

/** The list after removing one: a pending file is dropped, a stored one is marked. */
const withoutFile = (files: readonly UploadedFile[], gone: UploadedFile) =>
  gone.isPending
    ? files.filter((one) => one !== gone)
    : files.map((one) => (one === gone ? { ...one, isDelete: true } : one))

interface UploadProps {
  label?: string
  /** On the button, instead of 'Add a file'. */
  add?: string
  files: readonly UploadedFile[]
  onChange: (files: UploadedFile[]) => void
  /** As the attribute of a file input, such as `image/*,.pdf`. */
  accept?: string
  multiple?: boolean
  disabled?: boolean
  error?: string
}

/** Files to be sent with what they belong to. Every one is checked; too large ones are refused with the reason. */
export function UploadField({
  label,
  files,
  onChange,
  accept,
  multiple,
  disabled,
  error,
  ...props
}: UploadProps) {
  const { t } = useTranslation('kit')
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const add = (picked: readonly File[]) => {
    const good = picked.filter((file) => file.size < limit)
    if (good.length < picked.length) snackbar.error(t('errors.fileSize'))
    const added = good.map((file) => ({
      name: file.name,
      displayName: shortName(file.name),
      file,
      isPending: true,
      size: file.size,
      isDelete: false,
    }))
    if (added.length > 0) onChange([...files, ...added])
  }
  const shown = files.filter((one) => !one.isDelete)
  return (
    <Input.Wrapper label={label} error={error} id={id} labelElement="div" className={css.upload}>
      {shown.length > 0 && (
        <ul className={css.files}>
          {shown.map((one, at) => (
            <li key={one.id ?? `${at} ${one.name}`} className={css.file}>
              <IconPaperclip size={16} stroke={1.75} aria-hidden />
              <span className={css.fileName} title={one.name}>
                {shortName(one.name)}
              </span>
              <span className="agio-code agio-number">
                {t('form.kilobytes', { size: Math.ceil(one.size / 1024) })}
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={disabled}
                aria-label={t('form.removeFile', { name: one.name })}
                onClick={() => onChange([...withoutFile(files, one)])}
              >
                <IconX size={16} stroke={1.75} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {(multiple || shown.length === 0) && (
        <Button
          variant="default"
          disabled={disabled}
          leftSection={<IconUpload size={16} stroke={1.75} />}
          onClick={() => picker.current?.click()}
        >
          {props.add ?? t('form.addFile')}
        </Button>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </Input.Wrapper>
  )
}
