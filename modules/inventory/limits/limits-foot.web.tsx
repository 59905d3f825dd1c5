import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import css from './limits.module.css'

const place = 'inventory:limits'

interface LimitsFootProps {
  /** Lines that were changed. */
  count: number
  /** Pasted lines that were not understood. */
  left: readonly string[]
  isWrong: boolean
  isSaving: boolean
  isTaking: boolean
  onTake: (file: File) => void
  onUndo: () => void
  onSave: () => void
}

/** The foot of a sheet of limits: a file taken in, and what was typed saved or undone. */
export function LimitsFoot(props: LimitsFootProps) {
  const { count, left, isWrong, isSaving, isTaking, onTake, onUndo, onSave } = props
  const texts = useTexts(place)
  return (
    <footer className={css.foot}>
      {left.length > 0 && <ErrorBox>{texts('notPasted', { lines: left.slice(0, 5).join(' · ') })}</ErrorBox>}
      <FileButton accept=".xlsx,.csv" onChange={(file) => file && onTake(file)}>
        {(button) => (
          <ProcessingButton
            {...button}
            type="button"
            variant="default"
            busy={isTaking}
            leftSection={<IconUpload size={16} stroke={1.75} />}
          >
            {texts('upload')}
          </ProcessingButton>
        )}
      </FileButton>
      <Button variant="default" disabled={count === 0} onClick={onUndo}>
        {texts('undo')}
      </Button>
      <ProcessingButton busy={isSaving} disabled={count === 0 || isWrong} onClick={onSave}>
        {texts('save')}
      </ProcessingButton>
    </footer>
  )
}
