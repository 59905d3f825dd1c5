import { FileButton, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { serialSheets } from './serial-sheets.contract.ts'

const api = bindContract(serialSheets)

interface SerialSheetProps {
  /** Gets the serials of a sheet without a fault. */
  add: (serials: readonly { sku: string; serial: string }[]) => void
}

/** Reads the serials of a sheet into the lines, or says what is wrong with its cells. */
export function SerialSheet({ add }: SerialSheetProps) {
  const texts = useTexts('retail:adjustments')
  const reading = useMutation({
    mutationFn: (file: File) => api.read.call({ file }),
    onSuccess: ({ serials }) => add(serials),
  })
  const faults = reading.data?.faults ?? []
  return (
    <div>
      <FileButton accept=".xlsx,.csv" onChange={(file) => file && reading.mutate(file)}>
        {(button) => (
          <ProcessingButton
            {...button}
            type="button"
            variant="default"
            busy={reading.isPending}
            leftSection={<IconUpload size={16} stroke={1.75} />}
          >
            {texts('sheet.read')}
          </ProcessingButton>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        {texts('sheet.about')}
      </Text>
      {faults.map(({ row, field, message }) => (
        <ErrorBox key={`${row} ${field}`}>{texts('sheet.row', { row, message })}</ErrorBox>
      ))}
    </div>
  )
}
