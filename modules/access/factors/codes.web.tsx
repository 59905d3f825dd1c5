import { Button, Text } from '@mantine/core'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { messageOf } from '#kit/web/failures.web.ts'
import { saveFile } from '#kit/web/save-file.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import css from './factors.module.css'

const icon = { size: 16, stroke: 1.75 }

/** Recovery codes, shown this once, with three ways to keep them. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const texts = useTexts('access:factors')
  const all = codes.join('\n')
  const copy = () =>
    navigator.clipboard.writeText(all).then(
      () => snackbar.success(texts('said.copied')),
      (error: unknown) => snackbar.error(messageOf(error)),
    )
  const download = () =>
    saveFile(
      new File([`${texts('codes.fileTitle')}\n\n${all}\n`], 'agio-recovery-codes.txt', {
        type: 'text/plain',
      }),
    )
  return (
    <div className={css.fields}>
      <Text>{texts('codes.about')}</Text>
      <ul className={css.codes} aria-label={texts('codes.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.acts}>
        <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={() => print()}>
          {texts('codes.print')}
        </Button>
        {/* Browsers offer it on secure addresses only. */}
        {'clipboard' in navigator && (
          <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => void copy()}>
            {texts('codes.copy')}
          </Button>
        )}
        <Button variant="default" leftSection={<IconDownload {...icon} />} onClick={download}>
          {texts('codes.download')}
        </Button>
      </div>
      <Button onClick={onKept}>{texts('codes.kept')}</Button>
    </div>
  )
}
