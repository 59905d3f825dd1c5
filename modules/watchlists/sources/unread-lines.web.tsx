import { Stack } from '@mantine/core'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { ErrorBox } from '#kit/web/parts.web.tsx'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { ListState } from './sources.contract.ts'

interface Props {
  version: Pick<NonNullable<ListState['version']>, 'unread' | 'unreadLines'>
}

/** The lines of a version's file that were not understood: what is in them is not screened against. */
export function UnreadLines({ version: { unread, unreadLines } }: Props) {
  const texts = useTexts('watchlists:lists')
  if (unread === 0) return null
  return (
    <Stack gap="xs" mb="sm" align="flex-start">
      <ErrorBox>{texts('unread.about', { count: unread })}</ErrorBox>
      <Sheet
        label={texts('unread.title')}
        columns={[
          { title: texts('fields.file') },
          { title: texts('fields.line'), isNumber: true },
          { title: texts('fields.reason') },
        ]}
      >
        {unreadLines.map(({ file, line, reason }) => (
          <tr key={`${file} ${line}`}>
            <td>{file || '–'}</td>
            <td data-number>{groupDigits(String(line))}</td>
            <td>{texts(`unread.reasons.${reason}`)}</td>
          </tr>
        ))}
      </Sheet>
      {unread > unreadLines.length && <span>{texts('unread.first', { count: unreadLines.length })}</span>}
    </Stack>
  )
}
