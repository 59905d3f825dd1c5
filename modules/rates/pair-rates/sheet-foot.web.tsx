import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import css from './pair-sheet.module.css'

interface SheetFootProps {
  /** Entries that may be published, that are no rates, and that a rule stops. */
  count: number
  wrong: number
  stopped: number
  /** Pasted lines that were not understood. */
  left: readonly string[]
  /** How the sheet is worked, where nothing was typed yet. */
  hint: string
  isPublishing: boolean
  isReady?: boolean
  onUndo: () => void
  onPublish: () => void
  /** Further acts. */
  children?: ReactNode
}

/** As much as somebody would read. */
const cut = (lines: readonly string[]) => lines.slice(0, 5).map((line) => line.slice(0, 60))

/** The foot of a sheet of rates: what was typed so far, and publishing it. */
export function SheetFoot(props: SheetFootProps) {
  const { count, wrong, stopped, left, hint, isPublishing, isReady = true } = props
  const texts = useTexts('rates:pairs')
  return (
    <footer className={css.foot}>
      {left.length > 0 && (
        <div className={css.left}>
          <ErrorBox>{texts('notPasted', { count: left.length, lines: cut(left).join(' · ') })}</ErrorBox>
        </div>
      )}
      <span className={css.state} role="status">
        {wrong > 0
          ? texts('wrong', { count: wrong })
          : stopped > 0
            ? texts('blocked', { count: stopped })
            : count > 0
              ? texts('changed', { count })
              : hint}
      </span>
      {props.children}
      <Button variant="default" disabled={count + wrong + left.length === 0} onClick={props.onUndo}>
        {texts('undo')}
      </Button>
      <ProcessingButton
        busy={isPublishing}
        disabled={count === 0 || wrong > 0 || stopped > 0 || !isReady}
        onClick={props.onPublish}
      >
        {texts('publish')}
      </ProcessingButton>
    </footer>
  )
}
