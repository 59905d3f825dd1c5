import { Alert, Button, FileButton, Group, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type ChartImport, chartSheet } from './chart.contract.ts'

const api = bindContract(chartSheet)
const place = 'ledger:chart'

/** Takes the chart away as a sheet, and takes one in: first what it would change, then the same for good. */
export function ChartSheetButtons() {
  const texts = useTexts(place)
  const [file, setFile] = useState<File>()
  const again = useRef<() => void>(null)
  const { canCreate } = usePermissionFlags({ create: api.import })
  const take = useMutation({
    mutationFn: ({ sheet, isTrial }: { sheet: File; isTrial: boolean }) =>
      api.import.call({ isTrial: isTrial ? 'true' : 'false', file: sheet }),
    onSuccess: (_, { isTrial }) => {
      if (isTrial) return
      snackbar.success(texts('said.taken'))
      setFile(undefined)
    },
    onSettled: () => again.current?.(),
  })
  const choose = (sheet: File | null) => {
    if (!sheet) return
    setFile(sheet)
    take.mutate({ sheet, isTrial: true })
  }
  return (
    <>
      <ExportButton file={() => api.export.call({ format: 'xlsx' })}>{texts('export')}</ExportButton>
      {canCreate && (
        <FileButton resetRef={again} accept=".csv,.xlsx" onChange={choose}>
          {(props) => (
            <Button {...props} variant="default">
              {texts('import')}
            </Button>
          )}
        </FileButton>
      )}
      {file && take.data && (
        <Modal
          opened
          centered
          size="lg"
          title={texts('trial', { name: file.name })}
          closeButtonProps={{ 'aria-label': texts('close') }}
          onClose={() => setFile(undefined)}
        >
          <Outcome found={take.data} />
          <Group justify="flex-end" mt={16}>
            <ProcessingButton
              busy={take.isPending}
              disabled={take.data.faults.length > 0}
              onClick={() => take.mutate({ sheet: file, isTrial: false })}
            >
              {texts('take')}
            </ProcessingButton>
          </Group>
        </Modal>
      )}
    </>
  )
}

function Outcome({ found: { added, changed, same, groups, faults } }: { found: ChartImport }) {
  const texts = useTexts(place)
  if (faults.length === 0)
    return (
      <Alert role="status">
        {texts('would', { added: added.length, changed: changed.length, same, groups: groups.length })}
      </Alert>
    )
  return (
    <>
      <ErrorBox>{texts('faults', { count: faults.length })}</ErrorBox>
      <Lines
        texts={place}
        label={texts('faultsTitle')}
        rows={faults}
        rowKey={({ rowNumber, field }) => `${rowNumber} ${field}`}
        columns={[{ key: 'rowNumber', isHead: true, isNumber: true }, { key: 'field' }, { key: 'message' }]}
      />
    </>
  )
}
