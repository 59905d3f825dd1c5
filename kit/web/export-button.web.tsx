import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ProcessingButton } from './parts.web.tsx'
import { printFile, saveFile } from './save-file.web.ts'

interface ExportButtonProps {
  /** Fetches the file. */
  file: () => Promise<unknown>
  /** The file is printed, and not kept. */
  isPaper?: boolean
  variant?: 'default' | 'filled'
  disabled?: boolean
  children: ReactNode
}

/** Takes what is shown away as a file, or prints it. */
export function ExportButton({ file, isPaper, ...rest }: ExportButtonProps) {
  const take = isPaper ? printFile : saveFile
  const save = useMutation({ mutationFn: async () => take((await file()) as File) })
  const Icon = isPaper ? IconPrinter : IconDownload
  return (
    <ProcessingButton
      variant="default"
      {...rest}
      leftSection={<Icon size={16} stroke={1.75} />}
      busy={save.isPending}
      onClick={() => save.mutate()}
    />
  )
}
